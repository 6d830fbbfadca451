import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Query } from '../platform/db.ts'
import { command, Refusal } from './command.ts'

/**
 * `npm run hc -- audit export [--from SEQ] | verify FILE [--head HASH] [--gaps]`: exports the desk's audit as lines of
 * JSON, and verifies such a file without a database. The exit code is 1 if the chain is broken or lines are missing. A
 * filtered file of the page _Audit_ has gaps; `--gaps` accepts them. Lines without the names of a deleted player
 * hold by a later line of the file, which has their hashes.
 */
const usage = `npm run hc -- audit export [--from SEQ] > FILE
               verify FILE [--head HASH] [--gaps]`

/** A line of the file: the canonical text, the hash before it and its own (hexadecimal). */
type Row = { prev: string; line: string; hash: string }

const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex')

const hashOf = ({ prev, line }: Row): string =>
  createHash('sha256').update(Buffer.from(prev, 'hex')).update(line, 'utf8').digest('hex')

/** @throws Refusal: the text is not a line of an export */
function rowOf(text: string, at: number): Row {
  try {
    const { prev, line, hash } = JSON.parse(text) as Partial<Row>
    if (typeof prev === 'string' && typeof line === 'string' && typeof hash === 'string') return { prev, line, hash }
  } catch {
    /* the Refusal below reports it */
  }
  throw new Refusal(`line ${at} of the file is not a line of an export`)
}

type Line = { seq: number; kind: string; target: string; after?: Record<string, string> }

const contentOf = ({ line }: Row): Line => JSON.parse(line) as Line

/** What covered lines say now: the hash of each line by its number. The last word about a line counts. */
const coveredBy = (lines: readonly Line[]): Map<string, string> =>
  new Map(
    lines
      .filter(({ kind, target }) => kind === 'audit' && target === 'covered')
      .flatMap(({ after }) => Object.entries(after ?? {})),
  )

/** Verifies the lines of a file in the order of their numbers, because the page saves the newest first. */
function verify(file: string, head: string | undefined, gaps: boolean): { text: string; ok: boolean } {
  const rows = readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((text, index) => rowOf(text, index + 1))
    .map((row) => ({ ...row, content: contentOf(row), seq: contentOf(row).seq }))
    .sort((a, b) => a.seq - b.seq)
  const covered = coveredBy(rows.map(({ content }) => content))
  const nameless = rows.filter((row) => hashOf(row) !== row.hash && covered.get(String(row.seq)) === sha256(row.line))
  let before: { seq: number; hash: string } | undefined
  const missing: string[] = []
  for (const row of rows) {
    const { seq } = row
    const gap = before !== undefined && seq > before.seq + 1
    if (gap && before) missing.push(before.seq + 2 === seq ? `${before.seq + 1}` : `${before.seq + 1}-${seq - 1}`)
    const follows = !before || gap ? seq > 1 || row.prev === '' : row.prev === before.hash && seq === before.seq + 1
    if (!follows) return { text: `BROKEN  at ${seq}: it does not follow the line before`, ok: false }
    if (hashOf(row) !== row.hash && !nameless.includes(row))
      return { text: `BROKEN  at ${seq}: the line was altered`, ok: false }
    before = { seq, hash: row.hash }
  }
  if (!before) return { text: 'BROKEN  the file has no line', ok: false }
  const isKnown = head === undefined || rows.some(({ hash }) => hash === head.toLowerCase())
  if (!isKnown) return { text: 'BROKEN  no line has the hash of --head: the chain was cut or written anew', ok: false }
  if (missing.length > 0) {
    const [first = ''] = missing
    const which = missing.length === 1 ? first : `${first} and ${missing.length - 1} more`
    const say = `these ${rows.length} lines hold, with gaps (${which}); the last is ${before.seq} with ${before.hash}`
    return gaps
      ? { text: say, ok: true }
      : { text: `GAPS    ${say}\n        A filtered file always has gaps: --gaps accepts them`, ok: false }
  }
  const without = nameless.length === 0 ? '' : `, ${nameless.length} of them without the names of deleted players`
  return { text: `${rows.length} lines hold${without}; the last is ${before.seq} with ${before.hash}`, ok: true }
}

const PAGE = 1000

async function exported(q: Query, from: number): Promise<string> {
  const lines: string[] = []
  for (let after = from - 1; ; after += PAGE) {
    const rows = await q<Row>(
      {
        text: `select encode(prev, 'hex') as prev, line, encode(hash, 'hex') as hash from desk.audit
          where seq > $1 and seq <= $1 + $2 order by seq`,
      },
      [after, PAGE],
    )
    if (rows.length === 0) return lines.join('\n')
    lines.push(...rows.map((row) => JSON.stringify(row)))
  }
}

const [what, file = ''] = process.argv.slice(2)
if (what === 'verify' && file !== '' && !process.argv.includes('--help')) {
  try {
    const { values } = parseArgs({
      args: process.argv.slice(4),
      options: { head: { type: 'string' }, gaps: { type: 'boolean' } },
    })
    const { text, ok } = verify(file, values.head, values.gaps === true)
    process.stdout.write(`${text}\n`)
    process.exitCode = ok ? 0 : 1
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 2
  }
} else
  await command(async ({ db, args }) => {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { from: { type: 'string', default: '1' } },
    })
    if (positionals[0] !== 'export' || !/^[1-9]\d*$/.test(values.from)) throw new Refusal(usage)
    return { text: await exported(db.query, Number(values.from)), ok: true }
  }, usage)
