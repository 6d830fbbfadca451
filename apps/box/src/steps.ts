import type { Machine } from './machine.ts'
import { paths } from './paths.ts'

/** One change of the machine. Each part can be run again at any time, also after it was killed half-way. */
export type Step = {
  /** Its name in the journal. */
  name: string
  /** What it would change, for `--plan`; null if there is nothing to do. */
  look(machine: Machine): Promise<string | null>
  /** What `undo` must know of the time before. It is noted before `do` begins, and holds no secret. */
  before?(machine: Machine): Promise<string>
  do(machine: Machine, say: Say): Promise<void>
  undo(machine: Machine, before: string): Promise<void>
  /** A failure is said, and the list goes on: the step is looked at again in the next run. */
  mayFail?: true
}
/** `atBoot`: whether an interrupted list is undone at the next boot, or waits for a person. */
export type StepList = { name: string; atBoot: 'undo' | 'wait'; steps: readonly Step[] }
export type Say = (text: string) => void

type Entry = { step: string; state: 'begun' | 'done'; before: string; at: number }
export type Journal = {
  list: string
  atBoot: 'undo' | 'wait'
  state: 'doing' | 'done' | 'undoing' | 'undone'
  from: number
  to: number | null
  /** Why it stopped, if it did. */
  error: string | null
  entries: Entry[]
}

/** Nothing was done, or no more than the journal says: a sentence for the operator. */
export class StepError extends Error {}

const fileOf = (list: string): string => `${paths.journal}/${list}.json`

export async function readJournal(machine: Machine, list: string): Promise<Journal | undefined> {
  const text = await machine.files.read(fileOf(list))
  return text === undefined ? undefined : (JSON.parse(text) as Journal)
}
const write = (machine: Machine, journal: Journal): Promise<void> =>
  machine.files.write(fileOf(journal.list), `${JSON.stringify(journal, null, 1)}\n`, 0o600)

/** What a person types to go on with a list, and to take it back. */
const commands: Readonly<Record<string, readonly [string, string]>> = { move: ['hc move out', 'hc move --undo'] }
export const commandsOf = (list: string): { on: string; back: string } => {
  const [on, back] = commands[list] ?? [`hc ${list}`, `hc ${list} --undo`]
  return { on, back }
}

/** Every list of the box that has begun and not ended. */
export async function unfinished(machine: Machine): Promise<Journal[]> {
  const names = (await machine.files.list(paths.journal)).filter((name) => name.endsWith('.json'))
  const journals = await Promise.all(names.map((name) => readJournal(machine, name.slice(0, -'.json'.length))))
  return journals
    .filter((journal) => journal !== undefined)
    .filter(({ state }) => state === 'doing' || state === 'undoing')
}

/** What each step would change. It changes nothing. */
export async function planOf(
  machine: Machine,
  { steps }: StepList,
): Promise<{ step: string; change: string | null }[]> {
  const plan = []
  for (const step of steps) plan.push({ step: step.name, change: await step.look(machine) })
  return plan
}

type Options = { say: Say; stopAsked?: () => boolean }

/**
 * Runs the steps of a list, or goes on with those that an interrupted run left. @throws StepError with the step that
 * failed; the journal then knows how far it came
 */
export async function runSteps(machine: Machine, list: StepList, { say, stopAsked }: Options): Promise<Journal> {
  const last = await readJournal(machine, list.name)
  if (last?.state === 'undoing')
    throw new StepError(`${list.name}: its undo has begun and was interrupted: hc ${list.name} --undo goes on with it`)
  const journal: Journal =
    last?.state === 'doing'
      ? last
      : {
          list: list.name,
          atBoot: list.atBoot,
          state: 'doing',
          from: machine.now(),
          to: null,
          error: null,
          entries: [],
        }
  journal.error = null
  await write(machine, journal)
  for (const step of list.steps) {
    if (stopAsked?.())
      throw new StepError(`stopped before ${step.name}: hc ${list.name} goes on, hc ${list.name} --undo goes back`)
    await runStep(machine, journal, step, say)
  }
  journal.state = 'done'
  journal.to = machine.now()
  await write(machine, journal)
  return journal
}

async function runStep(machine: Machine, journal: Journal, step: Step, say: Say): Promise<void> {
  let entry = journal.entries.find((candidate) => candidate.step === step.name)
  try {
    const change = await step.look(machine)
    // A step that was killed half-way may look whole before its last line has run.
    if (change === null && entry?.state !== 'begun') return
    say(`${step.name}: ${change ?? 'once more, for it was interrupted'}`)
    if (entry) entry.state = 'begun'
    else {
      entry = { step: step.name, state: 'begun', before: (await step.before?.(machine)) ?? '', at: machine.now() }
      journal.entries.push(entry)
    }
    await write(machine, journal)
    await step.do(machine, say)
    const rest = await step.look(machine)
    if (rest !== null) throw new StepError(`it had no effect: ${rest}`)
  } catch (error) {
    const why = error instanceof StepError ? error.message : undefined
    if (why === undefined) throw error
    if (step.mayFail) say(`${step.name}: not yet: ${why}`)
    else {
      journal.error = `${step.name}: ${why}`
      await write(machine, journal)
      throw new StepError(journal.error)
    }
  }
  if (entry) entry.state = 'done'
  await write(machine, journal)
}

/** Takes back what an interrupted or finished run did, last step first. @throws StepError */
export async function undoSteps(machine: Machine, list: StepList, { say }: Options): Promise<Journal> {
  const journal = await readJournal(machine, list.name)
  if (!journal || journal.state === 'undone') throw new StepError(`${list.name}: there is nothing to undo`)
  journal.state = 'undoing'
  await write(machine, journal)
  for (let entry = journal.entries.at(-1); entry; entry = journal.entries.at(-1)) {
    const { step: name, before } = entry
    const step = list.steps.find((candidate) => candidate.name === name)
    if (!step) throw new StepError(`${list.name}: this version does not know the step ${name} of the journal`)
    say(`undo ${name}`)
    await step.undo(machine, before)
    journal.entries.pop()
    await write(machine, journal)
  }
  journal.state = 'undone'
  journal.to = machine.now()
  await write(machine, journal)
  return journal
}

/** Runs a command that must succeed. @throws StepError with what it said last */
export async function must(
  machine: Machine,
  command: string,
  args: readonly string[],
  options: Parameters<Machine['run']>[2] = {},
): Promise<string> {
  const { code, stdout, stderr } = await machine.run(command, args, options)
  if (code === 0) return stdout
  const words = `${stderr}\n${stdout}`.trim().split('\n').slice(-6).join('\n')
  throw new StepError(`${[command, ...args].join(' ').slice(0, 160)}: exit ${code ?? 'by a signal'}\n${words}`)
}
