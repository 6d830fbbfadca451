import './styles/app.css'
import { loadDesk } from '@hc/i18n/load-desk'
import { beginHome } from './lib/begun.ts'
import { storedLocale } from './lib/stored.ts'

// The desk's code is large. What its first page asks of the server is on the way before that code is there.
// The code that shows texts asks for them again, and reads there why they did not arrive.
const begin = (part: string): void => void loadDesk(storedLocale(), [part]).catch(() => null)
begin('core')
beginHome(() => begin('home'))
// The bundler puts into this file what the desk's code also needs, so nothing may wait here at the top.
void import('./desk.tsx')
