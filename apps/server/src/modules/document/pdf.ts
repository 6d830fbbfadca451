import { fileURLToPath } from 'node:url'
import type { Locale } from '@hc/contract/locales'
import { runChild } from '../../platform/run-child.ts'

/** A page of paper: texts that are ready to be printed. Pairs are a label and its value. */
export type Sheet = {
  lang: Locale
  script: 'latin' | 'thai' | 'japanese' | 'korean' | 'simplified' | 'traditional'
  title: string
  number: string
  parties: { name: string; lines: string[] }[]
  facts: [string, string][]
  lines: [string, string][]
  sums: [string, string][]
  total: [string, string]
}

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
/** One sheet is printed at a time. When this many wait, further ones are refused. */
const WAITING_MAX = 8

let last: Promise<unknown> = Promise.resolve()
let waiting = 0

/**
 * Prints one sheet at a time in a child process, so that fonts of several megabytes are never in the memory of a
 * process that serves players. Null if too many wait, or if printing failed or took over 20 s.
 */
export async function printPdf(sheet: Sheet): Promise<Buffer | null> {
  if (waiting >= WAITING_MAX) return null
  waiting++
  const mine = last.then(() => print(sheet))
  last = mine
  return await mine.finally(() => {
    waiting--
  })
}

async function print(sheet: Sheet): Promise<Buffer | null> {
  const child = { script: CHILD, heapMb: 256, timeoutMs: TIMEOUT_MS, outputMax: OUTPUT_MAX }
  const output = await runChild(child, JSON.stringify(sheet))
  return output && output.length > 0 ? output : null
}
