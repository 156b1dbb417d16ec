/** Views of a list under a name: open one, keep the present one, share it, make it what everybody begins with. */
import type { Page } from '@corridor/contract/kernel/page.ts'
import { createSavedView, deleteSavedView, listSavedViews, shareViews, updateSavedView } from '@corridor/contract/saved-views.ts'
import { ROLE_NAMES, ROLES, type Role } from '@corridor/domain/access/access.ts'
import { IconBookmark, IconCheck, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useCan, useSession } from '../../kernel/session.ts'
import { toast } from '../../kernel/toasts.ts'
import { useAction } from '../../kernel/use-action.ts'
import { Button } from '../fields/Button.tsx'
import { Checkbox, SelectField, TextField } from '../fields/Field.tsx'
import { Modal } from '../overlays/Modal.tsx'
import { Popover, PopoverItem } from '../overlays/Popover.tsx'
import css from './list.module.css'
import type { List } from './use-list.ts'

export function SavedViews<Reply extends Page<unknown>>({ list }: { list: List<Reply> }) {
  const { views, activeView, viewQuery } = list
  const [saving, setSaving] = useState(false)
  const outdated = { invalidates: [listSavedViews] }
  const remove = useAction(deleteSavedView, outdated)
  const overwrite = useAction(updateSavedView, { ...outdated, success: 'Saved!' })
  const changed = activeView !== undefined && JSON.stringify(sorted(activeView.query)) !== JSON.stringify(sorted(viewQuery))
  return (
    <>
      <Popover
        label={activeView ? `${activeView.name}${changed ? ', changed' : ''}` : 'Views'}
        icon={<IconBookmark size={16} aria-hidden />}
      >
        {(close) => (
          <div className={css.views}>
            <PopoverItem
              icon={<Mark on={activeView === undefined} />}
              onChoose={() => {
                close()
                list.openView(null)
              }}
            >
              All {list.options.label.toLowerCase()}
            </PopoverItem>
            {views.map((view) => (
              <div key={view.id} className={css.view}>
                <PopoverItem
                  icon={<Mark on={view.id === activeView?.id} />}
                  onChoose={() => {
                    close()
                    list.openView(view)
                  }}
                >
                  <span>
                    {view.name}
                    <small>{describe(view)}</small>
                  </span>
                </PopoverItem>
                {view.mine ? (
                  <button
                    type="button"
                    aria-label={`Delete the view ${view.name}`}
                    onClick={async () => {
                      const outcome = await remove.run({ id: view.id })
                      if (!outcome.ok) return
                      if (view.id === activeView?.id) list.openView(null)
                      toast.deleted()
                    }}
                  >
                    <IconTrash size={15} aria-hidden />
                  </button>
                ) : null}
              </div>
            ))}
            <hr />
            {changed && activeView.mine ? (
              <PopoverItem
                icon={<IconBookmark size={16} aria-hidden />}
                onChoose={() => {
                  close()
                  const { id, name, sharedWith, role, isDefault } = activeView
                  void overwrite.run({ id, name, sharedWith, role, isDefault, query: viewQuery })
                }}
              >
                Save the changes to “{activeView.name}”
              </PopoverItem>
            ) : null}
            <PopoverItem
              icon={<IconPlus size={16} aria-hidden />}
              onChoose={() => {
                close()
                setSaving(true)
              }}
            >
              Save this view
            </PopoverItem>
          </div>
        )}
      </Popover>
      {saving ? <SaveView list={list} onClose={() => setSaving(false)} /> : null}
    </>
  )
}

const Mark = ({ on }: { on: boolean }) => <span className={css.mark}>{on ? <IconCheck size={15} aria-label="Shown now" /> : null}</span>

function describe({ sharedWith, role, isDefault, mine, owner }: List<Page<unknown>>['views'][number]): string {
  if (isDefault) return 'Default for everyone'
  const by = mine ? '' : `, by ${owner}`
  if (sharedWith === 'role') return `Shared with ${role ? ROLE_NAMES[role] : ''}${by}`
  return sharedWith === 'everyone' ? `Shared with everyone${by}` : 'Only you'
}

/** One value alone and a list of one are the same in an address. */
const sorted = (query: Record<string, string | string[]>) =>
  Object.entries(query)
    .map(([key, value]) => [key, Array.isArray(value) ? value : [value]] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))

function SaveView<Reply extends Page<unknown>>({ list, onClose }: { list: List<Reply>; onClose: () => void }) {
  const mayShare = useCan(shareViews)
  const isManager = useSession().userRole === 'd'
  const [name, setName] = useState('')
  const [shared, setShared] = useState('nobody')
  const [role, setRole] = useState<Role>('b')
  const [isDefault, setDefault] = useState(false)
  const create = useAction(createSavedView, { invalidates: [listSavedViews], quiet: true })
  const sharedWith = isDefault ? 'everyone' : shared === 'role' || shared === 'everyone' ? shared : 'nobody'
  const save = async () => {
    const outcome = await create.run({
      list: list.viewsKey,
      name,
      sharedWith,
      role: sharedWith === 'role' ? role : null,
      isDefault,
      query: list.viewQuery,
    })
    if (!outcome.ok) {
      if (Object.keys(outcome.error.fields).length === 0) toast.error(outcome.error)
      return
    }
    toast.saved()
    onClose()
    list.openView(outcome.value)
  }
  return (
    <Modal
      title="Save this view"
      enterConfirms
      onClose={onClose}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={create.running} onClick={() => void save()}>
            Save view
          </Button>
        </>
      }
    >
      <div className={css.save}>
        <p>Search, filters, order, rows per page and columns are kept as they are now.</p>
        <TextField label="Name" required value={name} onChange={setName} error={create.error?.fields.name} data-autofocus />
        {mayShare ? (
          <SelectField
            label="Who may use it"
            value={sharedWith}
            options={[
              { value: 'nobody', label: 'Only me' },
              { value: 'role', label: 'A role' },
              { value: 'everyone', label: 'Everyone who may open this list' },
            ]}
            disabled={isDefault}
            onChange={setShared}
          />
        ) : null}
        {sharedWith === 'role' ? (
          <SelectField label="Role" value={role} options={ROLES.map((value) => ({ value, label: ROLE_NAMES[value] }))} onChange={setRole} />
        ) : null}
        {isManager ? (
          <Checkbox
            label="Default for everyone"
            hint="The list opens this way for everyone who has not chosen another view."
            checked={isDefault}
            onChange={setDefault}
          />
        ) : null}
      </div>
    </Modal>
  )
}
