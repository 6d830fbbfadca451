import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type Font, openSync } from 'fontkit'
import PDFDocument from 'pdfkit'
import type { Sheet } from './pdf.ts'

/** Reads a sheet from stdin and writes it to stdout as a PDF (A4), with subsets of its fonts. */
const require = createRequire(import.meta.url)
/** The two faces of a font package. Its entry file is one folder below them. */
function faces(entry: string, file: string, type: 'otf' | 'ttf'): [string, string] {
  const folder = join(dirname(entry), '..', 'fonts')
  return [join(folder, `${file}-Regular.${type}`), join(folder, `${file}-Bold.${type}`)]
}
const fonts: Readonly<Record<Sheet['script'], () => [string, string]>> = {
  latin: () => faces(require.resolve('@embedpdf/fonts-latin'), 'NotoSans', 'ttf'),
  thai: () => [
    require.resolve('@expo-google-fonts/noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf'),
    require.resolve('@expo-google-fonts/noto-sans-thai/700Bold/NotoSansThai_700Bold.ttf'),
  ],
  japanese: () => faces(require.resolve('@embedpdf/fonts-jp'), 'NotoSansJP', 'otf'),
  korean: () => faces(require.resolve('@embedpdf/fonts-kr'), 'NotoSansKR', 'otf'),
  simplified: () => faces(require.resolve('@embedpdf/fonts-sc'), 'NotoSansHans', 'otf'),
  traditional: () => faces(require.resolve('@embedpdf/fonts-tc'), 'NotoSansHant', 'otf'),
}

const scripts: readonly Sheet['script'][] = ['latin', 'japanese', 'korean', 'thai', 'simplified', 'traditional']

const MARGIN = 56
const INK = '#1b2140'
const SOFT = '#505a86'

type Face = { regular: string; bold: string; has: (codePoint: number) => boolean }
const opened = new Map<Sheet['script'], Face>()
/** Opens a face when a text first needs it; the language's own face comes first. */
function faceOf(script: Sheet['script']): Face {
  const openFace = opened.get(script)
  if (openFace) return openFace
  const [regular, bold] = fonts[script]()
  const font = openSync(regular) as Font
  const face = { regular, bold, has: (codePoint: number) => font.hasGlyphForCodePoint(codePoint) }
  opened.set(script, face)
  return face
}
/** The face that has a letter: the name of an item or a tax may be in another script than the language. */
function faceFor(letter: string): Face {
  const code = letter.codePointAt(0) ?? 0
  const order = [sheet.script, ...scripts.filter((script) => script !== sheet.script)]
  for (const script of order) if (faceOf(script).has(code)) return faceOf(script)
  return faceOf(sheet.script)
}

const hasFace = (letter: string): boolean => scripts.some((script) => faceOf(script).has(letter.codePointAt(0) ?? 0))
/** Pictures of a text, and what joins and colours them. No face of a document has them. */
const PICTURE =
  /^(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\u{200d}|\u{fe0e}|\u{fe0f}|\u{20e3})$/u

/** A text as its faces can write it: pictures are left out, and any other letter without a face is a box. */
const writable = (source: string): string =>
  Array.from(source)
    .filter((letter) => !PICTURE.test(letter) || hasFace(letter))
    .join('')

/**
 * Whether the glyphs of a text do not say the text to whoever copies it or hears it read (PDF/UA, ISO 14289, 7.1): a
 * letter without a face, or the Thai sara am, which is drawn as two marks.
 */
const needsWords = (source: string): boolean =>
  /\u0e33/.test(source) || Array.from(source).some((letter) => !hasFace(letter))

/** Pieces of a text by their face. */
function pieces(source: string): { face: Face; text: string }[] {
  const runs: { face: Face; text: string }[] = []
  for (const letter of source) {
    const before = runs.at(-1)
    // A character of every face, such as a space, stays with the letters before it.
    if (before && before.face.has(letter.codePointAt(0) ?? 0)) before.text += letter
    else runs.push({ face: faceFor(letter), text: letter })
  }
  return runs
}

const sheet = JSON.parse(await text(process.stdin)) as Sheet
const doc = new PDFDocument({
  size: 'A4',
  margin: MARGIN,
  info: { Title: `${sheet.title} ${sheet.number}` },
  lang: sheet.lang,
  pdfVersion: '1.7',
  tagged: true,
  displayTitle: true,
})
/** What the page says in its order, for readers that do not see it (PDF/UA, ISO 14289, 7.1). */
const root = doc.struct('Document')
doc.addStructure(root)
let parent = root
/** What `draw` writes is within one element. */
function within(type: string, draw: () => void): void {
  const outer = parent
  parent = doc.struct(type)
  outer.add(parent)
  draw()
  parent.end()
  parent = outer
}

type Place = {
  x: number
  width: number
  align?: 'left' | 'right'
  size?: number
  bold?: boolean
  colour?: string
  as?: string
}
/** Options of a row's head; the types of the library do not know `scope`. */
const ROW_HEAD = { lang: sheet.lang, scope: 'Row' }

/** Writes one text at the present line, as an element of its own, and gives its height. */
function write(source: string, place: Place): number {
  const element = doc.struct(place.as ?? 'P', place.as === 'TH' ? ROW_HEAD : {})
  let height = 0
  parent.add(element)
  element.add(() => {
    height = draw(source, place)
  })
  element.end()
  return height
}

function draw(
  source: string,
  { x, width, align = 'left', size = 10, bold: heavy = false, colour = INK }: Place,
): number {
  const top = doc.y
  const baseline = top + size
  doc.fontSize(size).fillColor(colour)
  const parts = pieces(writable(source))
  const hasWords = needsWords(source)
  if (hasWords) doc.markContent('Span', { actual: source })
  const set = ({ face }: { face: Face }): typeof doc => doc.font(heavy ? face.bold : face.regular)
  if (align === 'right') {
    let start = x + Math.max(0, width - parts.reduce((sum, part) => sum + set(part).widthOfString(part.text), 0))
    for (const part of parts) {
      set(part).text(part.text, start, baseline, { lineBreak: false, baseline: 'alphabetic' })
      start += doc.widthOfString(part.text)
    }
  } else {
    parts.forEach((part, at) => {
      const more = { width, baseline: 'alphabetic' as const, continued: at < parts.length - 1 }
      if (at === 0) set(part).text(part.text, x, baseline, more)
      else set(part).text(part.text, more)
    })
  }
  if (hasWords) doc.endMarkedContent()
  const height = align === 'right' ? size * 1.5 : Math.max(doc.y - baseline, size * 1.5)
  doc.y = top
  return height
}

const full = doc.page.width - 2 * MARGIN
const half = full / 2
const line = (height: number): void => {
  doc.y += height
}
/** A label on the left and its value on the right. */
function row([label, value]: readonly [string, string], strong = false): void {
  const style = { size: strong ? 12 : 10, bold: strong }
  within('TR', () => {
    const wide = value === '' ? full : half
    const heights = [
      write(label, { as: 'TH', x: MARGIN, width: wide, ...style, ...(strong ? {} : { colour: SOFT }) }),
      write(value, { as: 'TD', x: MARGIN + half, width: half, align: 'right', ...style }),
    ]
    line(Math.max(...heights) + 4)
  })
}
function rule(): void {
  doc.markContent('Artifact', { type: 'Layout' })
  doc
    .moveTo(MARGIN, doc.y)
    .lineTo(MARGIN + full, doc.y)
    .lineWidth(0.5)
    .strokeColor('#c9cfee')
    .stroke()
  doc.endMarkedContent()
  line(8)
}

line(write(sheet.title, { as: 'H1', x: MARGIN, width: full, size: 22, bold: true }) + 4)
line(write(sheet.number, { x: MARGIN, width: full, size: 12, colour: SOFT }) + 18)
const top = doc.y
const bottoms = sheet.parties.map(({ name, lines }, at) => {
  doc.y = top
  const place = { x: MARGIN + at * half, width: half - 12 }
  line(write(name, { ...place, size: 9, colour: SOFT }) + 2)
  for (const lineText of lines) line(write(lineText, place))
  return doc.y
})
doc.y = Math.max(...bottoms) + 16
rule()
within('Table', () => {
  for (const fact of sheet.facts) row(fact)
})
line(8)
rule()
if ('words' in sheet) {
  for (const words of sheet.words) line(write(words, { x: MARGIN, width: full }) + 8)
} else {
  const { lines, sums, total } = sheet
  within('Table', () => {
    for (const item of lines) row(item)
    rule()
    for (const sum of sums) row(sum)
    row(total, true)
  })
}

root.end()
const parts: Buffer[] = []
doc.on('data', (part: Buffer) => parts.push(part))
doc.on('end', () => {
  process.stdout.write(Buffer.concat(parts))
})
doc.end()
