import { oneTimeCode } from '@hc/domain/typed-text'
import { z } from 'zod'
import { call, id, open, strict } from '../call.ts'

export const role = z.object({
  role_id: z.string(),
  role_name: z.string(),
  server_id: z.string(),
  level: z.number().int(),
})

export const server = z.object({
  server_id: z.string(),
  server_name: z.string(),
  /** 0 open, 1 maintenance. */
  status: z.union([z.literal(0), z.literal(1)]),
  roles: z.array(role),
})

export const session = z.object({
  /** The value of the `token` header in every later call. */
  token: z.string(),
  /** URL of the customer service with a short-lived signed ticket. */
  customer_service: z.string(),
  uid: z.string(),
  userId: z.string(),
  gameAccountId: z.string(),
  account: z.string(),
  /** Masked. */
  email: z.string(),
  /** Masked. */
  phone: z.string(),
})

/** AES-128-ECB with the client key, PKCS7, Base64, over the JSON of the fields named at the call. */
const sealed = strict({ data: z.string().min(1).max(2048) })
const codeType = z.enum(['login', 'reset'])
const email = z.string().max(128)
const areaCode = z.string().regex(/^\+?\d{1,4}$/, 'is a country calling code')
const phone = z.string().regex(/^[\d ()-]{4,20}$/, 'is a phone number')
const code = z
  .string()
  .overwrite(oneTimeCode)
  .regex(/^\d{6}$/, 'has six digits')

/** The content of `data` in the sealed calls. */
export const phoneCodeData = strict({ areaCode, phone, type: codeType })
export const emailResetData = strict({ email, code, password: z.string().max(64) })
export const phoneResetData = strict({ areaCode, phone, code, password: z.string().max(64) })

/** A password is sent in one form only: AES with the client key, flagged by `encrypt: 1`. */
const sealedPassword: [
  (body: { passwd?: string | undefined; encrypt?: 1 | undefined }) => boolean,
  { path: string[]; error: string },
] = [
  ({ passwd, encrypt }) => passwd === undefined || encrypt === 1,
  { path: ['encrypt'], error: 'must be 1: the password is AES and Base64' },
]

export const userCalls = {
  'user/login': call({
    method: 'POST',
    auth: 'none',
    summary: 'Sign in with a game account or email and password, or with a phone number (E.164) and a code',
    body: strict({
      channel_code: z.enum(['account', 'phone']),
      account: id(128),
      passwd: z.string().max(64).optional(),
      encrypt: z.literal(1).optional(),
      code: z.string().max(40).overwrite(oneTimeCode).optional(),
      remember: z.boolean().optional(),
    }).refine(...sealedPassword),
    result: session,
    errors: [
      'GameAccountNotFound',
      'EmailAccountNotFound',
      'MobileAccountNotFound',
      'InvalidPassword',
      'InvalidMobileCode',
      'canNoEmailLogin',
      'AuthFail',
      'LoginMethodUnavailable',
      'SystemBusy',
    ],
  }),
  'user/uinfo': call({
    method: 'POST',
    auth: 'player',
    summary: 'The signed-in player',
    body: open({}),
    result: session,
    errors: [],
  }),
  'user/tmpWebTokenLogin': call({
    method: 'POST',
    auth: 'none',
    summary:
      'Sign in with a one-time token: hctoken of the game (5 minutes) or the code of a third-party sign-in (60 s)',
    body: strict({ token: id(128), remember: z.boolean().optional() }),
    result: session,
    errors: ['AuthFail'],
  }),
  'user/email/code/send': call({
    method: 'POST',
    auth: 'none',
    summary: 'Send a code by email. The answer never tells whether an account exists',
    body: open({ email, type: codeType }),
    result: z.object({ expires: z.number().int(), again: z.number().int() }),
    errors: ['AuthCodeSendTooFrequently'],
  }),
  'user/phone/code/send': call({
    method: 'POST',
    auth: 'none',
    summary: 'Send a code by SMS; `data` is the sealed {areaCode, phone, type}',
    body: sealed,
    result: z.object({ expires: z.number().int(), again: z.number().int() }),
    errors: ['AuthCodeSendTooFrequently', 'LoginMethodUnavailable'],
  }),
  'user/email/psw/reset': call({
    method: 'POST',
    auth: 'none',
    summary:
      'Set a new password with a code sent by email; `data` is the sealed {email, code, password}. Ends all sessions of the account',
    body: sealed,
    result: z.object({}),
    errors: ['InvalidEmailCode', 'AuthFail'],
  }),
  'user/phone/psw/reset': call({
    method: 'POST',
    auth: 'none',
    summary:
      'Set a new password with a code sent by SMS; `data` is the sealed {areaCode, phone, code, password}. Ends all sessions of the account',
    body: sealed,
    result: z.object({}),
    errors: ['InvalidMobileCode', 'AuthFail'],
  }),
  'user/sdk/ticket/get': call({
    method: 'POST',
    auth: 'player',
    summary: 'A single-use ticket that says who the player is, for the game and the help desk; own uid only',
    body: strict({ uid: id() }),
    /** `expires` in ms since 1970. */
    result: z.object({ ticket: z.string(), expires: z.number().int() }),
    errors: ['GameAccountNotFound'],
  }),
  'user/data/export': call({
    method: 'POST',
    auth: 'player',
    summary: 'All data that the shop has about the player, as one JSON document',
    body: open({}),
    result: z.record(z.string(), z.unknown()),
    errors: [],
  }),
  'user/data/delete': call({
    method: 'POST',
    auth: 'player',
    summary:
      "Delete the player's data: books and orders stay under a pseudonym. `account` is typed again; `passwd` is required if the account has one",
    body: strict({ account: id(128), passwd: z.string().max(64).optional(), encrypt: z.literal(1).optional() }).refine(
      ...sealedPassword,
    ),
    result: z.object({}),
    errors: ['InvalidPassword', 'GameAccountNotFound', 'AccountHasOpenOrders', 'SystemBusy'],
  }),
  'user/receipts': call({
    method: 'POST',
    auth: 'player',
    summary:
      'Whether the player gets mail about their orders; with `on` it is set. `email`: the account has an address',
    body: strict({ on: z.boolean().optional() }),
    result: z.object({ on: z.boolean(), email: z.boolean() }),
    errors: [],
  }),
  'user/logout': call({
    method: 'POST',
    auth: 'player',
    summary: 'End this session on the server',
    body: open({}),
    result: z.object({}),
    errors: [],
  }),
  'user/webRole': call({
    method: 'POST',
    auth: 'player',
    summary: "All servers, each with the player's characters",
    body: open({}),
    result: z.array(server),
    list: true,
    errors: [],
  }),
  'character/info/select': call({
    method: 'POST',
    auth: 'player',
    summary: 'One character and its items; without both ids the list is empty',
    body: open({ serverId: z.string().max(64).optional(), characterId: z.string().max(64).optional() }),
    result: z.object({
      role: role.extend({ server_name: z.string() }).nullable(),
      items: z.array(z.object({ cp_goods_id: z.string(), name: z.string(), quantity: z.number().int() })),
    }),
    errors: [],
  }),
}
