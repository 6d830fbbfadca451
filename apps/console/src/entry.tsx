import './styles/app.css'
import desk from '@hc/i18n/locales/en-US/desk'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { IntlProvider } from 'use-intl'
import { App } from './app.tsx'
import { loadSession } from './lib/api.ts'
import { session } from './lib/session.ts'

const container = document.getElementById('app')
if (container)
  createRoot(container).render(
    <StrictMode>
      <IntlProvider locale="en-US" messages={{ desk }}>
        <App />
      </IntlProvider>
    </StrictMode>,
  )
// Whoever can't be asked who they are signs in; that says what is wrong.
loadSession().catch(() => {
  session.set({ status: 'out', over: false })
})
