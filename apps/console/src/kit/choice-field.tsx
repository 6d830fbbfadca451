import { SelectField } from '@hc/ui/field'
import type { ComponentProps } from 'react'
import { useTranslations } from 'use-intl'

export type Options = readonly (readonly [value: string | number, label: string])[]

/** A menu of these options. */
export function ChoiceField({
  options,
  ...rest
}: Omit<ComponentProps<typeof SelectField>, 'children'> & { options: Options }) {
  return (
    <SelectField {...rest}>
      {options.map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </SelectField>
  )
}

/** A menu of no and yes, for a field that is true or false. */
export function YesField(props: Omit<ComponentProps<typeof SelectField>, 'children'>) {
  const t = useTranslations('desk')
  return (
    <ChoiceField
      {...props}
      options={[
        ['no', t('codes.said.no')],
        ['yes', t('codes.said.yes')],
      ]}
    />
  )
}
