export const nodeFlags: readonly string[]
export const nodeEnv: Readonly<Record<string, string>>
export const serverMain: string
