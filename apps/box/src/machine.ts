/**
 * What the box's steps know of the machine: its commands, its files and its clock. Steps take it as an argument, so
 * that a test can stop it between any two lines.
 */
export type Machine = {
  run(command: string, args: readonly string[], options?: RunOptions): Promise<RunResult>
  files: MachineFiles
  /** Milliseconds since 1970. */
  now(): number
  /** Waits for so many milliseconds. */
  pause(ms: number): Promise<void>
}

export type RunOptions = {
  /** What the command reads from its standard input. Secrets go this way, never as an argument. */
  input?: string | Buffer
  env?: Readonly<Record<string, string>>
  /** The command is ended after this time and counts as failed; 60,000 if it is absent. */
  timeoutMs?: number
}

/** `code` is null for a command that a signal ended. */
export type RunResult = { code: number | null; stdout: string; stderr: string }

export type MachineFiles = {
  /** The content, or undefined if there is no such file. */
  read(path: string): Promise<string | undefined>
  /** Writes the whole file and syncs it with its folder: after a power cut it is the old file or the new one. */
  write(path: string, content: string, mode?: number): Promise<void>
  remove(path: string): Promise<void>
  list(folder: string): Promise<string[]>
  exists(path: string): Promise<boolean>
}
