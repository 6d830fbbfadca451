import { isPassword } from '@hc/domain/password'
import { accountName, mailAddress, passwordText, phoneDigits } from '@hc/domain/typed-text'
import { z } from 'zod'
import { strict, whole } from '../call.ts'
import type { ErrorKey } from '../errors.ts'
import { locales } from '../locales.ts'

/** One call of the game's API. Every request is signed; names in braces in the path are `params`. */
export type GameCall = {
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly path: string
  readonly summary: string
  readonly params: z.ZodType
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  readonly result: z.ZodType
  /** The answer has `total`. */
  readonly list?: true
  readonly errors: readonly ErrorKey[]
}

const call = <const C extends GameCall>(spec: C): C => spec

/** Ids of the game: 1 to 64 visible characters of any script. */
const id = () => z.string().regex(/^[^\p{C}\p{Z}]{1,64}$/u, 'is 1 to 64 visible characters')
/** Names are shown as text, never as markup; line breaks and other control characters are rejected. */
const name = () =>
  z
    .string()
    .min(1)
    .max(64)
    .regex(/^(?=.*\S)[^\p{Cc}\p{Cs}\u2028\u2029]+$/u, 'is text without control characters')
/** A field that keeps its value if it is not sent, and is emptied by null. */
const clearable = <T extends z.ZodType>(type: T) => type.nullable().optional()

const login = z
  .string()
  .overwrite(accountName)
  .regex(/^[^\p{C}\p{Z}@]{1,64}$/u, 'is 1 to 64 visible characters without @')
const email = z
  .string()
  .refine((text) => mailAddress(text) !== undefined, 'is an email address')
  .overwrite((text) => mailAddress(text) ?? text)
const phone = z
  .string()
  .max(40)
  .refine((text) => phoneDigits(text) !== undefined, 'is an international phone number: + and 7 to 15 digits')
  .overwrite((text) => phoneDigits(text) ?? text)
const password = z
  .string()
  .overwrite(passwordText)
  .refine(isPassword, 'is 6 to 16 characters of at least two kinds: digits, letters, special characters')
const subject = () => clearable(z.string().regex(/^[\x21-\x7e]{1,255}$/, "is the provider's id of the account"))

const accountBody = {
  account: login,
  /** In the clear, over TLS; stored as argon2id. */
  password: password.optional(),
  email: clearable(email),
  phone: clearable(phone),
  /** Whether the email may be used to sign in with a password. */
  emailLogin: z.boolean(),
  disabled: z.boolean(),
  /** The player's country as the game knows it (ISO 3166-1 alpha-2); an extension of the contract. */
  country: clearable(z.string().regex(/^[A-Z]{2}$/, 'is a country: two capital letters')),
  /** The player's ids at third parties; an extension of the contract. */
  identities: strict({ google: subject(), apple: subject(), facebook: subject(), wechat: subject() }).optional(),
}
const serverBody = { name: name(), status: z.union([z.literal(0), z.literal(1)]) }
const roleBody = { uid: id(), name: name(), level: z.number().int().min(0).max(1_000_000_000) }
const serverParams = { server_id: id() }
const roleParams = { server_id: id(), role_id: id() }

export const BULK_MAX = 1000
/** One operation of a bulk call: the ids of the path and the fields of the body side by side. */
export const gameOperation = z.discriminatedUnion('type', [
  strict({ type: z.literal('account'), uid: id(), ...accountBody }),
  strict({ type: z.literal('server'), ...serverParams, ...serverBody }),
  strict({ type: z.literal('role'), ...roleParams, ...roleBody }),
])
export type GameOperation = z.output<typeof gameOperation>

const put = z.object({ created: z.boolean() })
const seconds = z.number().int()
const deliveryItem = z.object({ cp_goods_id: z.string(), quantity: z.number().int(), bonus: z.number().int() })
const deliveryState = z.enum(['pending', 'unknown', 'confirmed', 'refused', 'parked', 'cancelled', 'recall'])

const order = z.object({
  sdk_order_id: z.string(),
  uid: z.string(),
  status: z.number().int(),
  order_type: z.enum(['item', 'coin']),
  cp_goods_id: z.string(),
  amount: z.number(),
  currency: z.string(),
  bonus: z.number().int(),
  channel_code: z.string(),
  /** What the player chose to pay with at the channel. Absent if nothing. */
  method: z.string().optional(),
  server_id: z.string(),
  role_id: z.string(),
  /** Seconds; 0 if it did not happen. */
  create_ts: seconds,
  pay_ts: seconds,
  arrive_ts: seconds,
  refund_ts: seconds,
  delivery: z
    .object({
      delivery_id: z.string(),
      state: deliveryState,
      grant_id: z.string().nullable(),
      refused: z.string().nullable(),
    })
    .nullable(),
  /**
   * Only for an order at a price of the player's country: its amount in minor units and their decimals, the points that
   * a pack credits (null for an item), the tax included in the amount, the tax's name (empty if there is none), and the
   * country whose prices applied.
   */
  amount_minor: z.number().int().optional(),
  exponent: z.number().int().optional(),
  points: z.number().int().nullable().optional(),
  tax_minor: z.number().int().optional(),
  tax_name: z.string().optional(),
  country: z.string().optional(),
  /** The address of the page with its receipt; empty while there is none. */
  receipt: z.string().optional(),
})

const delivery = z.object({
  delivery_id: z.string(),
  sdk_order_id: z.string(),
  uid: z.string(),
  server_id: z.string(),
  role_id: z.string(),
  items: z.array(deliveryItem),
  create_ts: seconds,
})

const grant = z.string().regex(/^[\x20-\x7e]{1,128}$/, 'is 1 to 128 printable ASCII characters')
const reason = z.string().min(1).max(500)

/** The game's API (contract, section 7), by names of our own. */
export const gameCalls = {
  putAccount: call({
    method: 'PUT',
    path: '/game/v1/accounts/{uid}',
    summary: `Create or change an account. Optional fields stay as they are when left out; null removes email, phone,
        country or an identity`,
    params: strict({ uid: id() }),
    body: strict(accountBody),
    result: put,
    errors: ['AccountTaken'],
  }),
  putServer: call({
    method: 'PUT',
    path: '/game/v1/servers/{server_id}',
    summary: 'Create or change a server; status 0 open, 1 maintenance, at once',
    params: strict(serverParams),
    body: strict(serverBody),
    result: put,
    errors: [],
  }),
  putRole: call({
    method: 'PUT',
    path: '/game/v1/servers/{server_id}/roles/{role_id}',
    summary: 'Create or change a role; it may move to another account',
    params: strict(roleParams),
    body: strict(roleBody),
    result: put,
    errors: ['GameAccountNotFound', 'ServerNotFound'],
  }),
  bulk: call({
    method: 'POST',
    path: '/game/v1/bulk',
    summary: `Up to ${BULK_MAX} of the three PUTs in their order, each answered on its own. Passwords are hashed two at a time: allow about 50 ms for each`,
    params: strict({}),
    // Each operation is validated on its own, so that an invalid one is answered like a refused one.
    body: strict({
      operations: z
        .array(z.unknown().meta(z.toJSONSchema(gameOperation, { io: 'input' }) as Record<string, unknown>))
        .min(1)
        .max(BULK_MAX),
    }),
    list: true,
    result: z.array(
      z.object({
        index: z.number().int(),
        code: z.number().int(),
        msg: z.string(),
        data: z.record(z.string(), z.unknown()).nullable(),
      }),
    ),
    errors: [],
  }),
  webToken: call({
    method: 'POST',
    path: '/game/v1/accounts/{uid}/web-token',
    summary: `A token for /login?hctoken=…: 5 minutes, once; expires in ms. With a field of the body also \`url\`, the
        address to open: the player is signed in there, with that character and item chosen`,
    params: strict({ uid: id() }),
    body: strict({
      server_id: id().optional(),
      /** A character of this player; it needs `server_id`. */
      role_id: id().optional(),
      cp_goods_id: id().optional(),
      /** The language of the page. */
      locale: z.enum(locales).optional(),
      /** The lifetime of the token in minutes. */
      minutes: z.number().int().min(1).max(60).optional(),
      /** Returns `url` even if no other field is sent. */
      url: z.literal(true).optional(),
    }),
    result: z.object({ hctoken: z.string(), expires: z.number().int(), url: z.string().optional() }),
    errors: ['GameAccountNotFound', 'AuthFail', 'ServerNotFound', 'RoleNotFound', 'ItemNotFound'],
  }),
  verifyTicket: call({
    method: 'POST',
    path: '/game/v1/tickets/verify',
    summary: 'The player of a ticket; works once',
    params: strict({}),
    body: strict({ ticket: z.string().min(1).max(512) }),
    result: z.object({ uid: z.string() }),
    errors: ['TicketNotFound', 'AuthFail'],
  }),
  order: call({
    method: 'GET',
    path: '/game/v1/orders/{sdk_order_id}',
    summary: 'An order, with its delivery',
    params: strict({ sdk_order_id: id() }),
    result: order,
    errors: ['OrderNotFound'],
  }),
  deliveries: call({
    method: 'GET',
    path: '/game/v1/deliveries',
    list: true,
    summary:
      'Deliveries that wait for the game, oldest first; `total` counts all of them. `after` (a delivery id) gives the next page, `server_id` those of one server',
    params: strict({}),
    query: strict({
      limit: whole(1, BULK_MAX).default(100),
      server_id: id().or(z.literal('')).default(''),
      after: z.string().max(64).default(''),
    }),
    result: z.array(delivery),
    errors: [],
  }),
  ack: call({
    method: 'POST',
    path: '/game/v1/deliveries/{delivery_id}/ack',
    summary:
      "The game's answer to a delivery: its grant id, or why it refuses. A repeated call returns the state that holds",
    params: strict({ delivery_id: z.string().min(1).max(64) }),
    body: z.union([strict({ grant_id: grant }), strict({ refused: reason })]),
    result: z.object({
      delivery_id: z.string(),
      state: deliveryState,
      grant_id: z.string().nullable(),
      refused: z.string().nullable(),
    }),
    errors: ['DeliveryNotFound'],
  }),
} as const satisfies Record<string, GameCall>

export type GameCalls = typeof gameCalls
export type GameCallName = keyof GameCalls
export type GameInput<N extends GameCallName> = {
  params: z.output<GameCalls[N]['params']>
  query: GameCalls[N] extends { query: infer Q extends z.ZodType } ? z.output<Q> : undefined
  body: GameCalls[N] extends { body: infer B extends z.ZodType } ? z.output<B> : undefined
}
export type GameResult<N extends GameCallName> = z.output<GameCalls[N]['result']>
