import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'

/** The questions of the help, by the numbers of their texts. */
const every = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const

export type Question = (typeof every)[number]

/** Questions with their answers, which open one at a time, without code too. `name`: of this list alone in its page. */
export function Questions({ name, numbers = every }: { name: string; numbers?: readonly Question[] }): ReactNode {
  const t = useTranslations('help')
  return (
    <div className="questions">
      {numbers.map((number) => (
        <details key={number} name={name}>
          <summary>{t(`q${number}`)}</summary>
          <p>{t(`a${number}`)}</p>
        </details>
      ))}
    </div>
  )
}
