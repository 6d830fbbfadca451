import { AxisBottom, AxisLeft } from '@visx/axis'
import { scaleBand, scaleLinear } from '@visx/scale'
import { Bar } from '@visx/shape'
import { useState } from 'react'
import { chartHeight as HEIGHT, useChartSize } from './chart-size.ts'

/** `value` null: no data. `before`: the value to compare with. */
export type Point = { key: string; value: number | null; before?: number | null }
type Props = {
  label: string
  points: readonly Point[]
  /** The formatted value. */
  show: (value: number) => string
  /** The legend of the lines across the bars. */
  before?: string
}

const EDGE = { top: 16, right: 8, bottom: 28, left: 72 }
const TICKS = 4
/** The width that a label below the chart may have. */
const LABEL = 84

/** The steps of the axis, as many as have different texts: for one second or two orders, four would repeat. */
function ticksOf(scale: { ticks: (n: number) => number[] }, show: (value: number) => string): number[] {
  for (let n = TICKS; n > 1; n--) {
    const ticks = scale.ticks(n)
    if (new Set(ticks.map(show)).size === ticks.length) return ticks
  }
  return scale.ticks(1)
}
/** How far a comparison line exceeds its bar, as a part of the distance to the next one. */
const REACH = 0.08

/**
 * A bar for each value, and a line across each bar that is compared. The arrow keys and the pointer read them; a table
 * with the same numbers is below.
 */
export function Chart({ label, points, show, before }: Props) {
  const [at, setAt] = useState<number | null>(null)
  const { width, labels } = useChartSize()
  const x = scaleBand({ domain: points.map(({ key }) => key), range: [EDGE.left, width - EDGE.right], padding: 0.25 })
  const top = Math.max(0, ...points.flatMap(({ value, before: was }) => [value ?? 0, was ?? 0]))
  const most = top === 0 ? 1 : top
  const y = scaleLinear({ domain: [0, most], range: [HEIGHT - EDGE.bottom, EDGE.top], nice: true })
  const every = Math.ceil(points.length / labels)
  // Counted from the end, so that the last day has its label.
  const labelled = points.filter((_, n) => (points.length - 1 - n) % every === 0).map(({ key }) => key)
  /** How far a label moves so that it ends inside the picture. */
  const moveOf = (key: string): number => {
    const middle = (x(key) ?? 0) + x.bandwidth() / 2
    return Math.min(0, width - LABEL / 2 - middle)
  }
  const point = at === null ? undefined : points[at]
  const valueText = (value: number | null | undefined): string =>
    value === null || value === undefined ? '–' : show(value)
  const read = point
    ? `${point.key}: ${valueText(point.value)}${before === undefined ? '' : ` (${before}: ${valueText(point.before)})`}`
    : undefined
  return (
    <figure className="card chart">
      <figcaption>{label}</figcaption>
      <svg viewBox={`0 0 ${width} ${HEIGHT}`} aria-hidden="true">
        <AxisLeft
          scale={y}
          left={EDGE.left}
          tickValues={ticksOf(y, show)}
          tickFormat={(value) => show(Number(value))}
          hideAxisLine
          tickClassName="chart-tick"
        />
        <AxisBottom
          scale={x}
          top={HEIGHT - EDGE.bottom}
          tickValues={labelled}
          tickClassName="chart-tick"
          tickLabelProps={(key) => ({ textAnchor: 'middle', dx: moveOf(key) })}
        />
        {points.map(({ key, value }, n) => (
          <Bar
            key={key}
            className={n === at ? 'chart-bar chart-bar-at' : 'chart-bar'}
            x={x(key) ?? 0}
            y={y(value ?? 0)}
            width={x.bandwidth()}
            height={Math.max(0, HEIGHT - EDGE.bottom - y(value ?? 0))}
            onPointerEnter={() => setAt(n)}
            onPointerLeave={() => setAt(null)}
          />
        ))}
        {points.map(
          ({ key, before: was }) =>
            typeof was === 'number' && (
              <line
                key={key}
                className="chart-before"
                x1={(x(key) ?? 0) - x.step() * REACH}
                x2={(x(key) ?? 0) + x.bandwidth() + x.step() * REACH}
                y1={y(was)}
                y2={y(was)}
              />
            ),
        )}
      </svg>
      {before !== undefined && (
        <p className="soft chart-legend">
          <svg viewBox="0 0 24 4" aria-hidden="true">
            <line className="chart-before" x1="0" x2="24" y1="2" y2="2" />
          </svg>
          {before}
        </p>
      )}
      <input
        type="range"
        className="chart-range"
        aria-label={label}
        aria-valuetext={read}
        min={0}
        max={Math.max(0, points.length - 1)}
        value={at ?? 0}
        onChange={(event) => setAt(Number(event.target.value))}
        onBlur={() => setAt(null)}
      />
      <p className="soft chart-read">{read ?? '\u00a0'}</p>
    </figure>
  )
}
