import { parseArgs } from 'node:util'
import type { Credentials } from '../../integrations/ts/hc-portal.ts'
import { recallStep } from './recall-step.ts'
import { conformance, type Outcome } from './run.ts'
import { shopStep } from './shop-steps.ts'

/**
 * `npm run conformance -- URL [--secret whsec_…]`: sends a game's delivery endpoint the shop's calls, including those
 * that go wrong on the way, and reports which rules of docs/game-integration.md the game keeps. Items are granted to
 * the named role: use one for tests. `--step` runs another of the guide's five steps.
 */
const usage = `npm run conformance -- URL [options]

  --step N            a step of docs/game-integration.md (default: 2)
                      1 keys and accounts   URL is the shop's
                      2 deliveries          URL is your GAME_URL
                      3 hand-over link      URL is the shop's
                      5 recall              URL is your GAME_RECALL_URL
  --key ID, --key-secret hcg_… or --private-key whsk_…   your key at the shop, for steps 1 and 3 (default: the demo's)
  --deliver URL       for step 5: your GAME_URL, if it is another address

  --secret whsec_…    the secret that signs deliveries (default: GAME_WEBHOOK_SECRET, else the demo's)
  --uid, --server, --role   the receiver (default: the demo's 100001, s1, r1001)
  --item ID           an item that the game knows; give it twice for two (default: gem_60, gem_300)
  --inventory URL     JSON {"items": [{"cp_goods_id", "quantity"}]} of that role: compares it with the grants
  --timeout MS        the shop's time-out of a call (default: 10000)
`
const demoSecret = `whsec_${Buffer.from('demo-game-delivery-secret-000001').toString('base64')}`

function fail(text: string): never {
  process.stderr.write(`${text}\n`)
  process.exit(2)
}

function options(): { values: Record<string, string | undefined>; items: string[]; url: string } {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        secret: { type: 'string' },
        uid: { type: 'string' },
        server: { type: 'string' },
        role: { type: 'string' },
        item: { type: 'string', multiple: true },
        inventory: { type: 'string' },
        timeout: { type: 'string' },
        step: { type: 'string' },
        key: { type: 'string' },
        'key-secret': { type: 'string' },
        'private-key': { type: 'string' },
        deliver: { type: 'string' },
        help: { type: 'boolean' },
      },
    })
    const [url] = positionals
    if (!url || values.help || !URL.canParse(url)) return fail(usage)
    const { item = [], help: _, ...rest } = values
    return { values: rest, items: item, url }
  } catch (error) {
    return fail(`${error instanceof Error ? error.message : ''}\n\n${usage}`)
  }
}

const print = ({ id, title, why, ok, seen }: Outcome): void => {
  process.stdout.write(
    `${ok ? 'ok    ' : 'FAILED'} ${id}\n       ${title}\n       seen: ${seen}\n${ok ? '' : `       why it matters: ${why}\n`}`,
  )
}

const { values, items, url } = options()
// During a rotation the shop's setting may be a list: the newest secret comes first.
const secret = values.secret ?? process.env.GAME_WEBHOOK_SECRET?.split(',')[0] ?? demoSecret
if (!/^whsec_[A-Za-z0-9+/=]{24,}$/.test(secret)) fail('--secret must be whsec_ and at least 24 Base64 characters')
const target = {
  url,
  secret,
  timeoutMs: Number(values.timeout ?? 10_000),
  inventory: values.inventory,
  goods: {
    uid: values.uid ?? '100001',
    server: values.server ?? 's1',
    role: values.role ?? 'r1001',
    items: [items[0] ?? 'gem_60', items[1] ?? items[0] ?? 'gem_300'] as const,
  },
}
const keyText = values['private-key']
const credentials: Credentials = {
  key: values.key ?? 'demo-key',
  ...(keyText === undefined ? { secret: values['key-secret'] ?? 'demo-game-secret' } : { privateKey: keyText }),
}
const shop = { ...target, url: url.replace(/\/+$/, ''), credentials }
const steps: Record<string, [what: string, run: () => Promise<Outcome[]>]> = {
  1: ['Keys and accounts at', () => shopStep(1, shop, print)],
  2: ['Deliveries to', () => conformance(target, print)],
  3: ['Hand-over links of', () => shopStep(3, shop, print)],
  5: ['Recalls to', () => recallStep({ ...target, deliverUrl: values.deliver ?? url }, print)],
}
const selectionOf = steps[values.step ?? '2']
if (!selectionOf) fail(values.step === '4' ? 'step 4 (reserving) is not in this version of the shop' : usage)
const [what, run] = selectionOf
process.stdout.write(`${what} ${url}\n\n`)
try {
  const outcomes = await run()
  const failures = outcomes.filter((outcome) => !outcome.ok)
  process.stdout.write(
    `\n${outcomes.length} rules: ${outcomes.length - failures.length} right, ${failures.length} wrong${failures.length > 0 ? `: ${failures.map((outcome) => outcome.id).join(', ')}` : ''}\n`,
  )
  process.exitCode = failures.length > 0 ? 1 : 0
} catch (error) {
  fail(`The run could not be finished: ${error instanceof Error ? error.message : String(error)}`)
}
