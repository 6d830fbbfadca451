import { errorText } from '@hc/i18n/error-text'
import { Icon } from '@hc/ui/icon'
import { useLayoutEffect } from 'react'
import { useTranslations } from 'use-intl'
import { dismissToast, type Toast } from '../lib/toast.ts'
import { keepToastsClear } from './toasts-place.ts'
import { WithMessages } from './with-messages.tsx'

const icons = { info: 'info', good: 'check', bad: 'warn' } as const

function Failure({ toast }: { toast: Extract<Toast, { error: unknown }> }) {
  return errorText(useTranslations('error'), toast.error, toast.fail)
}

export default function Toasts({ toasts }: { toasts: readonly Toast[] }) {
  const t = useTranslations('common')
  useLayoutEffect(keepToastsClear, [toasts])
  return toasts.map((toast) => (
    <div key={toast.id} className={`toast notice notice-${toast.tone}`}>
      <Icon name={icons[toast.tone]} className="size-5 mt-0.5" />
      <p className="min-w-0 flex-1">
        {'text' in toast ? (
          toast.text
        ) : (
          <WithMessages namespaces={['error']}>
            <Failure toast={toast} />
          </WithMessages>
        )}
      </p>
      <button
        type="button"
        className="icon-btn -my-2 -mr-2"
        aria-label={t('action.close')}
        onClick={() => dismissToast(toast.id)}
      >
        <Icon name="close" className="size-4" />
      </button>
    </div>
  ))
}
