export const commands: Readonly<Record<string, string>>
export const commandList: string
