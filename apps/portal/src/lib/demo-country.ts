const KEY = 'hc_demo_country'

/** The country that a visitor of the demo has chosen to be in, kept for the tab; '' if none. */
export function demoCountry(): string {
  try {
    return sessionStorage.getItem(KEY) ?? ''
  } catch {
    return ''
  }
}

/** `?demo_country=JP` sets the country; an empty value unsets it. */
export function loadDemoCountry(search: string): void {
  const code = new URLSearchParams(search).get('demo_country')
  if (code === null) return
  try {
    if (/^[A-Za-z]{2}$/.test(code)) sessionStorage.setItem(KEY, code.toUpperCase())
    else sessionStorage.removeItem(KEY)
  } catch {
    /* Without storage the demo shows US dollars. */
  }
}
