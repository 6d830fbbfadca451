import { chartHeight, useChartSize } from './chart-size.ts'

/** The place of a chart whose program loads. What stands below it does not move when it comes. */
export function ChartSpace({ label, hasLegend }: { label: string; hasLegend: boolean }) {
  const { width } = useChartSize()
  return (
    <figure className="card chart" aria-busy="true">
      <figcaption>{label}</figcaption>
      <svg viewBox={`0 0 ${width} ${chartHeight}`} aria-hidden="true" />
      {hasLegend && <p className="soft chart-legend">{'\u00a0'}</p>}
      <p className="soft chart-read">{'\u00a0'}</p>
    </figure>
  )
}
