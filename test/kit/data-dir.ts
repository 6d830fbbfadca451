import { chmod, mkdtemp, readdir, rm, stat, statfs } from 'node:fs/promises'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
/** Several times the space of the databases of the longest suite. */
const ROOM_BYTES = 4 * 2 ** 30
const DAY_MS = 86_400_000

/** True if the disk in memory has room for a test's database, and the machine has enough free memory. */
async function inMemory(): Promise<boolean> {
  const disk = await statfs(MEMORY).catch(() => null)
  return disk !== null && disk.bavail * disk.bsize >= ROOM_BYTES && freemem() >= 2 * ROOM_BYTES
}

/** Deletes the folders of killed runs, because nothing else cleans up the disk in memory. */
async function sweep(prefix: string): Promise<void> {
  for (const name of await readdir(MEMORY)) {
    if (!name.startsWith(prefix)) continue
    const path = join(MEMORY, name)
    const stats = await stat(path).catch(() => null)
    if (stats && Date.now() - stats.mtimeMs > DAY_MS) await rm(path, { recursive: true, force: true }).catch(() => null)
  }
}

/**
 * A new folder for a database that is forgotten after its test: in memory if there is room, because making and dropping
 * tables costs less there. A test that kills a database or takes its disk away makes its own folder. Decision 414.
 */
export async function testDataDir(prefix: string): Promise<string> {
  const memory = await inMemory()
  if (memory) await sweep(prefix)
  const dir = await mkdtemp(join(memory ? MEMORY : tmpdir(), prefix))
  // If a test runs as root, the database runs as another user, who must be able to enter the folder.
  await chmod(dir, 0o755)
  return dir
}
