import type { ImportChange } from '@hc/contract/desk/imports'
import { useTranslations } from 'use-intl'
import { breakable } from '../../kit/breakable.ts'
import { targetName, targetTold } from '../../kit/codes.ts'
import { Badge, type Tone } from '../../kit/badge.tsx'
import { type Column, List, type ListProps } from '../../kit/list/list.tsx'
import type { DeskTexts } from '../../kit/use-action.ts'
import { fieldName, stepsOf } from './words.ts'

const tones: Readonly<Record<ImportChange['state'], Tone>> = {
  waiting: 'warn',
  applied: 'good',
  planned: 'good',
  stale: 'bad',
  refused: 'bad',
  left: 'neutral',
}

const inWords = (t: DeskTexts, change: ImportChange): string[] =>
  stepsOf(change).map(({ field, before, after }) => {
    const label = fieldName(t, field)
    return before === null
      ? t('imports.fresh', { field: label, after })
      : t('imports.before', { field: label, before, after })
  })

const columns = (t: DeskTexts): readonly Column<ImportChange>[] => [
  {
    key: 'row',
    label: t('imports.row'),
    cell: ({ kind, target }) => (
      <>
        {targetTold(t, kind, target)} <span className="soft">{targetName(t, kind)}</span>
      </>
    ),
    text: ({ kind, target }) => `${kind} ${target}`,
  },
  {
    key: 'what',
    label: t('imports.what'),
    cell: (change) => (
      <ul className="plain">
        {inWords(t, change).map((line) => (
          <li key={line}>{breakable(line)}</li>
        ))}
      </ul>
    ),
    text: (change) => inWords(t, change).join('\n'),
  },
  {
    key: 'state',
    label: t('imports.state'),
    cell: ({ state, before, why }) => (
      <>
        <Badge tone={tones[state]}>
          {state === 'waiting'
            ? t(before === null ? 'imports.new' : 'imports.changed')
            : t(`imports.rowStates.${state}`)}
        </Badge>
        {why === 'both' && (
          <>
            {' '}
            <Badge tone="bad">{t('imports.both')}</Badge>
          </>
        )}
      </>
    ),
    text: ({ state, before }) => (state === 'waiting' ? (before === null ? 'new' : 'changed') : state),
  },
]

type Props = Omit<ListProps<ImportChange, number>, 'columns' | 'id' | 'href'>

/** Rows before and after. */
export function Changes(props: Props) {
  const t = useTranslations('desk')
  return <List {...props} columns={columns(t)} id={({ seq }) => seq} />
}
