/** The player's choice of palette. The server reads the cookie, so that the first frame is right. */
export const themes = ['device', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const YEAR_SECONDS = 31_536_000

export const themeNow = (): Theme => {
  const { theme } = document.documentElement.dataset
  return theme === 'light' || theme === 'dark' ? theme : 'device'
}

/** Shows the palette at once, and on every later page. The browser's own bars follow the page's colour. */
export function chooseTheme(theme: Theme): void {
  const { dataset } = document.documentElement
  if (theme === 'device') delete dataset.theme
  else dataset.theme = theme
  const secure = location.protocol === 'https:' ? '; secure' : ''
  document.cookie = `hc_theme=${theme === 'device' ? '' : theme}; path=/; samesite=lax; max-age=${theme === 'device' ? 0 : YEAR_SECONDS}${secure}`
  const { backgroundColor, colorScheme } = getComputedStyle(document.documentElement)
  for (const meta of document.querySelectorAll('meta[name=theme-color]')) meta.remove()
  const meta = document.createElement('meta')
  meta.name = 'theme-color'
  meta.content = backgroundColor
  document.head.append(meta)
  document.querySelector('meta[name=color-scheme]')?.setAttribute('content', colorScheme)
}
