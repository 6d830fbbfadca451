import type { RoleKey } from '@hc/contract/desk/permissions'
import { type DeskClient, deskCommand, enrol, invitationLink } from './desk.ts'
import { freePort, type Shop, startShop } from './shop.ts'

const PASSWORD = 'Lantern-harbour-42'
export type DeskShop = {
  shop: Shop
  desk: string
  owner: DeskClient
  as(role: RoleKey): Promise<DeskClient>
  /** A second person approves the request of a call, or with `yes` false rejects it. Returns the request's state. */
  agreed(asked: { status: number; data: Record<string, unknown> | null }, yes?: boolean): Promise<string>
}

/** A shop with a desk, and its first owner; `as` makes other people at their first use. */
export async function startDeskShop(env: Record<string, string> = {}): Promise<DeskShop> {
  const port = await freePort()
  const desk = `http://localhost:${port}`
  const shop = await startShop({ CONSOLE_PORT: String(port), ...env })
  const invite = await deskCommand({ databaseUrl: shop.databaseUrl, desk }, 'staff', 'invite-owner', 'o@shop.example')
  const { client: owner } = await enrol(desk, invite.split('\n')[0] ?? '', PASSWORD)
  const known = new Map<RoleKey, DeskClient>([['owner', owner]])
  const as = async (role: RoleKey): Promise<DeskClient> => {
    const there = known.get(role)
    if (there) return there
    const invited = { email: `${role}@shop.example`, name: role, roles: [role] }
    const link = await invitationLink({ databaseUrl: shop.databaseUrl, desk }, invited)
    const { client } = await enrol(desk, link, PASSWORD)
    known.set(role, client)
    return client
  }
  return {
    shop,
    desk,
    owner,
    as,
    async agreed({ status, data }, yes = true) {
      if (status !== 202) throw new Error(`no request was made: ${status}`)
      const finance = await as('finance')
      const { result } = await finance.call('approval/decide', { approval_no: Number(data?.approval), yes })
      return result.state
    },
  }
}
