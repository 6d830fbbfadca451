import { contrast, fullPalette, mix, type Palette } from './palette.ts'

const PAPER = '#ffffff'
const RAISED = '#f4f5f9'
const DARK = '#000000'
/** The contrast of text, with a little room for rounded mixtures. */
const TEXT = 5.2

/** A colour in its own hue, as dark as text on paper has to be. */
function onPaper(colour: string): string {
  for (let share = 1; share > 0; share -= 0.05) {
    const candidate = mix(colour, share, DARK)
    if (contrast(candidate, RAISED) >= TEXT) return candidate
  }
  return DARK
}

/** The light palette in which a dark brand without one of its own shows what is read: its hues on white paper. */
export const daylightOf = (p: Palette): Palette =>
  fullPalette('light', {
    page: PAPER,
    panel: PAPER,
    raised: RAISED,
    line: '#d9dbe6',
    edge: '#6f7285',
    ink: '#15161f',
    soft: '#3c3f4e',
    faint: '#555869',
    accent: onPaper(p.accent),
    buy: p.buy,
    onBuy: p.onBuy,
    buyStart: p.buyStart,
    buyEnd: p.buyEnd,
    link: onPaper(p.link),
    price: onPaper(p.price),
    trouble: onPaper(p.trouble),
    good: onPaper(p.good),
  })
