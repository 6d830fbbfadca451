import { chmod, mkdtemp, readdir, rm, stat, statfs } from 'node:fs/promises'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
/** What the databases of the longest suite take, several times over. */
const ROOM_BYTES = 4 * 2 ** 30
const DAY_MS = 86_400_000

/** Whether the disk in memory has room for a test's database, and the machine has the memory. */
async function inMemory(): Promise<boolean> {
  const disk = await statfs(MEMORY).catch(() => null)
  return disk !== null && disk.bavail * disk.bsize >= ROOM_BYTES && freemem() >= 2 * ROOM_BYTES
}

/** Runs that were killed have left theirs behind, and memory has no other housekeeper. */
async function sweep(prefix: string): Promise<void> {
  for (const name of await readdir(MEMORY)) {
    if (!name.startsWith(prefix)) continue
    const path = join(MEMORY, name)
    const left = await stat(path).catch(() => null)
    if (left && Date.now() - left.mtimeMs > DAY_MS) await rm(path, { recursive: true, force: true }).catch(() => null)
  }
}

/**
 * A new folder for a database that is forgotten after its test: in memory where there is room, for making and dropping
 * tables costs less there. What kills a database or takes its disk away makes its own. Decision 414.
 */
export async function testDataDir(prefix: string): Promise<string> {
  const memory = await inMemory()
  if (memory) await sweep(prefix)
  const dir = await mkdtemp(join(memory ? MEMORY : tmpdir(), prefix))
  // The database runs as somebody else where a test runs as root.
  await chmod(dir, 0o755)
  return dir
}
