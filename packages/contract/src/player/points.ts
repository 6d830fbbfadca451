import { z } from 'zod'
import { call, id, open, page, seconds, size } from '../call.ts'
import { orderRecord } from './order.ts'

export const pointEntry = z.object({
  id: z.string(),
  type: z.enum(['income', 'expense']),
  /** top_up, bonus, purchase, refund, take_back, opening. */
  reason: z.string(),
  /** Points, signed: negative for an expense. */
  basicNum: z.number().int(),
  presentNum: z.number().int(),
  /** The order's number, or empty. */
  paymentId: z.string(),
  create_ts: z.number().int(),
})

export const pointCalls = {
  'epoint/balance': call({
    method: 'POST',
    auth: 'player',
    summary: 'HC Point balance by bucket; later credits first repay the debt',
    body: open({ userId: z.string().max(64).optional() }),
    result: z.object({ basicNum: z.number().int(), presentNum: z.number().int(), debtNum: z.number().int() }),
    errors: ['GameAccountNotFound'],
  }),
  'epoint/record': call({
    method: 'POST',
    auth: 'player',
    summary: 'Income and expense of HC Points, newest first',
    list: true,
    body: open({
      page: page(),
      size: size(),
      type: z.enum(['income', 'expense', 'all']).default('all'),
      begin: seconds(),
      end: seconds(),
    }),
    result: z.array(pointEntry),
    errors: [],
  }),
  'epoint/paymentIds/detail': call({
    method: 'POST',
    auth: 'player',
    summary: 'Own orders among the asked numbers',
    body: open({ paymentIds: z.array(id()).max(50) }),
    result: z.array(orderRecord),
    list: true,
    errors: [],
  }),
  'operate/coinBalance': call({
    method: 'POST',
    auth: 'player',
    summary: 'Basic and present points together',
    body: open({}),
    result: z.object({ amount: z.number().int() }),
    errors: [],
  }),
}
