import type { Ctx } from '../../ctx.ts'

/** Of each process (its channels are its own), those whose last call failed: only they have good news to tell. */
const failures = new WeakMap<Ctx['channels'], Set<string>>()

/**
 * Tells all processes how a gateway answered. From the fifth failure in a row on it is not offered for 30 seconds,
 * doubling to 10 minutes (sql/functions/money/channels.sql); then the next player tries it, and one success makes it
 * whole.
 */
export async function noteChannel(ctx: Pick<Ctx, 'q' | 'channels'>, channel: string, ok: boolean): Promise<void> {
  const failing = failures.get(ctx.channels) ?? new Set()
  failures.set(ctx.channels, failing)
  if (ok && !failing.has(channel)) return
  if (ok) failing.delete(channel)
  else failing.add(channel)
  await ctx.q({ name: 'note-channel', text: 'select note_channel($1, $2)' }, [channel, ok])
}

/** The channels that are out of the offer now. */
export async function restingChannels(ctx: Pick<Ctx, 'q'>): Promise<ReadonlySet<string>> {
  const rows = await ctx.q<{ channel_code: string }>({
    name: 'resting-channels',
    text: 'select channel_code from channel_health where open_until > app_now()',
  })
  return new Set(rows.map((row) => row.channel_code))
}
