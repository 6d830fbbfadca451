import { Button } from '@hc/ui/button'
import { SelectField, TextField } from '@hc/ui/field'
import { Icon } from '@hc/ui/icon'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { isBadRange } from '../account/range.ts'

export type Filters = { status: string; from: string; to: string; no: string }
const NONE: Filters = { status: '', from: '', to: '', no: '' }
const statuses = [1, 2, 3, 4, 5, 6] as const

/**
 * The list changes on "Search", so that typing a date does not fetch four lists. On a phone the orders come first, and
 * the filter stays behind a button unless it is opened or in use.
 */
export function RecordFilters({ active, onApply }: { active: Filters; onApply: (filters: Filters) => void }) {
  const t = useTranslations('order')
  const tc = useTranslations('common')
  const [draft, setDraft] = useState(active)
  const [open, setOpen] = useState(Object.values(active).some((value) => value !== ''))
  const bad = isBadRange(draft.from, draft.to)
  const set = (change: Partial<Filters>) => setDraft({ ...draft, ...change })
  const reset = () => {
    setDraft(NONE)
    onApply(NONE)
  }
  return (
    <>
      <Button
        kind="quiet"
        size="small"
        className="mb-4 md:hidden"
        aria-expanded={open}
        aria-controls="record-filters"
        onClick={() => setOpen(!open)}
      >
        <Icon name="menu" className="size-4" />
        {tc('filter.title')}
      </Button>
      <form
        id="record-filters"
        className={`card filters mb-5 ${open ? '' : 'max-md:hidden'}`}
        onSubmit={(event) => {
          event.preventDefault()
          if (!bad) onApply(draft)
        }}
      >
        <SelectField
          label={t('records.statusLabel')}
          name="status"
          value={draft.status}
          onChange={(event) => set({ status: event.target.value })}
        >
          <option value="">{t('records.all')}</option>
          {statuses.map((option) => (
            <option key={option} value={option}>
              {t(`status.s${option}`)}
            </option>
          ))}
        </SelectField>
        <TextField
          label={t('records.orderNo')}
          name="no"
          value={draft.no}
          placeholder={t('records.orderNoHint')}
          maxLength={64}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => set({ no: event.target.value.trim() })}
        />
        <TextField
          label={tc('filter.from')}
          name="from"
          type="date"
          value={draft.from}
          onChange={(event) => set({ from: event.target.value })}
        />
        <TextField
          label={tc('filter.to')}
          name="to"
          type="date"
          value={draft.to}
          error={bad ? t('records.badRange') : undefined}
          onChange={(event) => set({ to: event.target.value })}
        />
        <div className="filter-actions">
          <Button type="submit" size="small">
            {tc('filter.apply')}
          </Button>
          <Button kind="quiet" size="small" onClick={reset}>
            {tc('filter.reset')}
          </Button>
        </div>
      </form>
    </>
  )
}
