import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Link, useLocation } from 'wouter'

/** `value` null: no data. `before`: the value to compare with. `tick`: what stands below it. */
export type GraphPoint = {
  at: number
  name: string
  tick?: string
  value: number | null
  before?: number
  href: string
}
type Props = {
  label: string
  points: readonly GraphPoint[]
  show: (value: number) => string
  /** A short form of a value, for the axis. */
  short: (value: number) => string
  /** What the dashed line is, and the heading of its column. */
  before?: string
  small?: boolean
}

const STEP = 10
const TOP = 100
const GAP = 1.5
/** The beginnings of a round number. */
const ROUND = [1, 2, 2.5, 4, 5, 8, 10]

/** The least round number that is not below a value. */
function roundUp(value: number): number {
  const unit = 10 ** Math.floor(Math.log10(Math.max(value, 1e-6)))
  return (ROUND.find((part) => part * unit >= value) ?? 10) * unit
}

/**
 * A bar for each value, and a dashed line of the values before. A bar leads to its rows. The arrow keys read a point,
 * Enter opens its rows; a table has the same numbers.
 */
export function Graph({ label, points, show, short, before, small = false }: Props) {
  const t = useTranslations('desk')
  const [, go] = useLocation()
  const [at, setAt] = useState<number | null>(null)
  const [asTable, setAsTable] = useState(false)
  const most = Math.max(0, ...points.flatMap(({ value, before: was }) => [value ?? 0, was ?? 0]))
  const top = most === 0 ? 1 : roundUp(most)
  const y = (value: number): number => TOP - (TOP * value) / top
  const point = at === null ? undefined : points[at]
  const valueText = (value: number | null | undefined): string => (typeof value === 'number' ? show(value) : '–')
  const read =
    point &&
    `${point.name}: ${valueText(point.value)}${before === undefined ? '' : ` · ${before}: ${valueText(point.before)}`}`
  const line = points.flatMap(({ before: was }, n) => (was === undefined ? [] : [`${(n + 0.5) * STEP},${y(was)}`]))
  return (
    <figure className={small ? 'graph graph-small' : 'graph'}>
      {asTable ? (
        // A region that scrolls can be reached by keys.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <section className="graph-table" aria-label={label} tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">{t('today.time')}</th>
                <th scope="col">{t('today.nowShort')}</th>
                {before !== undefined && <th scope="col">{before}</th>}
              </tr>
            </thead>
            <tbody>
              {points.map(({ at: key, name, value, before: was, href }) => (
                <tr key={key}>
                  <th scope="row">
                    <Link href={href}>{name}</Link>
                  </th>
                  <td>{valueText(value)}</td>
                  {before !== undefined && <td>{valueText(was)}</td>}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ) : (
        <div className="graph-plot">
          <div className="graph-axis" aria-hidden="true">
            <span>{short(top)}</span>
            <span>{short(top / 2)}</span>
            <span>{short(0)}</span>
          </div>
          <svg viewBox={`0 0 ${points.length * STEP} ${TOP}`} preserveAspectRatio="none" aria-hidden="true">
            {[0, TOP / 2, TOP].map((height) => (
              <line key={height} className="graph-grid" x2={points.length * STEP} y1={height} y2={height} />
            ))}
            {points.map(({ at: key, value, href }, n) => (
              <Link
                key={key}
                href={href}
                tabIndex={-1}
                onPointerEnter={() => setAt(n)}
                onPointerLeave={() => setAt(null)}
              >
                <rect
                  className={n === at ? 'graph-hit graph-hit-at' : 'graph-hit'}
                  x={n * STEP}
                  width={STEP}
                  height={TOP}
                />
                <rect
                  className="graph-bar"
                  x={n * STEP + GAP}
                  y={y(value ?? 0)}
                  width={STEP - 2 * GAP}
                  height={TOP - y(value ?? 0)}
                />
              </Link>
            ))}
            {line.length > 0 && <polyline className="graph-before" points={line.join(' ')} />}
          </svg>
          <input
            type="range"
            className="graph-keys"
            aria-label={label}
            aria-valuetext={read}
            min={0}
            max={Math.max(0, points.length - 1)}
            value={at ?? 0}
            onChange={(event) => setAt(Number(event.target.value))}
            onFocus={() => setAt(at ?? 0)}
            onBlur={() => setAt(null)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && point) go(point.href)
            }}
          />
          <div className="graph-ticks" aria-hidden="true">
            {points.map(({ at: key, tick }) => (
              <span key={key}>{tick}</span>
            ))}
          </div>
        </div>
      )}
      <figcaption className="graph-foot">
        <span className="graph-read">
          {read ??
            (before !== undefined && (
              <>
                <svg viewBox="0 0 20 2" aria-hidden="true">
                  <line className="graph-before" x2="20" y1="1" y2="1" />
                </svg>
                {before}
              </>
            ))}
        </span>
        <button type="button" className="graph-turn" onClick={() => setAsTable(!asTable)}>
          {t(asTable ? 'today.asChart' : 'today.asTable')}
          <span className="hidden-text">: {label}</span>
        </button>
      </figcaption>
    </figure>
  )
}

/** A part of a whole as a bar. The number beside it says the same. */
export const Part = ({ share }: { share: number }) => (
  <svg className="part-bar" viewBox={`0 0 ${TOP} 1`} preserveAspectRatio="none" aria-hidden="true">
    <rect className="part-bar-ground" width={TOP} height="1" />
    <rect className="graph-bar" width={TOP * Math.min(1, share)} height="1" />
  </svg>
)
