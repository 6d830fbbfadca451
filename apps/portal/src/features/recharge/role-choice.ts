import { fieldsOf, isRecord } from '@hc/domain/record'
import type { GameRole, GameServer } from '@hc/contract/calls'
import { useEffect, useState } from 'react'
import { useSession } from '../../lib/session.ts'
import { keys, readJson, writeJson } from '../../lib/storage.ts'
import { type CallState, useCall } from '../../lib/use-call.ts'

export type Choice = { server_id: string; role_id: string }
/** Local storage under webRoleData: the answer of the role call, and the pair of server and character last chosen. */
type Stored = { servers: GameServer[]; chosen: Choice }

const isServer = (value: unknown): value is GameServer =>
  isRecord(value) && typeof value.server_id === 'string' && Array.isArray(value.roles)

const isStored = (value: unknown): value is Stored => {
  const { servers, chosen } = fieldsOf(value)
  const { server_id, role_id } = fieldsOf(chosen)
  return (
    Array.isArray(servers) && servers.every(isServer) && typeof server_id === 'string' && typeof role_id === 'string'
  )
}

const NOTHING: Choice = { server_id: '', role_id: '' }
export const SERVER_MAINTENANCE = 1

const isOpen = ({ status }: GameServer): boolean => status !== SERVER_MAINTENANCE

/** The pair, as far as the list still contains it. On an open server with a single character that one is chosen. */
function settle(servers: readonly GameServer[], wish: Choice): Choice {
  const server = servers.find((candidate) => candidate.server_id === wish.server_id)
  if (!server) return NOTHING
  const role =
    server.roles.find((candidate) => candidate.role_id === wish.role_id) ??
    (server.roles.length === 1 && isOpen(server) ? server.roles[0] : undefined)
  return { server_id: server.server_id, role_id: role?.role_id ?? '' }
}

/**
 * The choice before the player chooses: the last pair, else the only character there is. A server in maintenance is
 * skipped.
 */
function preselect(servers: readonly GameServer[], last: Choice): Choice {
  const usable = servers.filter(isOpen)
  const settled = settle(usable, last)
  const [only, second] = usable.flatMap((server) => server.roles)
  return settled.role_id || !only || second ? settled : { server_id: only.server_id, role_id: only.role_id }
}

export type RoleChoice = {
  call: CallState<'user/webRole'>
  servers: readonly GameServer[] | null
  chosen: Choice
  server: GameServer | undefined
  role: GameRole | undefined
  choose: (choice: Choice) => void
}

/**
 * "Choose server, then role" with memory: the last list and pair show at once, the fresh list corrects them.
 * @param preferred the pair that a link names; it counts until another one is chosen.
 */
export function useRoleChoice(preferred: Choice | null = null): RoleChoice {
  const { status } = useSession()
  const call = useCall('user/webRole', status === 'player' ? {} : null, { keep: true })
  // Once the address names nobody any more, what was kept meanwhile counts.
  const stored = status === 'player' ? readJson(keys.webRole, isStored) : null
  const [chosenHere, setPicked] = useState<Choice | null>(null)
  const picked = chosenHere ?? preferred

  const servers = call.result ?? stored?.servers ?? null
  const last = picked ?? stored?.chosen ?? NOTHING
  const choice = servers ? (picked ? settle : preselect)(servers, last) : NOTHING
  const { server_id, role_id } = choice
  // A pair whose server is in maintenance stays remembered.
  const target = role_id ? choice : last
  useEffect(() => {
    if (servers) writeJson(keys.webRole, { servers, chosen: { server_id: target.server_id, role_id: target.role_id } })
  }, [servers, target.server_id, target.role_id])

  const server = servers?.find((candidate) => candidate.server_id === server_id)
  const role = server?.roles.find((candidate) => candidate.role_id === role_id)
  return { call, chosen: choice, server, servers, role, choose: setPicked }
}

type Target = { server: GameServer; role: GameRole }

/**
 * The character of the newest order, as far as its server is open and still has it; for a player with several
 * characters.
 */
export function useLastTarget({ servers }: RoleChoice): Target | null {
  const { status } = useSession()
  const isMany = servers !== null && servers.filter(isOpen).flatMap(({ roles }) => roles).length > 1
  const { result } = useCall('order/record', status === 'player' && isMany ? { page: 1, size: 1 } : null)
  const order = result?.[0]
  const server = servers?.find((candidate) => candidate.server_id === order?.server_id && isOpen(candidate))
  const role = server?.roles.find((candidate) => candidate.role_id === order?.role_id)
  return server && role ? { server, role } : null
}

/** The character chosen last, as this browser remembers it. */
export function rememberedRole(): Target | null {
  const stored = readJson(keys.webRole, isStored)
  const server = stored?.servers.find((candidate) => candidate.server_id === stored.chosen.server_id)
  const role = server?.roles.find((candidate) => candidate.role_id === stored?.chosen.role_id)
  return server && role ? { server, role } : null
}

/** Chooses a character before the top-up page opens, from the account page. */
export function rememberChoice(servers: GameServer[], choice: Choice): void {
  writeJson(keys.webRole, { servers, chosen: choice })
}
