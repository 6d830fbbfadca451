import type { GameRole, GameServer } from '@hc/contract/calls'
import { useEffect, useMemo, useState } from 'react'
import { useSession } from '../../lib/session.ts'
import { keys, readJson, writeJson } from '../../lib/storage.ts'
import { type CallState, useCall } from '../../lib/use-call.ts'

export type Choice = { server_id: string; role_id: string }
/** What local storage keeps under webRoleData: the role call's answer, and the pair last chosen. */
type Stored = { servers: GameServer[]; chosen: Choice }

const isServer = (value: unknown): value is GameServer =>
  typeof (value as GameServer | null)?.server_id === 'string' && Array.isArray((value as GameServer).roles)

const isStored = (value: unknown): value is Stored => {
  const { servers, chosen } = (value ?? {}) as Partial<Stored>
  return Array.isArray(servers) && servers.every(isServer) && typeof chosen?.server_id === 'string' && typeof chosen.role_id === 'string'
}

const NOTHING: Choice = { server_id: '', role_id: '' }
export const SERVER_MAINTENANCE = 1

/** The pair as far as the list still has it; a server with a single character needs no second choice. */
export function settle(servers: readonly GameServer[], wanted: Choice): Choice {
  const server = servers.find((one) => one.server_id === wanted.server_id)
  if (!server) return NOTHING
  const role = server.roles.find((one) => one.role_id === wanted.role_id) ?? (server.roles.length === 1 ? server.roles[0] : undefined)
  return { server_id: server.server_id, role_id: role?.role_id ?? '' }
}

export type RoleChoice = {
  call: CallState<'user/webRole'>
  servers: readonly GameServer[] | null
  chosen: Choice
  server: GameServer | undefined
  role: GameRole | undefined
  choose: (choice: Choice) => void
}

/** "Choose server, then role" with memory: the last list shows at once, the fresh one corrects it. */
export function useRoleChoice(): RoleChoice {
  const { status } = useSession()
  const call = useCall('user/webRole', status === 'player' ? {} : null, true)
  const stored = useMemo(() => (status === 'player' ? readJson(keys.webRole, isStored) : null), [status])
  const [picked, setPicked] = useState<Choice | null>(null)

  const servers = call.result ?? stored?.servers ?? null
  const chosen = servers ? settle(servers, picked ?? stored?.chosen ?? NOTHING) : NOTHING
  const { server_id, role_id } = chosen
  useEffect(() => {
    if (servers) writeJson(keys.webRole, { servers, chosen: { server_id, role_id } })
  }, [servers, server_id, role_id])

  const server = servers?.find((one) => one.server_id === server_id)
  return { call, chosen, server, servers, role: server?.roles.find((one) => one.role_id === role_id), choose: setPicked }
}

/** Chooses a character before the top-up page opens, from the account page. */
export function rememberChoice(servers: GameServer[], choice: Choice): void {
  writeJson(keys.webRole, { servers, chosen: settle(servers, choice) })
}
