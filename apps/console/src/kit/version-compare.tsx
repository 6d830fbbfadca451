import type { DeskBody, DeskResult } from '@hc/contract/desk/calls'
import { SelectField } from '@hc/ui/field'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { factName, factText } from './codes.ts'
import { Failed } from './failed.tsx'
import type { DeskTexts } from './use-action.ts'
import { useCall } from './use-call.ts'

type Versions = DeskResult<'revision/list'>['versions']

/** Every field of a saved version by its path, with its value as text. */
export function fieldsOf(value: unknown, path = ''): Map<string, string> {
  if (value === null || value === undefined) return new Map([[path, '']])
  if (typeof value !== 'object') return new Map([[path, JSON.stringify(value).replace(/^"|"$/g, '')]])
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object'))
    return new Map([[path, value.join(', ')]])
  return new Map(
    Object.entries(value).flatMap(([name, inner]) => [...fieldsOf(inner, path === '' ? name : `${path}.${name}`)]),
  )
}

/** A value of a version in words: money, yes and no, a state. */
function valueText(t: DeskTexts, name: string, text: string): string {
  if (text === '') return ''
  const plain = text === 'true' || text === 'false' || /^-?\d+$/.test(text) ? (JSON.parse(text) as unknown) : text
  return factText(t, name, plain)
}

/** Two saved versions side by side: the fields in which they differ. */
export function Compare({
  kind,
  target,
  versions,
}: {
  kind: DeskBody<'revision/list'>['kind']
  target: string
  versions: Versions
}) {
  const t = useTranslations('desk')
  const [pair, setChosen] = useState<{ left: number; right: number } | null>(null)
  const [newest, older] = versions
  if (!newest || !older) return null
  const { left, right } = pair ?? { left: older.version, right: newest.version }
  return (
    <section className="part" aria-label={t('revisions.compare.title')}>
      <h3>{t('revisions.compare.title')}</h3>
      <div className="compared-versions">
        {(['left', 'right'] as const).map((side) => (
          <SelectField
            key={side}
            label={t(`revisions.compare.${side}`)}
            name={side}
            value={String(side === 'left' ? left : right)}
            onChange={(event) => setChosen({ left, right, [side]: Number(event.target.value) })}
          >
            {versions.map(({ version }) => (
              <option key={version} value={version}>
                {t('revisions.version', { n: String(version) })}
              </option>
            ))}
          </SelectField>
        ))}
      </div>
      <Differences kind={kind} target={target} left={left} right={right} />
    </section>
  )
}

type Two = { kind: DeskBody<'revision/list'>['kind']; target: string; left: number; right: number }
function Differences({ kind, target, left, right }: Two) {
  const t = useTranslations('desk')
  const first = useCall('revision/read', { kind, target, version: left })
  const other = useCall('revision/read', { kind, target, version: right })
  const failed = first.error ?? other.error
  if (failed !== null)
    return (
      <Failed
        error={failed}
        again={async () => {
          await Promise.all([first.reload(), other.reload()])
        }}
      />
    )
  if (!first.result || !other.result) return <output className="state">{t('loading')}</output>
  const [a, b] = [fieldsOf(first.result.body), fieldsOf(other.result.body)]
  const differ = [...new Set([...a.keys(), ...b.keys()])].filter((name) => (a.get(name) ?? '') !== (b.get(name) ?? ''))
  if (differ.length === 0) return <p>{t('revisions.compare.none')}</p>
  return (
    <table className="list">
      <caption className="hidden-text">{t('revisions.compare.title')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('revisions.compare.field')}</th>
          <th scope="col">{t('revisions.version', { n: String(left) })}</th>
          <th scope="col">{t('revisions.version', { n: String(right) })}</th>
        </tr>
      </thead>
      <tbody>
        {differ.map((name) => (
          <tr key={name}>
            <th scope="row" data-label={t('revisions.compare.field')}>
              {factName(t, name)}
            </th>
            {[a, b].map((side, at) => (
              <td key={at} data-label={t('revisions.version', { n: String(at === 0 ? left : right) })}>
                {valueText(t, name, side.get(name) ?? '') || (
                  <span className="soft">{t('revisions.compare.empty')}</span>
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
