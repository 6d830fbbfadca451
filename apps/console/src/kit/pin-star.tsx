import type { Me } from '@hc/contract/desk/calls'
import { Icon } from '@hc/ui/icon'
import { useTranslations } from 'use-intl'
import { may } from './permission.ts'
import { useCall } from './use-call.ts'
import { useCommand } from './use-command.ts'

/** The star beside the heading of a page of the menu: it pins the page at the top of the person's menu. */
export function PinStar({ me, page, name }: { me: Me; page: string; name: string }) {
  const t = useTranslations('desk')
  const pins = useCall('view/list', may(me, 'view.write') ? {} : null).result
  const save = useCommand('view/save')
  const drop = useCommand('view/drop')
  if (!pins) return null
  const pin = pins.find((view) => view.page === page && view.query === '')
  const label = t(pin ? 'views.unpin' : 'views.pin')
  return (
    <>
      <button
        type="button"
        className={pin ? 'pin-star pin-star-on' : 'pin-star'}
        aria-label={label}
        aria-pressed={pin !== undefined}
        title={label}
        disabled={save.busy || drop.busy}
        onClick={() =>
          void (pin ? drop.run({ view_id: pin.view_id }) : save.run({ page, name, query: '', pinned: true }))
        }
      >
        <Icon name="star" className="size-4.5" />
      </button>
      {save.errors.form && (
        <span role="alert" className="field-error">
          {save.errors.form}
        </span>
      )}
    </>
  )
}
