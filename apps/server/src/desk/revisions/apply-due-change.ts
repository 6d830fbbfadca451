import type { Ctx } from '../../ctx.ts'

type Applied = { change_id: number; kind: string; target: string; state: 'done' | 'conflict' | 'failed' }

/** Applies the earliest due change. Gives whether there was one. */
export async function applyDueChange({ q, log }: Pick<Ctx, 'q' | 'log'>): Promise<boolean> {
  const [applied] = await q<Applied>({
    name: 'apply-due-change',
    text: 'select change_id, kind, target, state from apply_due_change()',
  })
  if (applied && applied.state !== 'done')
    log.warn(applied, 'a planned change was not applied: what it was planned for has changed, or its rule refuses it')
  return applied !== undefined
}
