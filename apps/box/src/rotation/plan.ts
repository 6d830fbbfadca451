/** How a secret is changed. Each kind goes its own way: decision 744. */
type Kind =
  /** Several at once: the new one in front signs, and what the old one signed is believed until it goes. */
  | 'list'
  /** A list whose old one goes once nothing is sealed with it any more. */
  | 'session'
  /** The gateway has to accept the new one before it is used. */
  | 'gateway'

const DAY_MS = 86_400_000
type Rule = { kind: Kind; made?: 'whsec' | 'text'; keepsMs?: number }

/** `made`: the box makes the new one; otherwise the other party gives it. `keepsMs`: for so long the old one stays. */
const rules: Readonly<Record<string, Rule>> = {
  // The game learns the new one by hand.
  GAME_WEBHOOK_SECRET: { kind: 'list', made: 'whsec', keepsMs: 7 * DAY_MS },
  GAME_WEBHOOK_PRIVATE_KEY: { kind: 'list', keepsMs: 7 * DAY_MS },
  // Gateways send a webhook again for three days.
  STRIPE_WEBHOOK_SECRETS: { kind: 'list', keepsMs: 3 * DAY_MS },
  ADYEN_HMAC_KEYS: { kind: 'list', keepsMs: 3 * DAY_MS },
  SESSION_SECRET: { kind: 'session', made: 'text' },
  STRIPE_SECRET_KEY: { kind: 'gateway' },
  PAYPAL_CLIENT_SECRET: { kind: 'gateway' },
  ADYEN_API_KEY: { kind: 'gateway' },
}

const fixed: Readonly<Record<string, string>> = {
  PASSWORD_PEPPER: 'every password’s hash has it, so with another one no player could sign in again',
  CLIENT_KEY: 'every browser and every page in a cache has it, and it protects nothing that TLS does not',
  BACKUP_KEY: 'hc backup key changes the key of backups, and keeps the old one for the backups that need it',
}

export const rotatable: readonly string[] = Object.keys(rules)

/** Nothing is done: a sentence for the operator. */
export type Refused = { refusal: string }
export type RotationPlan = {
  kind: Kind
  /** The whole new value of the secret. */
  value: string
  /** What goes later; empty: nothing does. */
  old: readonly string[]
  /** When it goes; null: at once, or when nothing is sealed with it. */
  dropsAt: number | null
}
type Question = {
  name: string
  /** The value now; null: none is set. */
  current: string | null
  /** What the operator gave; null: nothing. */
  given: string | null
  make: (form: 'whsec' | 'text') => string
  now: number
  /** The old one goes at once. */
  immediately: boolean
}

export const parts = (value: string): string[] =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** Whether the new one comes from outside, as a gateway's does; null: this secret can't be rotated. */
export const isGiven = (name: string): boolean | null => {
  const rule = rules[name]
  return rule ? rule.made === undefined : null
}

/** What a rotation writes and when the old one goes. Pure: the same question has the same answer. */
export function planRotation({ name, current, given, make, now, immediately }: Question): RotationPlan | Refused {
  const reason = fixed[name]
  if (reason !== undefined) return { refusal: `${name} is not rotated: ${reason}` }
  const rule = rules[name]
  if (!rule) return { refusal: `${name} has one value at a time: hc set ${name}` }
  if (current === null) return { refusal: `${name} is not set: hc set ${name}` }
  const fresh = given ?? (rule.made && make(rule.made))
  if (fresh === undefined) return { refusal: `${name}: its other party makes the new one: --file PATH` }
  const old = parts(current)
  if (fresh.includes(',')) return { refusal: `${name}: one new value, without a comma` }
  if (old.includes(fresh)) return { refusal: `${name}: that value is listed already` }
  if (rule.kind === 'gateway') return { kind: rule.kind, value: fresh, old: [], dropsAt: null }
  if (rule.kind === 'session') {
    return immediately
      ? { refusal: 'SESSION_SECRET: what the old one sealed has to move first; it goes by itself' }
      : { kind: rule.kind, value: [fresh, ...old].join(','), old, dropsAt: null }
  }
  return immediately
    ? { kind: rule.kind, value: fresh, old: [], dropsAt: null }
    : { kind: rule.kind, value: [fresh, ...old].join(','), old, dropsAt: now + (rule.keepsMs ?? 0) }
}
