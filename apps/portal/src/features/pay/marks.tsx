/** Marks of ways to pay: pictures beside names, which nobody has to read. */
export function Marks({ marks }: { marks: readonly string[] }) {
  if (marks.length === 0) return null
  return (
    <span className="way-marks">
      {marks.map((mark) => (
        <span key={mark} className="way-mark">
          <img src={`/art/methods/${mark}.svg`} alt="" width="30" height="16" />
        </span>
      ))}
    </span>
  )
}
