type App = 'portal' | 'console' | 'docs' | 'server'
export function sourcesOf(what: App): string
export function isBuilt(what: App, now?: string): boolean
export function noteBuilt(what: App, now: string): void
