import './styles/app.css'
import { loadDesk } from '@hc/i18n/load-desk'
import { beginHome } from './lib/begun.ts'
import { storedLocale } from './lib/stored.ts'

// The desk's code is large. What its first page asks of the server is on the way before that code is there.
beginHome()
// The code that shows these texts asks for them again, and reads there why they did not arrive.
loadDesk(storedLocale(), ['core', 'home']).catch(() => null)
// The bundler puts into this file what the desk's code also needs, so nothing may wait here at the top.
void import('./desk.tsx')
