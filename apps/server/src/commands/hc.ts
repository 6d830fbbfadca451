import { existsSync } from 'node:fs'
import { Command, CommanderError } from 'commander'
import {
  type BoxCommand,
  boxCommands,
  commands,
  formCommands,
  type ShopCommand,
} from '../../../../scripts/commands.mjs'
import { boxMembers } from './box/table.ts'
import { BoxRefusal, codes, say } from './box/member.ts'

/**
 * The command line of a release: `hc NAME …`. A command's file is loaded only when it is called. In a clone, the shop's
 * own are `npm run hc -- NAME …`.
 */
const shopMembers: Readonly<Record<ShopCommand, () => Promise<unknown>>> = {
  audit: () => import('./audit.ts'),
  backup: () => import('./backup.ts'),
  check: () => import('./check.ts'),
  close: () => import('./close.ts'),
  delivery: () => import('./delivery.ts'),
  doctor: () => import('./doctor.ts'),
  fx: () => import('./fx.ts'),
  'game-key': () => import('./game-key.ts'),
  hold: () => import('./hold.ts'),
  open: () => import('./open.ts'),
  order: () => import('./order.ts'),
  player: () => import('./player.ts'),
  points: () => import('./points.ts'),
  reconcile: () => import('./reconcile.ts'),
  redeliver: () => import('./redeliver.ts'),
  refund: () => import('./refund.ts'),
  seals: () => import('./seals.ts'),
  staff: () => import('./staff.ts'),
  test: () => import('./test.ts'),
  webhook: () => import('./webhook.ts'),
}

const width = 80
const nameColumn = 12

/** Words in lines that fit beside the names. */
function wrapped(text: string): string {
  const lines = ['']
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? ''
    if (last !== '' && nameColumn + 2 + last.length + word.length + 1 > width) lines.push(word)
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`
  }
  return lines.join(`\n${' '.repeat(nameColumn + 2)}`)
}
const section = (title: string, table: Readonly<Record<string, string>>): string =>
  [title, ...Object.entries(table).map(([name, about]) => `  ${name.padEnd(nameColumn)}${wrapped(about)}`)].join('\n')

const help = `hc COMMAND …   (hc COMMAND --help explains one)

${section('The box', boxCommands)}

${section('The shop', Object.fromEntries(Object.entries(commands).filter(([name]) => !Object.hasOwn(boxCommands, name))))}
`

async function ofShop(name: ShopCommand, args: string[]): Promise<number> {
  if (!args.includes('--help')) await (await import('./box/environment.ts')).enterShop()
  process.argv = [process.argv[0] ?? '', name, ...args]
  await shopMembers[name]()
  return typeof process.exitCode === 'number' ? process.exitCode : codes.well
}

/** Why a command of the box is not in this form; null if it is. */
function notInForm(name: BoxCommand): string | null {
  const isOne = process.env.HC_FORM === 'one'
  if (isOne)
    return formCommands.one.includes(name) ? null : `hc ${name} is not in this form: docs/runbooks/containers.md`
  return ['init', 'keep'].includes(name) ? `hc ${name} is not in this form: it is of deploy/one, containers` : null
}

async function ofBox(name: BoxCommand, args: string[]): Promise<number> {
  const member = await boxMembers[name]()
  const command = new Command(`hc ${name}`).description(boxCommands[name]).helpOption('--help', 'this text')
  command.configureHelp({ helpWidth: width }).exitOverride()
  command.configureOutput({ writeErr: () => undefined })
  member.describe(command)
  command.parse(args, { from: 'user' })
  const elsewhere = notInForm(name)
  if (elsewhere !== null) return refuse(elsewhere, codes.notHere)
  if (member.needs === 'box' && !existsSync('/opt/hc-portal/current'))
    return refuse('there is no box on this machine: hc install makes one', codes.notHere)
  if (member.needs !== 'nothing' && process.getuid?.() !== 0)
    return refuse(`hc ${name} needs root: sudo hc ${name}`, codes.needsRoot)
  return await member.run(command.opts(), command.args)
}

function refuse(text: string, code: number): number {
  say(text)
  return code
}

async function main([name, ...args]: string[]): Promise<number> {
  if (name === undefined || name === 'help' || name === '--help') {
    process.stdout.write(help)
    return codes.well
  }
  // A restore by hand is recorded by any shop; all other words of `hc backup` are the box's.
  const isShops = Object.hasOwn(commands, name) && (!Object.hasOwn(boxCommands, name) || args[0] === 'verified')
  if (isShops) return await ofShop(name as ShopCommand, args)
  if (Object.hasOwn(boxCommands, name)) return await ofBox(name as BoxCommand, args)
  return refuse(`there is no command "${name}"\n\n${help}`, codes.refused)
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  if (error instanceof CommanderError) {
    const isHelp = error.code === 'commander.helpDisplayed'
    if (!isHelp) say(error.message.replace(/^error: /, ''))
    process.exitCode = isHelp ? codes.well : codes.refused
  } else {
    say(error instanceof Error ? error.message : String(error))
    process.exitCode = error instanceof BoxRefusal ? codes.refused : codes.wrong
  }
}
