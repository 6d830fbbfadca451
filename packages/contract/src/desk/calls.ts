import type { z } from 'zod'
import { alertCalls } from './alerts.ts'
import { appealCalls } from './appeals.ts'
import { approvalCalls } from './approvals.ts'
import { articleCalls } from './articles.ts'
import { auditCalls } from './audit.ts'
import { campaignCalls } from './campaigns.ts'
import { channelCalls } from './channels.ts'
import { currencyCalls } from './currencies.ts'
import { deliveryCalls } from './deliveries.ts'
import { disputeCalls } from './disputes.ts'
import { documentCalls } from './documents.ts'
import { gameKeyCalls } from './game-keys.ts'
import { healthCalls } from './health.ts'
import { homeCalls } from './home.ts'
import { importCalls } from './imports.ts'
import { lawCalls } from './law.ts'
import { ledgerCalls } from './ledger.ts'
import { mediaCalls } from './media.ts'
import { monthCalls } from './months.ts'
import { orderCalls } from './orders.ts'
import { payoutCalls } from './payouts.ts'
import { playerCalls } from './players.ts'
import { pointsCalls } from './points.ts'
import { priceCalls } from './prices.ts'
import { productCalls } from './products.ts'
import { promotionCalls } from './promotion.ts'
import { refundCalls } from './refunds.ts'
import { remarkCalls } from './remarks.ts'
import { reportCalls } from './reports.ts'
import { revisionCalls } from './revisions.ts'
import { roleCalls } from './roles.ts'
import { searchCalls } from './search.ts'
import { setupCalls } from './setup.ts'
import { staffCalls } from './staff.ts'
import { todayCalls } from './today.ts'
import { viewCalls } from './views.ts'
import { waitingCalls } from './waiting.ts'
import { webhookCalls } from './webhooks.ts'
import { withdrawalCalls } from './withdrawals.ts'

/** Every call of the desk, by its path below `/console/api/`. */
export const deskCalls = {
  ...alertCalls,
  ...appealCalls,
  ...approvalCalls,
  ...articleCalls,
  ...auditCalls,
  ...campaignCalls,
  ...channelCalls,
  ...currencyCalls,
  ...deliveryCalls,
  ...disputeCalls,
  ...documentCalls,
  ...gameKeyCalls,
  ...healthCalls,
  ...homeCalls,
  ...importCalls,
  ...lawCalls,
  ...ledgerCalls,
  ...mediaCalls,
  ...monthCalls,
  ...orderCalls,
  ...payoutCalls,
  ...playerCalls,
  ...pointsCalls,
  ...priceCalls,
  ...productCalls,
  ...promotionCalls,
  ...refundCalls,
  ...remarkCalls,
  ...reportCalls,
  ...revisionCalls,
  ...roleCalls,
  ...searchCalls,
  ...setupCalls,
  ...staffCalls,
  ...todayCalls,
  ...viewCalls,
  ...waitingCalls,
  ...webhookCalls,
  ...withdrawalCalls,
}

export type DeskCalls = typeof deskCalls
export type DeskCallName = keyof DeskCalls
export type DeskBody<N extends DeskCallName> = z.input<DeskCalls[N]['body']>
export type DeskParsed<N extends DeskCallName> = z.output<DeskCalls[N]['body']>
export type DeskResult<N extends DeskCallName> = z.output<DeskCalls[N]['result']>
export type Me = DeskResult<'session/me'>
