import { fileURLToPath } from 'node:url'
import type { Locale } from '@hc/contract/locales'
import { createTurns, type Turn } from '../../platform/fair-queue.ts'
import { runChild } from '../../platform/run-child.ts'

/** A page of paper: texts that are ready to be printed. Pairs are a label and its value. */
export type Sheet = Bill | Confirmation
type Head = {
  lang: Locale
  script: 'latin' | 'thai' | 'japanese' | 'korean' | 'simplified' | 'traditional'
  title: string
  number: string
  parties: { name: string; lines: string[] }[]
  facts: [string, string][]
}
export type Bill = Head & { lines: [string, string][]; sums: [string, string][]; total: [string, string] }
/** `words`: whole sentences. */
export type Confirmation = Head & { words: string[] }

export const scriptOf: Readonly<Record<Locale, Sheet['script']>> = {
  'en-US': 'latin',
  'de-DE': 'latin',
  'vi-VN': 'latin',
  'th-TH': 'thai',
  'ja-JP': 'japanese',
  'ko-KR': 'korean',
  'zh-CN': 'simplified',
  'zh-TW': 'traditional',
  'zh-HK': 'traditional',
}

const CHILD = fileURLToPath(new URL('pdf-child.ts', import.meta.url))
const TIMEOUT_MS = 20_000
const OUTPUT_MAX = 2 * 1024 * 1024
/**
 * One sheet is printed at a time. Accounts and addresses take turns, so a player who asks for many waits for their own.
 * Decision 155.
 */
const inTurn = createTurns({ atOnce: 1, waiting: 40, perAccount: 2, perAddress: 8 })
/** Letters take turns with the players, and nobody's number of requests keeps them out. */
export const LETTERS: Turn = { account: 'letters', address: 'letters', uncapped: true }

/** A document never changes, so the last files are kept. */
const FILES_MOST = 24
const files = new Map<string, Buffer>()

/**
 * Prints one sheet at a time in a child process, so that fonts of several megabytes are never in the memory of a
 * process that serves players. Null if printing failed or took over 20 s.
 * @throws AppError TooManyRequests (this account or address), SystemBusy (everybody together)
 */
export async function printPdf(sheet: Sheet, turn: Turn): Promise<Buffer | null> {
  const content = JSON.stringify(sheet)
  const before = files.get(content)
  if (before) return before
  const pdf = await inTurn(turn, (take) => take(async () => files.get(content) ?? (await print(content))))
  if (!pdf) return null
  files.set(content, pdf)
  const [oldest] = files.keys()
  if (files.size > FILES_MOST && oldest !== undefined) files.delete(oldest)
  return pdf
}

async function print(content: string): Promise<Buffer | null> {
  const child = { script: CHILD, heapMb: 256, timeoutMs: TIMEOUT_MS, outputMax: OUTPUT_MAX }
  const output = await runChild(child, content)
  return output && output.length > 0 ? output : null
}
