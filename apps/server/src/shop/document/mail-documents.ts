import { AppError } from '@hc/contract/errors'
import { defaultLocale, type Locale, matchLocale } from '@hc/contract/locales'
import type { Seal } from '../../platform/seal.ts'
import type { Messages } from '../message/messages.ts'
import type { MailFile } from '../message/frame.ts'
import type { Site } from '../message/site.ts'
import { type Bill, LETTERS, printPdf, type Sheet } from './pdf.ts'
import { purchaseOf, type PurchaseParts } from './purchase.ts'
import { readDocuments } from './read-documents.ts'
import { documentMail, pdfFile, sheetOf } from './printed-document.ts'

/** Where too many wait for the printer, the letter leaves without its file: its text has all facts. */
const fileOf = (sheet: Sheet): Promise<Buffer | null> =>
  printPdf(sheet, LETTERS).catch((error: unknown) => {
    if (error instanceof AppError) return null
    throw error
  })

type Printing = PurchaseParts & { seal: Seal }
type Which = { order: string; number: string; locale: Locale }
async function sheetOfNumber(deps: Printing, { order, number, locale }: Which): Promise<Bill | undefined> {
  const document = (await readDocuments(deps.q, deps.seal, order)).find((it) => it.number === number)
  return document && sheetOf(locale, document, order, await purchaseOf(deps, order, locale))
}

/** The file of a document, for the letter about its order's payment; null if it cannot be printed. */
export async function documentFile(deps: Printing, which: Which): Promise<MailFile | null> {
  const sheet = await sheetOfNumber(deps, which)
  const pdf = sheet && (await fileOf(sheet))
  return pdf ? pdfFile(sheet.number, pdf) : null
}

type Deps = Printing & {
  messages: Pick<Messages, 'offered' | 'close'>
  site: Site
  leaseSeconds: number
}
type Row = { due_id: number; order_no: string; number: string; email: string | null; locale: string | null }

/** After an outage of this length the mail is given up. */
const GIVE_UP_HOURS = 168
const AT_ONCE = 4

/**
 * Mails new documents, with their file, to buyers who want mail about their orders.
 * Gives how many there were. A document that cannot be printed goes as text alone.
 */
export async function mailDocuments(deps: Deps): Promise<number> {
  const { q, messages, site, leaseSeconds } = deps
  const rows = await q<Row>(
    {
      name: 'lease-document-mails',
      text: 'select due_id, order_no, number, email, locale from lease_document_mails($1, $2)',
    },
    [AT_ONCE, leaseSeconds],
  )
  for (const { due_id: dueId, order_no: order, number, email, locale: tag } of rows) {
    const target = messages.offered.has('email') ? email : null
    const locale = (tag === null ? undefined : matchLocale(tag)) ?? defaultLocale
    const sheet = target === null ? undefined : await sheetOfNumber(deps, { order, number, locale })
    const letter = sheet && documentMail(locale, site, sheet, { order, pdf: await fileOf(sheet) })
    await q({ name: 'mail-document', text: 'select mail_document($1, $2, $3, $4, $5)' }, [
      dueId,
      letter ? target : null,
      locale,
      letter ? messages.close(letter) : Buffer.alloc(0),
      GIVE_UP_HOURS,
    ])
  }
  return rows.length
}
