import { lasting } from './storage.ts'
import { createStore } from './store.ts'

/** How the desk looks in this browser: as the system does, or as its person chose. */
export const themes = ['system', 'light', 'dark'] as const
export const densities = ['comfortable', 'compact'] as const
export type Theme = (typeof themes)[number]
export type Density = (typeof densities)[number]

const [THEME_KEY, DENSITY_KEY, FOLDED_KEY] = ['desk theme', 'desk density', 'desk menu folded']
const readOf = <T extends string>(key: string, all: readonly [T, ...T[]]): T =>
  all.find((candidate) => candidate === lasting.read(key)) ?? all[0]

export const theme = createStore<Theme>(readOf(THEME_KEY, themes))
export const density = createStore<Density>(readOf(DENSITY_KEY, densities))
export const folded = createStore(lasting.read(FOLDED_KEY) !== null)

/** Styles read both from the document. */
export function showLook(): void {
  const { dataset } = document.documentElement
  dataset.theme = theme.get()
  dataset.density = density.get()
}
export function chooseTheme(name: Theme): void {
  lasting.write(THEME_KEY, name)
  theme.set(name)
  showLook()
}
export function chooseDensity(name: Density): void {
  lasting.write(DENSITY_KEY, name)
  density.set(name)
  showLook()
}
export function foldMenu(on: boolean): void {
  if (on) lasting.write(FOLDED_KEY, '1')
  else lasting.remove(FOLDED_KEY)
  folded.set(on)
}
