/**
 * The first word of a call names the folder, or the file, of all that belongs to it, in every layer: `refund/list` is
 * in `contract/src/desk/refunds.ts`, `server/src/desk/refunds/` and `console/src/pages/refunds/`. At the desk the
 * folder is the word's plural, at the shop the word itself. These words differ, and at the shop a few calls whose
 * address the specification fixed.
 */
const differs = {
  desk: {
    bonus: 'campaigns',
    book: 'prices',
    calendar: 'revisions',
    code: 'campaigns',
    content: 'articles',
    export: 'imports',
    factor: 'staff',
    finding: 'webhooks',
    gamekey: 'game-keys',
    gateway: 'payouts',
    hold: 'orders',
    inbox: 'webhooks',
    invitation: 'staff',
    period: 'months',
    preview: 'revisions',
    promote: 'promotion',
    pulse: 'today',
    recall: 'deliveries',
    rule: 'approvals',
    sales: 'channels',
    session: 'staff',
    settlement: 'payouts',
  },
  shop: {
    bulletin: 'setting',
    code: 'campaign',
    epoint: 'points',
    operate: 'points',
    'order/confirmationPdf': 'document',
    'order/receipt': 'document',
    'order/receiptPdf': 'document',
    shop: 'market',
    user: 'identity',
    'user/supportRequest': 'support',
    withdraw: 'withdrawal',
  },
} as const satisfies Record<string, Record<string, string>>

/** Words that are a folder as they are: they name one thing, or have no plural. */
const alone = new Set([
  'audit',
  'health',
  'home',
  'law',
  'ledger',
  'media',
  'points',
  'search',
  'setup',
  'staff',
  'today',
  'waiting',
])

const plural = (word: string): string =>
  alone.has(word) ? word : word.endsWith('y') ? `${word.slice(0, -1)}ies` : `${word}s`

/** The folder of a call, such as `refund/list`. */
export function folderOf(wing: 'desk' | 'shop', call: string): string {
  const word = call.slice(0, call.indexOf('/'))
  const table: Readonly<Record<string, string>> = differs[wing]
  return table[call] ?? table[word] ?? (wing === 'desk' ? plural(word) : word)
}

/** The words and calls of the table. */
export const wordsThatDiffer = (wing: 'desk' | 'shop'): string[] => Object.keys(differs[wing])
