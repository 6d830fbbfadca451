import type { HomeBody } from '@hc/contract/desk/home'

export const words = ['kicker', 'title', 'subtitle', 'cta'] as const
export const pictures = ['img', 'imgNarrow'] as const
export const systems = ['ios', 'android', 'windows', 'macos'] as const
export const regions = ['global', 'asia', 'europe'] as const
type Texts = Record<(typeof words)[number] | (typeof pictures)[number] | 'gameTitle' | 'paragraphs', string>
/** The home page in the shape of its form. */
export type HomeDraft = Texts & {
  downloads: HomeBody['downloads']
  features: HomeBody['features']
  facts: HomeBody['gameInfo']['facts']
}
export const emptyHome: HomeBody = {
  hero: { kicker: '', title: '', subtitle: '', cta: '', img: '', imgNarrow: '' },
  downloads: [],
  features: [],
  gameInfo: { title: '', paragraphs: [], facts: [] },
}

export const toDraft = ({ hero, downloads, features, gameInfo }: HomeBody): HomeDraft => ({
  ...hero,
  downloads,
  features,
  gameTitle: gameInfo.title,
  paragraphs: gameInfo.paragraphs.join('\n\n'),
  facts: gameInfo.facts,
})

export const toBody = (draft: HomeDraft): HomeBody => {
  const { kicker, title, subtitle, cta, img, imgNarrow, downloads, features, gameTitle, paragraphs, facts } = draft
  return {
    hero: { kicker, title, subtitle, cta, img, imgNarrow },
    downloads,
    features,
    gameInfo: {
      title: gameTitle,
      paragraphs: paragraphs.split(/\n{2,}/).filter((paragraph) => paragraph.trim() !== ''),
      facts,
    },
  }
}

const ownPath = /^\/(?![/\\])[\w./-]+$/
/** The fields with errors. A row's fields are named by its position. */
export function wrongFields(draft: HomeDraft): Record<string, 'invalid' | 'needed' | 'twice'> {
  const errors: Record<string, 'invalid' | 'needed' | 'twice'> = {}
  for (const name of pictures) if (draft[name] !== '' && !ownPath.test(draft[name])) errors[name] = 'invalid'
  draft.downloads.forEach(({ system, region, url }, at) => {
    if (draft.downloads.findIndex((other) => other.system === system && other.region === region) < at)
      errors[`region_${at}`] = 'twice'
    if (url !== null && !/^(?:https:\/\/[^\s/]|\/(?![/\\]))\S*$/.test(url)) errors[`url_${at}`] = 'invalid'
  })
  draft.features.forEach(({ icon, title }, at) => {
    if (title.trim() === '') errors[`featureTitle_${at}`] = 'needed'
    if (icon !== '' && !ownPath.test(icon)) errors[`icon_${at}`] = 'invalid'
  })
  draft.facts.forEach(({ label }, at) => {
    if (label.trim() === '') errors[`fact_${at}`] = 'needed'
  })
  return errors
}

/** A list of rows or a text, for the choice between two versions. */
export const valueText = (value: unknown): string =>
  Array.isArray(value)
    ? value
        .map((row: Readonly<Record<string, unknown>>) =>
          Object.values(row)
            .filter((part) => part !== null && part !== '')
            .join(', '),
        )
        .join('; ')
    : String(value)

/** The parts of the page in their order, with their fields. */
export const parts = {
  top: [...words, ...pictures],
  downloads: ['downloads'],
  features: ['features'],
  about: ['gameTitle', 'paragraphs'],
  facts: ['facts'],
} as const satisfies Record<string, readonly (keyof HomeDraft)[]>
export type PartName = keyof typeof parts
export const partNames = ['top', 'downloads', 'features', 'about', 'facts'] as const satisfies readonly PartName[]

const rowFields: readonly (readonly [RegExp, PartName])[] = [
  [/^(?:system|region|url|version|size)_/, 'downloads'],
  [/^(?:featureTitle|featureText|icon)_/, 'features'],
  [/^fact(?:Value)?_/, 'facts'],
]
/** The part that has a field; a row's field is named by its position. */
export const partOf = (field: string): PartName =>
  rowFields.find(([name]) => name.test(field))?.[1] ??
  (field === 'gameTitle' || field === 'paragraphs' ? 'about' : 'top')
