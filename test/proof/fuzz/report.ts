import type { Answer, Ask } from './send.ts'

export type Finding = { unit: string; what: string; request: string; answer: string; times: number }

const cut = (text: string, max: number): string =>
  text.length > max ? `${text.slice(0, max)}… (${text.length})` : text

export const showAsk = (ask: Ask): string =>
  `${ask.method} ${cut(ask.path, 200)} ${cut(JSON.stringify(ask.headers), 300)} ${cut(ask.body ? JSON.stringify(ask.body.toString('utf8')) : '-', 300)}`
export const showAnswer = (answer: Answer): string => `${answer.status} ${cut(answer.text, 400)}`

/** Units that passed or failed, and what failed; the same failure of a unit is kept once. */
export function createReport() {
  const units = new Map<string, boolean>()
  const findings = new Map<string, Finding>()
  return {
    findings: () => [...findings.values()],
    count: (passed: boolean) => [...units.values()].filter((ok) => ok === passed).length,
    failedUnits: () => [...units].flatMap(([unit, ok]) => (ok ? [] : [unit])),
    /** A unit counts once something was asked of it. */
    unit(name: string): void {
      if (!units.has(name)) units.set(name, true)
    },
    add(unit: string, what: string, request = '', answer = ''): void {
      units.set(unit, false)
      const finding = findings.get(`${unit} ${what}`)
      if (finding) finding.times++
      else findings.set(`${unit} ${what}`, { unit, what, request, answer, times: 1 })
    },
  }
}
export type Report = ReturnType<typeof createReport>
