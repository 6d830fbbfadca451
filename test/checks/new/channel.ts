import { addMigration } from './migration.ts'
import { addText } from './text.ts'
import { type Reminders, Refused, type Tree, words } from './tree.ts'

const source = 'packages/channels/src'

const adapter = (code: string, title: string): string => `import { BadSignature, type Channel } from '../channel.ts'
import { NoAnswer } from '../http.ts'

export type ${title}Config = {
  apiKey: string
  webhookSecrets: readonly string[]
  live: boolean
  /** Another address than the provider's own; no slash at its end. */
  apiUrl: string | null
  timeoutMs: number
}

const unwritten = (): Promise<never> => Promise.reject(new NoAnswer('the adapter of ${code} is not written yet'))

/** ${title}. Nothing is asked and no webhook is believed before the adapter is written. \`now\` in ms. */
export function ${code}Channel(_config: ${title}Config, _now: () => number): Channel {
  return {
    code: '${code}',
    name: '${title}',
    icon: '${code}',
    kind: 'gateway',
    sells: new Set(['item', 'coin']),
    ownsPage: () => false,
    create: unwritten,
    readWebhook: () => Promise.reject(new BadSignature('${code} webhook')),
    fetchStatus: unwritten,
    cancel: unwritten,
    refund: unwritten,
  }
}
`

const settings = (code: string, title: string, prefix: string): string => `import { z } from 'zod'
import { address, provider, rotating, several, withoutSlash } from '../provider.ts'
import { ${code}Channel, type ${title}Config } from './${code}.ts'

const settings = {
  ${prefix}_API_KEY: z.string().min(8).optional().meta({ description: '${title}: the API key' }),
  ${prefix}_WEBHOOK_SECRETS: rotating(String.raw\`\\w{16,}\`, "the webhook's secret").meta({
    description: "The secret of ${title}'s webhook. A list while rotating",
  }),
  ${prefix}_ENV: z.enum(['test', 'live']).default('test').meta({ description: "${title}'s environment" }),
  ${prefix}_API_URL: address.meta({ description: "Another address of ${title}'s API", byDefault: "${title}'s" }),
}

export const ${code} = provider<typeof settings, ${title}Config>({
  settings,
  kept: [],
  units: new Map(),
  configure(env, { together }) {
    const set = together({
      ${prefix}_API_KEY: env.${prefix}_API_KEY,
      ${prefix}_WEBHOOK_SECRETS: env.${prefix}_WEBHOOK_SECRETS,
    })
    if (!set) return null
    return ({ live, timeoutMs, keeps }) => {
      keeps('${prefix}_ENV', env.${prefix}_ENV === 'live')
      return {
        apiKey: set.${prefix}_API_KEY,
        webhookSecrets: several(set.${prefix}_WEBHOOK_SECRETS),
        live,
        apiUrl: env.${prefix}_API_URL ? withoutSlash(env.${prefix}_API_URL) : null,
        timeoutMs,
      }
    }
  },
  channel: ${code}Channel,
})
`

const test = (code: string, title: string, prefix: string): string => `import { expect, it } from 'vitest'
import { BadSignature } from '../channel.ts'
import { createChannels, providerSettings } from '../registry.ts'
import type { ${title}Config } from './${code}.ts'

const config: ${title}Config = { apiKey: 'key', webhookSecrets: ['secret'], live: false, apiUrl: null, timeoutMs: 1000 }

it('${code} is a channel where it is configured, and none elsewhere', () => {
  const channel = createChannels({ sandbox: null, ${code}: config }).get('${code}')
  expect(channel).toMatchObject({ code: '${code}', kind: 'gateway' })
  expect(createChannels({ sandbox: null, ${code}: null }).has('${code}')).toBe(false)
  expect(Object.keys(providerSettings)).toContain('${prefix}_API_KEY')
})

it('${code} believes no webhook without a signature', async () => {
  const channel = createChannels({ sandbox: null, ${code}: config }).get('${code}')
  await expect(channel?.readWebhook(Buffer.from('{}'), {}, Date.now())).rejects.toBeInstanceOf(BadSignature)
})

it.todo('${code} makes one payment of one order number, however often it is asked')
it.todo('${code} takes only an explicit success for a capture')
it.todo('${code} makes one refund of one key')
`

/** A mark of our own, to be drawn anew: a plain card. */
const mark =
  '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="80" viewBox="0 0 80 80">' +
  '<rect width="80" height="80" rx="16" fill="#33415c"/>' +
  '<rect x="16" y="24" width="48" height="32" rx="5" fill="#fff"/>' +
  '<path d="M16 35h48" stroke="#33415c" stroke-width="6"/></svg>\n'

/** A word that the code has already could not be told from the provider's name. */
function refuseWord(tree: Tree, code: string): void {
  const name = new RegExp(code, 'i')
  const user = [
    'apps/portal/src',
    'apps/server/src',
    'packages/channels/src',
    'packages/contract/src',
    'packages/domain/src',
  ]
    .flatMap((folder) => tree.list(folder))
    .find((path) => /\.tsx?$/.test(path) && !path.includes('.test.') && name.test(tree.read(path)))
  if (user) throw new Refused(`"${code}" is a word that ${user} uses: take a name that only the provider has`)
}

/** `npm run new -- channel NAME` */
export function newChannel(tree: Tree, code: string): Reminders {
  if (!/^[a-z][a-z0-9]{2,30}$/.test(code))
    throw new Refused(`"${code}" is no code of a channel: three or more small letters and digits, like acme`)
  if (tree.has(`${source}/${code}`)) throw new Refused(`the channel ${code} exists already`)
  refuseWord(tree, code)
  const [title, prefix, folder] = [words(code), code.toUpperCase(), `${source}/${code}`]
  const registry = `${source}/registry.ts`
  tree.create(`${folder}/${code}.ts`, adapter(code, title))
  tree.create(`${folder}/${code}-provider.ts`, settings(code, title, prefix))
  tree.create(`${folder}/${code}.test.ts`, test(code, title, prefix))
  tree.create(`apps/portal/public/art/channels/${code}.svg`, mark)
  tree.before(registry, 'import type { Mode,', `import { ${code} } from './${code}/${code}-provider.ts'\n`)
  tree.edit(registry, (text) => {
    const list = /const providers = \{([^}]+?),?\s*\}/
    if (!list.test(text)) throw new Refused(`${registry} has no list "providers" any more`)
    return text.replace(list, `const providers = {$1, ${code} }`)
  })
  addText(tree, 'recharge', ['channel', 'hint', code], `Pay with ${title}`)
  const row = `insert into payment_channel (channel_code, sort)
select '${code}', coalesce(max(sort), 0) + 1 from payment_channel
on conflict do nothing;
`
  const migration = addMigration(
    tree,
    `${code}_channel`,
    `The channel ${code}. It is offered where it is configured.`,
    row,
  )
  return [
    'docs/contributing/channel.md: the four questions that the provider answers first',
    `${folder}/${code}.ts: the adapter; it asks nothing and believes no webhook now`,
    `${folder}/${code}-provider.ts: the provider's real settings, then node scripts/run.mjs settings; ` +
      'and in "kept" the fields that may be kept',
    `${folder}/${code}.test.ts: three rules stand there as it.todo`,
    `apps/portal/public/art/channels/${code}.svg: a mark of our own; a plain card stands there`,
    `packages/i18n/texts/*/shop.json: recharge.channel.hint.${code} is "Pay with ${title}": write it, add it to ` +
      `the eight other languages; add channel.name.${code} if players do not know the brand`,
    `${migration}: the place of the channel in the list`,
    `${source}/testing: a file fake-${code}.ts, then its lines in ${source}/gateways.test.ts and ` +
      'test/kit/gateways.ts',
    'test/proof/sim/world-gateways.ts, test/proof/sim/shop.ts and test/proof/sim/mutant-list.ts: the simulator',
    'apps/server/src/config/gateways.test.ts: what its settings refuse',
    'docs/payments.md: its column',
    'run npm run check, then npm test -- api simulator mutants',
  ]
}
