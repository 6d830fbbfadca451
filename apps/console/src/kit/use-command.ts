import { CallError } from '@hc/contract/client'
import type { DeskBody, DeskCallName, DeskResult } from '@hc/contract/desk/calls'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../lib/api.ts'
import { queries } from '../lib/queries.ts'
import { notice } from '../lib/outcome.ts'
import { useAction } from './use-action.ts'
import type { FormFields } from './use-fields.ts'

export type CommandOutcome<N extends DeskCallName> =
  | { did: true; result: DeskResult<N> }
  | { did: false; approval: number; again: boolean }

/** The number of the request, if the call became one. */
export const requestOf = (error: unknown): number | null =>
  error instanceof CallError && error.msg === 'NeedsApproval' ? Number(error.data?.approval) : null

type Options<N extends DeskCallName> = {
  fields?: FormFields | undefined
  /** The confirmation text. */
  done?: string | ((result: DeskResult<N>) => string)
  onDone?: (outcome: CommandOutcome<N>) => void
  /** Handles a refusal that the form shows itself, such as a conflict of versions. True: it did. */
  meets?: (error: unknown) => boolean
}

/**
 * A changing call that a person triggers. Its idempotency key is made once, and renewed after success: a retry after a
 * lost answer does nothing twice. Afterwards the shown data is loaded again.
 */
export function useCommand<N extends DeskCallName>(name: N, { fields, done, onDone, meets }: Options<N> = {}) {
  const t = useTranslations('desk')
  const { form, busy, errors, tell, run } = useAction({ fields })
  const key = useRef('')
  const send = async (body: DeskBody<N>): Promise<void> => {
    if (key.current === '') key.current = crypto.randomUUID()
    let end: CommandOutcome<N>
    try {
      end = { did: true, result: await call(name, body, key.current) }
    } catch (error) {
      const approval = requestOf(error)
      // A refusal changed nothing, so its key is dropped. Only after a lost answer does the next try use the same key.
      if (approval === null && error instanceof CallError && error.code !== -1) key.current = ''
      if (meets?.(error)) return
      if (approval === null) throw error
      end = { did: false, approval, again: error instanceof CallError && error.data?.again === true }
    }
    key.current = ''
    const text = end.did && (typeof done === 'function' ? done(end.result) : done)
    if (text) notice.set({ text, tone: 'good' })
    if (!end.did)
      notice.set({
        text: t(end.again ? 'approvals.again' : 'kit.requested', { no: String(end.approval) }),
        tone: 'info',
        href: '/approvals?which=mine',
        link: t('kit.toRequests'),
      })
    onDone?.(end)
    await queries.invalidateQueries()
  }
  return { form, busy, errors, tell, run: (body: DeskBody<N>): Promise<boolean> => run(() => send(body)) }
}
