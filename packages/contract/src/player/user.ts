import { z } from 'zod'
import { call, id, open, strict } from '../call.ts'

export const role = z.object({ role_id: z.string(), role_name: z.string(), server_id: z.string(), level: z.number().int() })

export const server = z.object({
  server_id: z.string(),
  server_name: z.string(),
  /** 0 open, 1 maintenance. */
  status: z.union([z.literal(0), z.literal(1)]),
  roles: z.array(role),
})

export const session = z.object({
  /** Goes into the `token` header of every later call. */
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

export const userCalls = {
  'user/login': call({
    method: 'POST', auth: 'none', summary: 'Sign in with a game account or email and password',
    body: strict({
      channel_code: z.enum(['account', 'phone']),
      account: id(128),
      passwd: z.string().max(64).optional(),
      encrypt: z.union([z.literal(0), z.literal(1)]).optional(),
      code: z.string().max(12).optional(),
      remember: z.boolean().optional(),
    }),
    result: session,
    errors: ['GameAccountNotFound', 'EmailAccountNotFound', 'MobileAccountNotFound', 'InvalidPassword', 'canNoEmailLogin', 'AuthFail', 'LoginMethodUnavailable', 'SystemBusy'],
  }),
  'user/uinfo': call({
    method: 'POST', auth: 'player', summary: 'The signed-in player',
    body: open({}), result: session, errors: [],
  }),
  'user/logout': call({
    method: 'POST', auth: 'player', summary: 'End this session on the server',
    body: open({}), result: z.object({}), errors: [],
  }),
  'user/webRole': call({
    method: 'POST', auth: 'player', summary: 'All servers, each with the player\'s characters',
    body: open({}), result: z.array(server), errors: [],
  }),
  'character/info/select': call({
    method: 'POST', auth: 'player', summary: 'One character and its items; without both ids the list is empty',
    body: open({ serverId: z.string().max(64).optional(), characterId: z.string().max(64).optional() }),
    result: z.object({
      role: role.extend({ server_name: z.string() }).nullable(),
      items: z.array(z.object({ cp_goods_id: z.string(), name: z.string(), quantity: z.number().int() })),
    }),
    errors: [],
  }),
}
