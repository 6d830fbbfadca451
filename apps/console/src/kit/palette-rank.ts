const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[\s,.&/·-]+/)
    .filter(Boolean)

/** How well a name fits a typed text, from 0 to 0.9. Everything fits a text of nothing. */
export function likeness(name: string, text: string): number {
  const [whole, typed] = [name.toLowerCase(), text.trim().toLowerCase()]
  if (typed === '') return name === '' ? 0 : 0.5
  if (whole === '') return 0
  if (whole === typed) return 0.9
  if (whole.startsWith(typed)) return 0.75
  const words = wordsOf(whole)
  if (wordsOf(typed).every((part) => words.some((word) => word.startsWith(part)))) return 0.6
  return typed.length > 1 && whole.includes(typed) ? 0.4 : 0
}

/** A whole word's letters are not the beginning of another: only the last one may still be written. */
const FEW = 3
export function likenessByWords(name: string, text: string): number {
  const typed = wordsOf(text)
  const words = wordsOf(name)
  if (typed.length === 0) return 0.5
  const fits = typed.every((part, at) =>
    words.some((word) => word === part || (at === typed.length - 1 && part.length >= FEW && word.startsWith(part))),
  )
  return fits ? (words.length === typed.length ? 0.9 : 0.55) : 0
}
