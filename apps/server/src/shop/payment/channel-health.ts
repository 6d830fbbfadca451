import type { Ctx } from '../../ctx.ts'
import { type BriefCache, createBriefCache } from '../../platform/brief-cache.ts'

/**
 * Of each process (its channels are its own): those whose last call failed, because only they have good news to tell,
 * and those that it last read as out of the offer.
 */
type Health = { failing: Set<string>; resting: BriefCache<'channels', ReadonlySet<string>> }
const healthByProcess = new WeakMap<Ctx['channels'], Health>()
function healthOf(channels: Ctx['channels']): Health {
  const health = healthByProcess.get(channels) ?? { failing: new Set(), resting: createBriefCache() }
  healthByProcess.set(channels, health)
  return health
}

/**
 * Tells all processes how a gateway answered. From the fifth failure in a row on it is not offered for 30 seconds,
 * doubling to 10 minutes (sql/functions/money/channels.sql); then the next player tries it, and one success makes it
 * whole.
 */
export async function noteChannel(ctx: Pick<Ctx, 'q' | 'channels'>, channel: string, ok: boolean): Promise<void> {
  const { failing, resting } = healthOf(ctx.channels)
  if (ok && !failing.has(channel)) return
  if (ok) failing.delete(channel)
  else failing.add(channel)
  await ctx.q({ name: 'note-channel', text: 'select note_channel($1, $2)' }, [channel, ok])
  resting.drop('channels')
}

/** The channels that are out of the offer, read at most every 800 ms. */
export async function restingChannels(ctx: Pick<Ctx, 'q' | 'channels'>): Promise<ReadonlySet<string>> {
  const { resting } = healthOf(ctx.channels)
  const cachedCodes = resting.get('channels')
  if (cachedCodes) return cachedCodes
  const rows = await ctx.q<{ channel_code: string }>({
    name: 'resting-channels',
    text: 'select channel_code from channel_health where open_until > app_now()',
  })
  const codes = new Set(rows.map((row) => row.channel_code))
  resting.set('channels', codes)
  return codes
}
