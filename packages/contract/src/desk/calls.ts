import type { z } from 'zod'
import { playerCalls } from './players.ts'
import { queueCalls } from './queues.ts'
import { serviceCalls } from './service.ts'
import { approvalCalls } from './approval.ts'
import { insightCalls } from './insight.ts'
import { campaignCalls } from './campaign.ts'
import { moneyCalls } from './money.ts'
import { financeCalls } from './finance.ts'
import { roleCalls } from './roles.ts'
import { catalogCalls } from './catalog.ts'
import { contentCalls } from './content.ts'
import { reportCalls } from './reports.ts'
import { gameKeyCalls } from './game-keys.ts'
import { lawCalls } from './law.ts'
import { documentCalls } from './documents.ts'
import { priceCalls } from './prices.ts'
import { appealCalls } from './appeals.ts'
import { currencyCalls } from './currencies.ts'
import { fileCalls } from './files.ts'
import { factorCalls, sessionCalls } from './session.ts'
import { auditCalls, staffCalls } from './staff.ts'

/** Every call of the desk, by its path below `/console/api/`. */
export const deskCalls = {
  ...sessionCalls,
  ...factorCalls,
  ...staffCalls,
  ...auditCalls,
  ...serviceCalls,
  ...queueCalls,
  ...playerCalls,
  ...approvalCalls,
  ...roleCalls,
  ...insightCalls,
  ...moneyCalls,
  ...catalogCalls,
  ...contentCalls,
  ...financeCalls,
  ...campaignCalls,
  ...fileCalls,
  ...gameKeyCalls,
  ...reportCalls,
  ...lawCalls,
  ...documentCalls,
  ...priceCalls,
  ...appealCalls,
  ...currencyCalls,
}

export type DeskCalls = typeof deskCalls
export type DeskCallName = keyof DeskCalls
export type DeskBody<N extends DeskCallName> = z.input<DeskCalls[N]['body']>
export type DeskParsed<N extends DeskCallName> = z.output<DeskCalls[N]['body']>
export type DeskResult<N extends DeskCallName> = z.output<DeskCalls[N]['result']>
export type Me = DeskResult<'session/me'>
