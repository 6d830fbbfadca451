import type { DeskBody } from '@hc/contract/desk/calls'
import { BYTE_ORDER_MARK } from '@hc/domain/csv-cell'
import { Button } from '@hc/ui/button'
import { saveFile } from '../../kit/csv.ts'
import { FormError } from '../../kit/form-error.tsx'
import { useAction } from '../../kit/use-action.ts'
import { call } from '../../lib/api.ts'

/** Saves all rows of a kind as a file in the format of an import. */
export function ExportButton({ kind, form = 'csv', label }: DeskBody<'export/file'> & { label: string }) {
  const { busy, errors, run } = useAction()
  return (
    <span className="action">
      <Button
        kind="quiet"
        size="small"
        busy={busy}
        onClick={() => {
          void run(async () => {
            const { name, type, text } = await call('export/file', { kind, form })
            // The byte order mark tells a spreadsheet that the text is UTF-8.
            saveFile(name, `${type};charset=utf-8`, form === 'csv' ? BYTE_ORDER_MARK + text : text)
          })
        }}
      >
        {label}
      </Button>
      <FormError text={errors.form} />
    </span>
  )
}
