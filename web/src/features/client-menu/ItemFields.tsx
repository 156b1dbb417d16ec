/** The fields of the chosen item: those its kind needs, each with what is still wrong with it. */

import type { ItemChange } from '@corridor/domain/client-menu/editing.ts'
import {
  holdsFiles,
  ICON_NAMES,
  ICON_TYPES,
  ITEM_TYPE_WORDS,
  ITEM_TYPES,
  isBankUploads,
  MENU_LABEL_LONGEST,
  type MenuItem,
  VENDOR_CARRIER,
} from '@corridor/domain/client-menu/items.ts'
import type { MenuFault } from '@corridor/domain/client-menu/validation.ts'
import { useId } from 'react'
import { MENU_ICONS } from '../../shared/menu/menu-icons.ts'
import { Checkbox, SelectField, TextField } from '../../ui/fields/Field.tsx'
import ordering from '../../ui/ordering/ordering.module.css'
import type { MenuChoices } from './choices.ts'
import css from './menu-editor.module.css'

const NONE = ''
const KINDS = Object.values(ITEM_TYPES).map((type) => ({ value: String(type), label: ITEM_TYPE_WORDS[type].name }))

export function ItemFields({
  item,
  choices,
  faults,
  onChange,
}: {
  item: MenuItem
  choices: MenuChoices
  faults: readonly MenuFault[]
  onChange?: (change: ItemChange) => void
}) {
  const { ItemType: type, data } = item
  const fault = (field: MenuFault['field']) => faults.find((each) => each.field === field)?.message
  const change = onChange ?? (() => undefined)
  const isLink = type === ITEM_TYPES.link
  const codes = [
    { value: NONE, label: 'Choose a report type' },
    ...choices.reportTypes.map(({ code, name }) => ({ value: code, label: `${code} · ${name}` })),
  ]
  const carriers = [
    { value: NONE, label: 'Each carrier the client holds' },
    ...choices.carriers.map(({ code, name }) => ({ value: code, label: name })),
    { value: VENDOR_CARRIER, label: 'The vendors' },
  ]
  return (
    <fieldset className={ordering.fields} disabled={!onChange}>
      <legend>{data.Label || 'Unnamed'}</legend>
      {(fault('ParentId') ?? fault('Id')) ? <p className={ordering.error}>{fault('ParentId') ?? fault('Id')}</p> : null}
      <div data-item-name>
        <TextField
          label="Name"
          required
          maxLength={MENU_LABEL_LONGEST}
          value={data.Label}
          error={fault('Label')}
          onChange={(label) => change({ label })}
        />
      </div>
      <SelectField
        label="Kind"
        value={String(type)}
        options={KINDS}
        hint={ITEM_TYPE_WORDS[type].what}
        error={fault('ItemType')}
        onChange={(value) => {
          const next = Object.values(ITEM_TYPES).find((each) => String(each) === value)
          if (next) change({ type: next })
        }}
      />
      {holdsFiles(type) ? (
        <SelectField
          label="Report type"
          required
          value={item.ReportCode ?? NONE}
          options={codes}
          error={fault('ReportCode')}
          onChange={(code) => change({ code: code || null })}
        />
      ) : null}
      {type === ITEM_TYPES.carrier ? (
        <SelectField
          label="Carrier"
          value={item.carrierCode ?? NONE}
          options={carriers}
          error={fault('carrierCode')}
          onChange={(carrierCode) => change({ carrierCode: carrierCode || null })}
        />
      ) : null}
      {type === ITEM_TYPES.reports ? (
        <Checkbox
          label="Opens a page"
          hint="Instead of listing its files"
          checked={item.isStatic}
          onChange={(isStatic) => change({ isStatic })}
        />
      ) : null}
      {isLink || item.isStatic ? (
        <TextField
          label="Leads to"
          required={isLink}
          value={item.Route ?? ''}
          error={fault('Route')}
          hint={
            isLink
              ? 'A page such as /service-team, or an address with https:// (opens in a new window)'
              : 'If empty, it lists the reports of its type'
          }
          onChange={(route) => change({ route: route.trim() === '' ? null : route.trim() })}
        />
      ) : null}
      {isLink ? (
        <Checkbox
          label="Only for people who may upload files"
          hint={
            isBankUploads(item.Route)
              ? 'Always required for bank uploads'
              : 'Requires USR in the membership; a Team Member also needs the permission'
          }
          checked={item.linkRequiresPermission || isBankUploads(item.Route)}
          disabled={isBankUploads(item.Route)}
          onChange={(linkRequiresPermission) => change({ linkRequiresPermission })}
        />
      ) : item.isStatic ? null : (
        <Checkbox label="Expanded by default" checked={item.IsPersistent} onChange={(isPersistent) => change({ isPersistent })} />
      )}
      <IconChoice value={data.IconType} onChange={(icon) => change({ icon })} />
    </fieldset>
  )
}

function IconChoice({ value, onChange }: { value: keyof typeof ICON_NAMES; onChange: (icon: keyof typeof ICON_NAMES) => void }) {
  const name = useId()
  return (
    <div className={css.icons} role="radiogroup" aria-label="Icon">
      {ICON_TYPES.map((icon) => {
        const Icon = MENU_ICONS[icon]
        return (
          <label key={icon} title={ICON_NAMES[icon]}>
            <input type="radio" name={name} checked={icon === value} onChange={() => onChange(icon)} aria-label={ICON_NAMES[icon]} />
            <Icon size={20} stroke={1.6} aria-hidden />
          </label>
        )
      })}
    </div>
  )
}
