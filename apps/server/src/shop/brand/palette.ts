/** sRGB, each part 0 to 255. */
type Rgb = readonly [number, number, number]

/** The names of brand.json's colours in the portal's styles (`--color-…` in apps/portal/src/styles/tokens.css). */
export const tokenOf = {
  page: 'night',
  behind: 'deep',
  panel: 'panel',
  raised: 'raised',
  crest: 'crest',
  well: 'well',
  lift: 'lift',
  scrim: 'scrim',
  backdrop: 'backdrop',
  shadow: 'shadow',
  line: 'line',
  edge: 'edge',
  strong: 'strong',
  ink: 'ink',
  soft: 'soft',
  faint: 'faint',
  accent: 'violet',
  accentFill: 'violet-strong',
  accentFillEnd: 'violet-deep',
  onAccent: 'on-violet',
  accentText: 'violet-soft',
  accentTintText: 'violet-text',
  banner: 'banner',
  avatar: 'avatar',
  buyStart: 'cta-light',
  buy: 'cta',
  buyEnd: 'cta-deep',
  onBuy: 'on-cta',
  link: 'cyan',
  linkTintText: 'cyan-text',
  price: 'gold',
  priceTintText: 'gold-text',
  trouble: 'rose',
  troubleText: 'rose-soft',
  troubleTintText: 'rose-text',
  onTrouble: 'on-rose',
  good: 'mint',
  goodTintText: 'mint-text',
  onGood: 'on-mint',
} as const

export type Colour = keyof typeof tokenOf
export type Palette = Readonly<Record<Colour, string>>
export type Scheme = 'dark' | 'light'

/** The colours that a brand must give. The defaults of the others are derived from them. */
export const seedColours = [
  'page',
  'panel',
  'raised',
  'line',
  'edge',
  'ink',
  'soft',
  'faint',
  'accent',
  'buy',
  'link',
  'price',
  'trouble',
  'good',
] as const satisfies readonly Colour[]
type Seeds = Readonly<Record<(typeof seedColours)[number], string>>

const WHITE = '#ffffff'
const BLACK = '#000000'

const parse = (hex: string): Rgb => {
  const part = (at: number): number => Number.parseInt(hex.slice(at, at + 2), 16)
  return [part(1), part(3), part(5)]
}

/** `share` of the first colour (0 to 1) over the second, as `color-mix(in srgb, …)` and opacity compute it. */
export function mix(first: string, share: number, second: string): string {
  const [a, b] = [parse(first), parse(second)]
  return `#${a
    .map((part, at) =>
      Math.round(part * share + (b[at] ?? 0) * (1 - share))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}

function luminance(hex: string): number {
  const [red, green, blue] = parse(hex)
  const linear = (part: number): number => {
    const share = part / 255
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

/** The contrast of two colours, 1 to 21 (WCAG 2.2, "contrast ratio"). */
export function contrast(first: string, second: string): number {
  const [light = 0, dark = 0] = [luminance(first), luminance(second)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

/** Fills in the colours that a brand left out. Every colour is `#rrggbb`. */
export function fullPalette(scheme: Scheme, seeds: Seeds & { readonly [K in Colour]?: string | undefined }): Palette {
  const dark = scheme === 'dark'
  const strongest = dark ? WHITE : BLACK
  const on = (fill: string, end = fill): string =>
    [WHITE, mix(seeds.ink, dark ? 0 : 1, BLACK)].sort(
      (a, b) => Math.min(contrast(b, fill), contrast(b, end)) - Math.min(contrast(a, fill), contrast(a, end)),
    )[0] ?? WHITE
  /** Text in the hue of a colour, on that colour's own tint. */
  const onTint = (colour: string): string => mix(colour, dark ? 0.35 : 0.6, strongest)
  const accentFill = seeds.accentFill ?? seeds.accent
  const accentFillEnd = seeds.accentFillEnd ?? mix(accentFill, 0.86, BLACK)
  const buyStart = seeds.buyStart ?? mix(seeds.buy, 0.75, WHITE)
  const buyEnd = seeds.buyEnd ?? mix(seeds.buy, 0.92, BLACK)
  const troubleText = seeds.troubleText ?? (dark ? mix(seeds.trouble, 0.75, WHITE) : mix(seeds.trouble, 0.92, BLACK))
  return {
    behind: mix(seeds.panel, 0.5, seeds.page),
    crest: dark ? mix(seeds.raised, 0.93, WHITE) : seeds.raised,
    well: dark ? mix(seeds.page, 0.75, BLACK) : seeds.raised,
    lift: dark ? WHITE : seeds.ink,
    scrim: seeds.page,
    backdrop: mix(dark ? seeds.page : seeds.ink, 0.6, BLACK),
    shadow: dark ? BLACK : mix(seeds.ink, 0.7, seeds.page),
    strong: strongest === WHITE ? WHITE : mix(seeds.ink, 0.6, BLACK),
    accentFill,
    accentFillEnd,
    onAccent: on(accentFill, accentFillEnd),
    accentText: mix(seeds.accent, dark ? 0.6 : 0.8, strongest),
    accentTintText: onTint(seeds.accent),
    banner: mix(seeds.accent, dark ? 0.45 : 0.2, seeds.page),
    avatar: mix(seeds.link, 0.7, BLACK),
    buyStart,
    buyEnd,
    onBuy: on(seeds.buy, buyEnd),
    linkTintText: onTint(seeds.link),
    priceTintText: onTint(seeds.price),
    troubleText,
    troubleTintText: onTint(seeds.trouble),
    onTrouble: on(seeds.trouble, troubleText),
    goodTintText: onTint(seeds.good),
    onGood: on(seeds.good),
    ...(seeds as Seeds & Partial<Palette>),
  }
}

const TEXT = 4.5
const GRAPHIC = 3
type Pair = { of: Colour; on: string; where: string; least: number }

/** Pairs of foreground and background with a required contrast (the styles in apps/portal/src/styles). */
function pairs(p: Palette): Pair[] {
  const grounds = (['page', 'panel', 'raised', 'crest', 'well'] as const).map((where) => ({ on: p[where], where }))
  const text = (of: Colour, where: Colour): Pair => ({ of, on: p[where], where, least: TEXT })
  const tint = (of: Colour, colour: Colour, share: number): Pair => ({
    of,
    on: mix(p[colour], share, p.panel),
    where: `${share * 100}% ${colour} over panel`,
    least: TEXT,
  })
  return [
    ...(['ink', 'strong', 'soft', 'faint'] as const).flatMap((of) =>
      grounds.map((ground) => ({ of, ...ground, least: TEXT })),
    ),
    ...(['accentText', 'link', 'price', 'trouble', 'troubleText', 'good'] as const).flatMap((of) =>
      (['page', 'panel', 'raised'] as const).map((where) => text(of, where)),
    ),
    text('price', 'crest'),
    text('ink', 'scrim'),
    text('soft', 'scrim'),
    text('ink', 'banner'),
    text('soft', 'banner'),
    text('onAccent', 'accentFill'),
    text('onAccent', 'accentFillEnd'),
    { ...text('onAccent', 'avatar'), least: GRAPHIC },
    text('onBuy', 'buyStart'),
    text('onBuy', 'buy'),
    text('onBuy', 'buyEnd'),
    text('onTrouble', 'trouble'),
    text('onTrouble', 'troubleText'),
    text('onGood', 'good'),
    tint('accentTintText', 'accent', 0.28),
    tint('linkTintText', 'link', 0.18),
    tint('priceTintText', 'price', 0.09),
    tint('troubleTintText', 'trouble', 0.1),
    tint('goodTintText', 'good', 0.17),
    tint('soft', 'lift', 0.1),
    tint('price', 'price', 0.1),
    ...(['edge', 'accent', 'link'] as const).flatMap((of) =>
      (['page', 'panel', 'raised'] as const).map((where) => ({ of, on: p[where], where, least: GRAPHIC })),
    ),
  ]
}

/** One line for each pair with too little contrast: text needs 4.5:1, an edge 3:1 (WCAG 2.2, 1.4.3 and 1.4.11). */
export function weakPairs(palette: Palette): string[] {
  return pairs(palette).flatMap(({ of, on, where, least }) => {
    const have = contrast(palette[of], on)
    const cut = (Math.floor(have * 100) / 100).toFixed(2)
    return have >= least
      ? []
      : [`colours.${of}: ${palette[of]} on ${where} (${on}) has a contrast of ${cut}:1, needed are ${least}:1`]
  })
}

/** The colours of a mail: its ground, its card with head and foot, its texts, lines and button. */
export type MailColours = Record<
  'ground' | 'card' | 'head' | 'onHead' | 'well' | 'foot' | 'title' | 'ink' | 'soft' | 'line' | 'link',
  string
> & { mark: string; button: string; onButton: string }
type Look = { scheme: Scheme; palette: Palette }

function mailColours({ scheme, palette: p }: Look): MailColours {
  const light = scheme === 'light'
  return {
    ground: p.page,
    card: p.panel,
    head: light ? p.accentFill : p.page,
    onHead: light ? p.onAccent : p.price,
    well: p.raised,
    foot: mix(p.page, 0.5, p.panel),
    title: p.strong,
    ink: p.ink,
    soft: p.soft,
    line: p.line,
    link: p.link,
    mark: p.price,
    button: p.buy,
    onButton: p.onBuy,
  }
}

/**
 * The colours of the brand's mail for light and dark mail programs. A brand with one palette has the same for both.
 * The head has the page's colour, or the accent's if the page is light.
 */
export function mailLook(brand: Look, alternate: Look = brand): { light: MailColours; dark: MailColours } {
  const [first, second] = [mailColours(brand), mailColours(alternate)]
  return brand.scheme === 'light' ? { light: first, dark: second } : { light: second, dark: first }
}
