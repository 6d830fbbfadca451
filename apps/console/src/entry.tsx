import './styles/app.css'
import desk from '@hc/i18n/locales/en-US/desk'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { IntlProvider } from 'use-intl'
import { App } from './app.tsx'
import { loadSession } from './lib/api.ts'
import { queries } from './lib/queries.ts'
import { session } from './lib/session.ts'

const container = document.getElementById('app')
if (container)
  createRoot(container).render(
    <StrictMode>
      <IntlProvider locale="en-US" messages={{ desk }}>
        <QueryClientProvider client={queries}>
          <App />
        </QueryClientProvider>
      </IntlProvider>
    </StrictMode>,
  )
// Whoever can't be asked who they are signs in; that says what is wrong.
loadSession().catch(() => {
  session.set({ status: 'out', over: false })
})
