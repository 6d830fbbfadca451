export type ShopCommand =
  | 'audit'
  | 'backup'
  | 'check'
  | 'delivery'
  | 'doctor'
  | 'fx'
  | 'game-key'
  | 'hold'
  | 'order'
  | 'player'
  | 'points'
  | 'reconcile'
  | 'redeliver'
  | 'refund'
  | 'staff'
  | 'webhook'
export type BoxCommand = 'install' | 'status' | 'look' | 'settings' | 'set' | 'unset' | 'restart' | 'logs' | 'recover'
export const commands: Readonly<Record<ShopCommand, string>>
export const boxCommands: Readonly<Record<BoxCommand, string>>
export const commandList: string
