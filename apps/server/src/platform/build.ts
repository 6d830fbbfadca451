import { errorCode } from './error-code.ts'
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'

/**
 * A numbered SQL file. `breaking` says why no older build may run beside it. `locks` are the tables that it locks and
 * that a running shop writes to, in the order in which it locks them.
 */
export type Migration = {
  name: string
  text: string
  checksum: string
  breaking: string | null
  locks: readonly string[]
}
/** All function files. `number` grows with each change of `hash` (sql/checksums.txt). */
export type Functions = { number: number; hash: string; files: readonly { name: string; text: string }[] }
/** The schema of a build: its migrations in order, and the present text of every function. */
export type Build = { migrations: readonly Migration[]; functions: Functions }

export const sqlFolder = new URL('../../sql/', import.meta.url)

export const checksumOf = (text: string): string => createHash('sha256').update(text).digest('hex')

const missing = (error: unknown): boolean => errorCode(error) === 'ENOENT'

/** The text of a file with LF line ends; null if the file does not exist. */
async function textOf(file: URL): Promise<string | null> {
  try {
    return (await readFile(file, 'utf8')).replaceAll('\r\n', '\n')
  } catch (error) {
    if (missing(error)) return null
    throw error
  }
}

async function sqlFiles(folder: URL): Promise<{ name: string; text: string }[]> {
  const names = await readdir(folder, { recursive: true }).catch((error: unknown) => {
    if (missing(error)) return []
    throw error
  })
  return await Promise.all(
    names
      .filter((name) => name.endsWith('.sql'))
      .sort()
      .map(async (name) => ({ name: name.slice(0, -4), text: (await textOf(new URL(name, folder))) ?? '' })),
  )
}

/** The lines `name value…` of a file, split at their spaces; none if the file does not exist. */
const rowsOf = async (file: URL): Promise<string[][]> =>
  ((await textOf(file)) ?? '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split(' '))

/** Reads the build of a folder like apps/server/sql. */
export async function loadBuild(folder: URL = sqlFolder): Promise<Build> {
  const [migrations, files, checksums] = await Promise.all([
    sqlFiles(new URL('migrations/', folder)),
    sqlFiles(new URL('functions/', folder)),
    rowsOf(new URL('checksums.txt', folder)),
  ])
  return {
    migrations: migrations.map(({ name, text }) => ({
      name,
      text,
      checksum: checksumOf(text),
      breaking: /^-- breaking: (.+)/.exec(text)?.[1] ?? null,
      locks: /^-- locks: (.+)$/m.exec(text)?.[1]?.split(', ') ?? [],
    })),
    functions: {
      number: Number(checksums.find(([name]) => name === 'functions')?.[2] ?? 0),
      hash: checksumOf(files.map(({ name, text }) => `${name}\n${text}`).join('\n')),
      files,
    },
  }
}

/**
 * The text of checksums.txt for a build: the checksum that each committed migration must keep, and the functions' hash
 * and number. The number grows if the hash is not the one in the file.
 */
export function checksumsOf({ migrations, functions: { number, hash } }: Build, formerText: string): string {
  const same = formerText.split('\n').includes(`functions ${hash} ${number}`)
  return [
    ...migrations.map(({ name, checksum }) => `${name} ${checksum}`),
    `functions ${hash} ${same ? number : number + 1}`,
    '',
  ].join('\n')
}
