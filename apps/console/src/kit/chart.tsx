import { AxisBottom, AxisLeft } from '@visx/axis'
import { scaleBand, scaleLinear } from '@visx/scale'
import { Bar } from '@visx/shape'
import { useState } from 'react'

export type Point = { key: string; value: number }
type Props = {
  label: string
  points: readonly Point[]
  /** A value as people read it. */
  show: (value: number) => string
}

const WIDTH = 900
const HEIGHT = 240
const EDGE = { top: 16, right: 8, bottom: 28, left: 72 }
const TICKS = 4
const LABELS = 8

/** Bars of one value each. The arrow keys and the pointer read them; a table with the same numbers stands below it. */
export function Chart({ label, points, show }: Props) {
  const [at, setAt] = useState<number | null>(null)
  const x = scaleBand({ domain: points.map(({ key }) => key), range: [EDGE.left, WIDTH - EDGE.right], padding: 0.25 })
  const most = Math.max(1, ...points.map(({ value }) => value))
  const y = scaleLinear({ domain: [0, most], range: [HEIGHT - EDGE.bottom, EDGE.top], nice: true })
  const every = Math.ceil(points.length / LABELS)
  const shown = at === null ? undefined : points[at]
  return (
    <figure className="card chart">
      <figcaption>{label}</figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
        <AxisLeft
          scale={y}
          left={EDGE.left}
          numTicks={TICKS}
          tickFormat={(value) => show(Number(value))}
          hideAxisLine
          tickClassName="chart-tick"
        />
        <AxisBottom
          scale={x}
          top={HEIGHT - EDGE.bottom}
          tickValues={points.filter((_, n) => n % every === 0).map(({ key }) => key)}
          tickClassName="chart-tick"
        />
        {points.map(({ key, value }, n) => (
          <Bar
            key={key}
            className={n === at ? 'chart-bar chart-bar-at' : 'chart-bar'}
            x={x(key) ?? 0}
            y={y(value)}
            width={x.bandwidth()}
            height={Math.max(0, HEIGHT - EDGE.bottom - y(value))}
            onPointerEnter={() => {
              setAt(n)
            }}
            onPointerLeave={() => {
              setAt(null)
            }}
          />
        ))}
      </svg>
      <input
        type="range"
        className="chart-range"
        aria-label={label}
        aria-valuetext={shown ? `${shown.key}: ${show(shown.value)}` : undefined}
        min={0}
        max={Math.max(0, points.length - 1)}
        value={at ?? 0}
        onChange={(event) => {
          setAt(Number(event.target.value))
        }}
        onBlur={() => {
          setAt(null)
        }}
      />
      <p className="soft chart-read">{shown ? `${shown.key}: ${show(shown.value)}` : '\u00a0'}</p>
    </figure>
  )
}
