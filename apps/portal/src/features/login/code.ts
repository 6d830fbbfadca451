import { useEffect, useState } from 'react'
import { aesEcbBase64 } from '../../lib/aes-ecb.ts'
import { api } from '../../lib/api.ts'
import { useApp } from '../../shell/app-context.ts'

/** The mailbox or phone that a code is sent to. `shown` is the target as the player knows it. */
export type CodeTarget = { kind: 'email'; email: string; shown: string } | PhoneTarget
export type PhoneTarget = { kind: 'phone'; areaCode: string; phone: string; e164: string; shown: string }

const keyOf = (target: CodeTarget): string => (target.kind === 'email' ? target.email.toLowerCase() : target.e164)

/**
 * When a code may be sent to each target again (ms). It outlives the form, so that a change of tabs does not forget it.
 */
const nextAt = new Map<string, number>()

function useSecondsUntil(deadline: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const tick = (): void => setNow(Date.now())
    tick()
    if (deadline <= Date.now()) return undefined
    const timer = setInterval(tick, 500)
    return () => clearInterval(timer)
  }, [deadline])
  return Math.max(0, Math.ceil((deadline - now) / 1000))
}

/** Sends codes to a target, and counts down until the player may ask for the next one. */
export function useCode(type: 'login' | 'reset', target: CodeTarget | null) {
  const { init } = useApp()
  const [sending, setSending] = useState(false)
  const [sentTo, setSentTo] = useState('')
  const secondsLeft = useSecondsUntil(target ? (nextAt.get(keyOf(target)) ?? 0) : 0)

  const seal = (data: object): string => aesEcbBase64(JSON.stringify(data), init.customConfig.clientKey)

  /** @throws CallError */
  async function send(to: CodeTarget): Promise<void> {
    setSending(true)
    try {
      const { again } =
        to.kind === 'email'
          ? await api.call('user/email/code/send', { email: to.email, type })
          : await api.call('user/phone/code/send', { data: seal({ areaCode: to.areaCode, phone: to.phone, type }) })
      nextAt.set(keyOf(to), Date.now() + again * 1000)
      setSentTo(to.shown)
    } finally {
      setSending(false)
    }
  }

  return { left: secondsLeft, sending, sentTo: target && target.shown === sentTo ? sentTo : '', send, seal }
}
