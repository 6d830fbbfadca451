const HEIGHT = 24
const STEP = 4
const GAP = 1

/** A small chart of bars. The number beside it says the sum. */
export function Spark({ values }: { values: readonly number[] }) {
  const most = Math.max(1, ...values)
  return (
    <svg className="spark" viewBox={`0 0 ${values.length * STEP} ${HEIGHT}`} aria-hidden="true">
      {values.map((value, at) => {
        const height = value === 0 ? 1 : Math.max(2, (HEIGHT * value) / most)
        return (
          <rect
            // A day has no name of its own.
            // oxlint-disable-next-line react/no-array-index-key
            key={at}
            className={value === 0 ? 'spark-none' : 'graph-bar'}
            x={at * STEP}
            y={HEIGHT - height}
            width={STEP - GAP}
            height={height}
          />
        )
      })}
    </svg>
  )
}
