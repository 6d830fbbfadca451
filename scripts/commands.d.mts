export type ShopCommand =
  | 'audit'
  | 'backup'
  | 'check'
  | 'close'
  | 'delivery'
  | 'doctor'
  | 'fx'
  | 'game-key'
  | 'hold'
  | 'open'
  | 'order'
  | 'player'
  | 'points'
  | 'reconcile'
  | 'redeliver'
  | 'refund'
  | 'seals'
  | 'staff'
  | 'webhook'
export type BoxCommand = 'install' | 'status' | 'look' | 'settings' | 'set' | 'unset' | 'restart' | 'logs' | 'recover'
export const commands: Readonly<Record<ShopCommand, string>>
export const boxCommands: Readonly<Record<BoxCommand, string>>
export const commandList: string
