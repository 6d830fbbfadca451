/**
 * The permissions of the desk's roles, as data: one row for each permission, one column for each role (console design,
 * sections 4 and 5).
 *
 * `do`: allowed. `within`: allowed up to the role's limits; above them a call becomes a request. `ask`: may only
 * request. A `+` behind one of these: the role also decides others' requests. `decide`: it only decides them. `-`: not
 * allowed.
 */
export const roleKeys = ['auditor', 'support', 'lead', 'content', 'campaign', 'finance', 'ops', 'owner'] as const
export type RoleKey = (typeof roleKeys)[number]

const table = `
today.read              do  do      do       do     do      do      do       do
health.read             do  do      do       do     do      do      do       do
view.write              do  do      do       do     do      do      do       do
note.write              -   do      do       do     do      do      do       do
order.read              do  do      do       -      do      do      do       do
player.read             do  do      do       -      do      do      do       do
delivery.read           do  do      do       -      do      do      do       do
refund.read             do  do      do       -      do      do      do       do
dispute.read            do  do      do       -      do      do      do       do
order.bodies            do  -       do       -      -       do      do       do
order.ask               -   do      do       -      -       do      do       do
order.retell            -   do      do       -      -       do      do       do
refund.make             -   within  within+  -      -       within+ -        within+
refund.retry            -   -       ask      -      -       do+     -        do+
refund.settle_gateway   -   -       ask      -      -       do+     -        do+
hold.release            -   -       ask      -      -       do+     -        do+
hold.seen               -   -       ask      -      -       do+     -        do+
refund.settle_elsewhere -   -       -        -      -       ask+    -        ask+
refund.close            -   -       -        -      -       ask+    -        ask+
recall.close            -   -       do       -      -       -       within+  do+
delivery.again_since    -   -       -        -      -       -       within+  do+
inbox.read              do  -       do       -      -       do      do       do
inbox.work              -   -       -        -      -       do      do       do
inbox.close             -   -       -        -      -       do      -        do
finding.settle          -   -       -        -      -       do      -        do
dispute.work            -   -       -        -      -       do      -        do
player.reveal           -   do      do       -      -       do      -        do
player.end_sessions     -   do      do       -      -       -       do       do
player.disable          -   -       do       -      -       -       -        do
player.export           -   -       ask      -      -       -       -        decide
player.erase            -   -       ask      -      -       -       -        decide
points.adjust           -   ask     within+  -      ask     ask+    -        ask+
product.read            do  do      do       do     do      do      do       do
campaign.read           do  do      do       do     do      do      do       do
content.read            do  do      do       do     do      do      do       do
product.text            -   -       -        do     do      -       -        do
media.write             -   -       -        do     do      -       -        do
product.create          -   -       -        -      do      -       -        do
product.sell            -   -       -        -      do      -       -        do
product.price           -   -       -        -      ask     decide  -        ask+
product.bonus           -   -       -        -      ask     decide  -        ask+
channel.rules           -   -       -        -      -       decide  ask      ask+
channel.switch_on       -   -       -        -      -       decide  ask      ask+
channel.switch_off      -   -       do       -      -       do      do       do
sales.pause             -   -       do       -      -       do      do       do
campaign.edit           -   -       -        -      do      -       -        do
campaign.dry_run        -   -       -        -      do      -       -        do
code.make               -   -       -        -      do      -       -        do
campaign.start          -   -       -        -      within  decide  -        do+
campaign.stop           -   -       -        -      within  decide  -        do+
code.export             -   -       -        -      do      -       -        do
content.edit            -   -       -        do     do      -       -        do
content.publish         -   -       -        do     do      -       -        do
content.take_down       -   -       -        do     do      -       -        do
legal.publish           -   -       -        ask    -       -       -        ask+
report.service          do  do      do       -      do      do      do       do
report.money            do  -       -        -      do      do      -        do
ledger.read             do  -       -        -      -       do      -        do
ledger.export           do  -       -        -      -       do      -        do
settlement.import       -   -       -        -      -       do      -        do
period.close            -   -       -        -      -       ask+    -        decide
ledger.correct          -   -       -        -      -       ask+    -        ask+
doctor.run              do  -       -        -      -       do      do       do
reconcile.run           do  -       -        -      -       do      do       do
gamekey.rotate          -   -       -        -      -       -       ask      ask+
promote.import          -   -       -        -      -       -       ask      ask+
alert.write             -   -       -        -      -       -       do       do
setup.run               -   -       -        -      -       -       do       do
audit.own               do  do      do       do     do      do      do       do
audit.read              do  -       -        -      -       -       -        do
audit.export            do  -       -        -      -       -       -        do
staff.read              do  -       -        -      -       -       -        do
staff.invite            -   -       -        -      -       -       -        do
staff.suspend           -   -       -        -      -       -       -        do
staff.role              -   -       -        -      -       -       -        ask+
role.edit               -   -       -        -      -       -       -        ask+
rule.edit               -   -       -        -      -       -       -        ask+`

export type Mark = 'do' | 'within' | 'ask'
export type Right = { mark: Mark | null; decides: boolean }

const rows = table
  .trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/))

const rightOf = (cell: string): Right => {
  if (cell === '-') return { mark: null, decides: false }
  if (cell === 'decide') return { mark: null, decides: true }
  const decides = cell.endsWith('+')
  return { mark: (decides ? cell.slice(0, -1) : cell) as Mark, decides }
}

/** Every permission, in the table's order. */
export const permissions: readonly string[] = rows.map(([permission = '']) => permission)

/**
 * The permissions to give, take, sell or reveal. Each changing call of theirs needs a factor of the last five minutes:
 * a session that somebody left open, or stole, gives nothing away (decision 577).
 */
export const freshPermissions: ReadonlySet<string> = new Set(
  `refund.make refund.retry refund.settle_gateway refund.settle_elsewhere refund.close hold.release recall.close
  delivery.again_since player.reveal player.disable player.export player.erase points.adjust product.create
  product.sell product.price product.bonus channel.rules channel.switch_on channel.switch_off sales.pause
  campaign.start campaign.stop code.make code.export legal.publish ledger.export settlement.import period.close
  ledger.correct finding.settle gamekey.rotate promote.import audit.export staff.invite staff.suspend staff.role
  role.edit rule.edit alert.write`.split(/\s+/),
)

/** The mark of a built-in role for a permission. */
export function right(role: RoleKey, permission: string): Right {
  const row = rows.find(([name]) => name === permission)
  return rightOf(row?.[1 + roleKeys.indexOf(role)] ?? '-')
}

/** A role's limits per call and per day, in cents, points or rows; beyond them a call becomes a request. */
export type Limits = Readonly<Record<string, { each: number; day: number }>>
const usd = (each: number, day: number): { each: number; day: number } => ({ each: each * 100, day: day * 100 })
export const limitsOf: Readonly<Record<RoleKey, Limits>> = {
  auditor: {},
  support: { 'refund.make': usd(20, 100) },
  lead: { 'refund.make': usd(100, 1_000), 'points.adjust': { each: 500, day: 500 } },
  content: {},
  campaign: { 'campaign.start': usd(1_000, 1_000), 'campaign.stop': usd(1_000, 1_000) },
  finance: { 'refund.make': usd(500, 5_000) },
  ops: { 'recall.close': { each: 50, day: 50 }, 'delivery.again_since': { each: 50, day: 50 } },
  owner: { 'refund.make': usd(500, 500) },
}

/** A role as the database keeps it (`desk.role`). */
export const roleRow = (role: RoleKey): { permissions: Record<string, Mark>; decides: string[]; limits: Limits } => ({
  permissions: Object.fromEntries(
    permissions.flatMap((name) => {
      const { mark } = right(role, name)
      return mark ? [[name, mark]] : []
    }),
  ),
  decides: permissions.filter((name) => right(role, name).decides),
  limits: limitsOf[role],
})
