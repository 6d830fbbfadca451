/** A text in which `part`, an address, goes to the next line as a whole. It breaks where no line has room for it. */
export function Unbroken({ text, part }: { text: string; part: string }) {
  const at = part ? text.indexOf(part) : -1
  if (at < 0) return text
  return (
    <>
      {text.slice(0, at)}
      <span className="unbroken">{part}</span>
      {text.slice(at + part.length)}
    </>
  )
}
