import { z } from 'zod'
import type { DeskCall } from './call.ts'

/*
 * Data has its own right, whatever call carries it (decision 590). A field of an answer belongs to a kind of data by
 * its name; a reader without one of the kind's rights gets the answer without that field. A name that may mean anything
 * stands in `openNames`, and each field of that name has a row in `rows` below.
 */

type Kind = { readonly rights: readonly string[]; readonly names: string }

/** The kinds of data that need a right of their own. One of the rights is enough. */
export const dataKinds = {
  order: { rights: ['order.read'], names: 'order_no named_order newest' },
  player: { rights: ['player.read'], names: 'uid account_id role_id role_name pseudonym' },
  /** Names and addresses in full. */
  person: { rights: ['player.reveal'], names: 'buyer contact phone' },
  staff: { rights: ['staff.read'], names: 'email' },
  audit: { rights: ['audit.read'], names: 'actor actor_name prev' },
  /** Sums over many orders, and what gifts were worth. */
  revenue: {
    rights: ['report.money', 'ledger.read', 'settlement.import'],
    names: `gross_cents gross_minor refunded_cents refunded_minor paid_cents paid_minor captured_cents disputed_cents
      payouts_cents fees_cents fee_cents net_cents there_cents usd_cents tax_minor back_minor back_tax_minor value_cents
      forecast_cents totals liability given`,
  },
  /** Numbers that a gateway gave. */
  reference: {
    rights: ['refund.read', 'dispute.read', 'inbox.read', 'ledger.read', 'settlement.import'],
    names: 'txn refund_txn event_id reference dispute_id payout payouts',
  },
  /** What a gateway sent, word by word. */
  body: { rights: ['order.bodies'], names: 'raw' },
  code: { rights: ['code.export'], names: 'codes' },
} as const satisfies Record<string, Kind>
export type DataKind = keyof typeof dataKinds

const wordsOf = (text: string): string[] => text.trim().split(/\s+/)

/** Names that say nothing about their data. */
export const openNames: ReadonlySet<string> = new Set(
  wordsOf(`address after approved_by base64 because before body cause code command data detail ended_note evidence facts
    forecast fresh_until game_said id jsonl key label line message name note number patch query reason requested_by row
    said secret subject target text ticket uri url value values`),
)

/** Names of data that whoever may make the call reads. A name that stands nowhere in this file is a test's failure. */
export const plainNames: ReadonlySet<string> = new Set(
  wordsOf(`
    account action active added adjusted adjustment alert_id alerts alt amount amount_cents amount_minor appeal
    appealed_at applied approval_no approvals asked_at asked_by asked_by_name asks at attempts audit_seq back_cents
    balance_basic balance_present bank basic basic_points behind bonus bonus_pct book book_id booked_at books broken
    browser built_in by call campaign cents challenge changed channel channel_code channel_id channels characters
    checked_at claimed_by clicks clock_ms closed closed_at closed_by column condition configured corrected_by correction
    corrects countries country counts cp_goods_id created created_at credential_id csrf cta currencies currency day
    days debt debt_basic debt_present decided_by decides deleted_at delivered delivered_at delivery desc did
    differences disabled disputed disputes disputes_before disputes_due done_at done_by due due_at due_id enabled
    ended ended_at ended_by_name ended_why ends_at entity entity_id evidence_min exact expires_at export_no failed
    failures featured fees findings fingerprint first_order_at for_role found_at fresh from gateway gift_goods_id
    gift_quantity goods goods_name got grant grant_no grants gross hash head height held help high hold holds hot
    hour html icon img imgNarrow import_id issue_ts issued_at item items journal_id key_id kicker kind known
    lapses_at last_hour leaving_waits left left_cents level light likely limits lines live_at live_version local
    locale locales long low made made_at made_before mark max_cents max_minor may may_decide may_withdraw
    merchant_of_record min_cents min_minor mine mine_ended mine_open minor mode month more moved moved_from ms
    muted_until n names net newcomers next next_at next_is_over next_try_at of ok oldest_at on_since open open_for
    opened opened_at ordered_at orders orders_with other other_grant outcome owed_cents own p50 p50_before p95
    p95_before p99 page paid paid_at paid_before paragraphs part passkeys password path paused payment payments
    people per_account per_role per_usd percent permission permissions pinned planned players points points_minor
    present present_points price_cents price_id proof protected quantity quiet_days quiet_from quiet_to quiet_zone
    rate_pct rate_ppm recharge recovery_left redeem_failures refund refund_mail refunded_at refunds refused region
    remark_id report_id rests_until reviewed_at reviewed_by role roles rows rule runbook runs_at sale_ts sales same
    saved seen seen_at seen_by sentence seq series server_id server_name session_id sessions settled_elsewhere
    shared shop sign sign_in sign_ins_after signs since since_close size sort source sso staff staff_id stage
    started_at starts_at state stated_at status strikes subtitle summary suspended suspense system tag tax tax_ids
    tax_name there this_one threshold threshold_cents title to to_decide to_export told total totp tries trusted
    twice type unit unpaid unpublish_at unseen untaxed until used used_at uses valid_from valid_to version versions
    badges each_minor leaving_cents left_minor most_minor recall work
    requested_as view_id visits waiting weak weak_all weekly what where why width window_minutes withdrawn writing zone
    before_from before_minor orders_before before_to step todo card quiet must tested_at done fact`),
)

/**
 * A row: the call, the readers, and the fields. `call`: all who may make the call. `own`: the field concerns the reader
 * alone, or somebody with a link. `part`: the handler decides by the right of each row. Otherwise a permission.
 */
const rows = `
session/passkeyOptions   own   *
session/ssoOptions       own   url
session/me               own   email name
session/me               call  visitor
session/list             own   [].address
session/stepUp           own   fresh_until
session/stepUpOptions    own   *
session/ssoStepUp        own   fresh_until
session/ssoStepUpOptions own   url
factor/list              own   passkeys[].name
factor/totpBegin         own   secret uri
factor/passkeyOptions    own   *
factor/recoveryCodes     own   codes
invitation/read          own   email name
staff/invite             call  url
staff/list               call  [].name
staff/invitations        call  [].name
role/list                call  [].name
rule/list                call  [].note
audit/list               own   lines[].actor lines[].actor_name lines[].target lines[].line lines[].prev
search/find              part  [].id [].line [].order.cause
order/list               call  rows[].refunded_cents rows[].cause
order/choices            call  servers[].id servers[].name campaigns[].id campaigns[].name
order/read               call  order.game_said order.cause order.method order.method_brand player.label money.paid_cents money.fee_cents money.net_cents tax.name
order/read               call  documents[].number timeline[].facts
remark/list              part  [].text [].ticket
waiting/list             part  rows[].subject rows[].detail rows[].title.text rows[].title.target rows[].also[].subject
delivery/list            order.read  rows[].id rows[].number
delivery/list            call  rows[].said
delivery/againPlan       order.read  first[].id first[].grant
refund/list              order.read  rows[].id
refund/list              call  rows[].reason rows[].because rows[].said
refund/list              order.read  rows[].requested_by rows[].approved_by
dispute/list             call  rows[].reason
dispute/read             call  dispute.reason work.text work.files[].name
inbox/list               call  rows[].id
inbox/read               call  raw detail
finding/list             call  [].detail
view/list                part  [].name [].query
player/read              call  email phone roles[].name paid_cents refunded_cents others[].paid_minor
player/read              call  others[].refunded_minor
player/orders            call  rows[].refunded_cents rows[].cause
player/points            call  rows[].reason
player/deliveries        call  rows[].name
player/deliveries        order.read  rows[].number
player/redeemed          call  rows[].number rows[].code
player/reveal            call  value
player/exportTake        call  data
approval/list            own   approvals[].target approvals[].reason approvals[].ended_note
approval/read            own   target reason ended_note votes[].name votes[].note command forecast
approval/read            own   meanwhile[].was meanwhile[].now thing.order.cause
today/read               report.money now.points before.points
today/board              report.money series[].gross_minor series[].before_minor sums[].minor sums[].before_minor
today/board              report.money refunded[].minor refunded[].before_minor sums[].currency refunded[].currency
today/board              report.money items[].sums[].minor items[].sums[].currency
today/board              part latest[].cause
health/read              call  lines[].key lines[].values house[].key house[].values
media/list               call  art[]
book/list                call  prices[].next_minor
product/list             call  [].sold[]
pulse/read               part  news[].id news[].about news[].text news[].value
pulse/read               own   news[].unread welcome
setup/read               call  steps[].key steps[].values
setup/test               call  detail
alert/list               part  alerts[].subject alerts[].todo.subject
alert/list               call  alerts[].value
alert/setup              alert.write channels[].address
alert/setup              call  channels[].name
alert/saveChannel        call  secret
refund/parts             call  paid_cents refunded_cents parts[].reason parts[].detail
points/read              call  adjustments[].note
report/money             call  rows[].key others[].key
product/list             call  [].id [].texts.name
product/read             call  product.id product.texts.name plans[].id plans[].target plans[].patch plans[].reason
product/read             call  plans[].detail
product/text             call  plan.id
product/sell             call  plan.id
product/price            call  plan.id
product/bonus            call  plan.id
revision/list            call  versions[].reason
revision/read            call  saved.reason body
calendar/list            call  plans[].id plans[].target plans[].patch plans[].reason plans[].detail dates[].target
calendar/list            call  names[].target names[].name
channel/list             call  [].code [].name [].secrets[].name
channel/off              call  plan.id
channel/methods          call  [].method [].name [].settles [].usual.settles [].lapsed
channel/on               call  plan.id
channel/rules            call  plan.id
channel/try              call  detail
sales/pause              call  plan.id
article/list             call  rows[].id
article/read             call  id plans[].id plans[].target plans[].patch plans[].reason plans[].detail
article/save             call  id
article/publish          call  plan.id
article/mark             call  plan.id
article/takeDown         call  plan.id
article/export           call  jsonl
article/import           call  errors[].line errors[].message
home/read                call  body.downloads[].url body.features[].id body.features[].text body.gameInfo.facts[].label
home/read                call  body.gameInfo.facts[].value plans[].id plans[].target plans[].patch plans[].reason
home/read                call  plans[].detail
home/publish             call  plan.id
preview/make             call  url
media/upload             call  url
ledger/currencies        call  []
ledger/journals          call  journals[].reason
ledger/journal           call  reason cause
ledger/export            call  name base64
ledger/number            call  plan.id
campaign/list            call  rows[].id rows[].name
campaign/read            call  id name texts.name plans[].id
campaign/read            call  plans[].target plans[].patch plans[].reason plans[].detail
campaign/explain         call  lines[].key lines[].values
campaign/explain         order.read  lines[].row
campaign/dryRun          call  value_cents tiers[].value_cents largest[].value_cents
import/list              call  rows[].target rows[].name
import/read              call  job.target job.name changes[].target changes[].before changes[].after
import/lines             call  lines[].line lines[].target lines[].errors[].value
export/file              call  name text
promote/state            call  key recent[].target recent[].name
promote/export           call  name text key
gamekey/take             call  secret
report/counts            call  rows[].key
report/tax               call  rows[].name
report/saved             own   [].name
law/list                 call  packs[].note texts[].body
withdrawal/list          call  rows[].number
withdrawal/reveal        call  name
document/list            call  rows[].number rows[].gross_minor rows[].tax_minor
document/due             call  [].gross_minor
document/read            call  document.number document.seller.name document.seller.address
document/read            call  document.seller.tax_ids[].name document.seller.tax_ids[].number document.buyer
document/read            call  document.lines[].name
book/list                call  entities[].name
book/prices              call  items[].name
book/preview             call  rows[].name
appeal/list              call  rows[].note
currency/list            call  currencies[].code entities[].name entities[].address rates[].name`

type Reader = 'call' | 'own' | 'part' | { readonly rights: readonly string[] }
const exceptions = new Map<string, Reader>(
  rows
    .trim()
    .split('\n')
    .flatMap((row) => {
      const [call = '', who = '', ...paths] = wordsOf(row)
      const reader: Reader = who === 'call' || who === 'own' || who === 'part' ? who : { rights: [who] }
      return paths.map((path): [string, Reader] => [`${call} ${path}`, reader])
    }),
)
/** Every row of the table, as `{call} {path}`. */
export const dataRows: readonly string[] = [...exceptions.keys()]

const kindOfName = new Map<string, DataKind>(
  (Object.keys(dataKinds) as DataKind[]).flatMap((kind) =>
    wordsOf(dataKinds[kind].names).map((name): [string, DataKind] => [name, kind]),
  ),
)
/** The kind of data of a field by its name; undefined: no kind that needs a right. */
export const dataKind = (name: string): DataKind | undefined => kindOfName.get(name)

/** A step into an answer: a field, each element of a list, or each value of a map. */
export type Step =
  | { readonly into: 'field'; readonly name: string }
  | { readonly into: 'list' }
  | { readonly into: 'map' }
/** `blank`: a value that the schema takes in place of the data; undefined: the field is left out. */
export type Blank = { readonly at: readonly Step[]; readonly blank: null | '' | [] | undefined }
export type Field = {
  /** Such as `rows[].order_no`. A map's values have the map's own path. */
  readonly path: string
  readonly name: string
  /** The nearest place, at the field or around it, that may be blank; null: there is none. */
  readonly blank: Blank | null
}

/** Every field of an answer that is not made of others, and every field of a kind of data. */
export function fieldsOfAnswer(result: z.ZodType): Field[] {
  const findings: Field[] = []
  const walk = (type: z.ZodType, path: string, at: readonly Step[], around: Blank | null): void => {
    const name = path.replaceAll('[]', '').split('.').at(-1) ?? ''
    if (type instanceof z.ZodDefault || type instanceof z.ZodReadonly)
      walk(type.unwrap() as z.ZodType, path, at, around)
    else if (type instanceof z.ZodPipe) walk(type.out as z.ZodType, path, at, around)
    else if (type instanceof z.ZodNullable) walk(type.unwrap() as z.ZodType, path, at, { at, blank: null })
    else if (type instanceof z.ZodOptional) walk(type.unwrap() as z.ZodType, path, at, { at, blank: undefined })
    else if (type instanceof z.ZodUnion) for (const option of type.options) walk(option as z.ZodType, path, at, around)
    else if (type instanceof z.ZodArray) {
      const blank: Blank = { at, blank: [] }
      if (kindOfName.has(name)) findings.push({ path, name, blank })
      else walk(type.element as z.ZodType, `${path}[]`, [...at, { into: 'list' }], blank)
    } else if (type instanceof z.ZodRecord) walk(type.valueType as z.ZodType, path, [...at, { into: 'map' }], around)
    else if (type instanceof z.ZodObject && kindOfName.has(name) && around?.at === at)
      findings.push({ path, name, blank: around })
    else if (type instanceof z.ZodObject) {
      for (const [ownId, inner] of Object.entries<z.ZodType>(type.shape))
        walk(inner, path === '' ? ownId : `${path}.${ownId}`, [...at, { into: 'field', name: ownId }], around)
      if (type.def.catchall && !(type.def.catchall instanceof z.ZodNever))
        findings.push({ path: path === '' ? '*' : `${path}.*`, name: '*', blank: around })
    } else
      findings.push({
        path,
        name,
        blank: around?.at !== at && type instanceof z.ZodString ? { at, blank: '' } : around,
      })
  }
  walk(result, '', [], null)
  return findings
}

/** The readers of a field: `unknown` if nothing names them. */
export function readerOf(call: string, { path, name }: Field): Reader | 'unknown' {
  const row = exceptions.get(`${call} ${path}`)
  if (row) return row
  const kind = kindOfName.get(name)
  if (kind) return { rights: dataKinds[kind].rights }
  return plainNames.has(name) ? 'call' : 'unknown'
}

export type Guarded = { readonly rights: readonly string[]; readonly field: Field }
/** The fields of a call's answer that its own permission does not allow. */
export const guardedFields = (call: string, { permission, result }: DeskCall): Guarded[] =>
  fieldsOfAnswer(result).flatMap((field) => {
    const reader = readerOf(call, field)
    return typeof reader === 'string' || reader.rights.includes(permission) ? [] : [{ rights: reader.rights, field }]
  })

/** Fields of a body that name somebody's data: whoever names it learns whether it exists. */
export const namedInBody: Readonly<Record<string, string>> = {
  uid: 'player.read',
  role_id: 'player.read',
  order_no: 'order.read',
}
