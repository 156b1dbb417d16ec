/** Giving a person the rights of a template: what would change is shown before it is done, by the function that does it. */
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { applyTemplate, getUserPermissions, permissionTemplates, type UserPermissions } from '@corridor/contract/rights.ts'
import { changesBetween, type LevelChange, levelsOf, type TemplateMode, withTemplate } from '@corridor/domain/access/permission-catalog.ts'
import { LEVEL_NAMES, PERMISSION_WORDS } from '@corridor/domain/access/permission-labels.ts'
import { useId, useState } from 'react'
import { useCan } from '../../kernel/session.ts'
import { useAction } from '../../kernel/use-action.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { SearchableDropdown } from '../../ui/fields/SearchableDropdown.tsx'
import { ConfirmModal } from '../../ui/overlays/Modal.tsx'
import css from './rights.module.css'

export function ApplyTemplate({ held }: { held: UserPermissions }) {
  const [asking, setAsking] = useState(false)
  const maySee = useCan(permissionTemplates.endpoints.list.access)
  if (!maySee) return null
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        Apply a template
      </Button>
      {asking ? <Choose held={held} onClose={() => setAsking(false)} /> : null}
    </>
  )
}

type Template = ReplyOf<typeof permissionTemplates.endpoints.list>['records'][number]

function Choose({ held, onClose }: { held: UserPermissions; onClose: () => void }) {
  const templates = useEndpoint(permissionTemplates.endpoints.list, { take: 1000 }).data?.records ?? []
  const [id, setId] = useState<number | null>(null)
  const [mode, setMode] = useState<TemplateMode>('merge')
  const action = useAction(applyTemplate, { invalidates: [getUserPermissions], success: 'Saved!' })
  const template = templates.find((one) => one.id === id)
  const changes = template ? changesOf(held, template, mode) : []
  const apply = async () => {
    if (!template) return
    const outcome = await action.run({
      id: held.userId,
      templateId: template.id,
      mode,
      updatedAt: held.updatedAt,
      templateUpdatedAt: template.updatedAt,
    })
    if (outcome.ok) onClose()
  }
  return (
    <ConfirmModal
      title="Apply a template"
      confirmLabel={changes.length === 1 ? 'Change 1 right' : `Change ${changes.length} rights`}
      ready={changes.length > 0}
      running={action.running}
      onConfirm={() => void apply()}
      onCancel={onClose}
    >
      <div className={css.form}>
        <SearchableDropdown
          label="Template"
          options={templates.map((one) => ({ value: one.id, label: one.name }))}
          value={id}
          onChange={setId}
          placeholder={templates.length === 0 ? 'No templates yet' : 'Choose a template'}
        />
        <Modes mode={mode} onChange={setMode} />
        {template ? <Changes changes={changes} /> : null}
      </div>
    </ConfirmModal>
  )
}

const changesOf = (held: UserPermissions, template: Template, mode: TemplateMode): LevelChange[] => {
  const present = levelsOf(held.permissions)
  return changesBetween(present, withTemplate(present, levelsOf(template.permissions), mode))
}

const MODES: readonly { mode: TemplateMode; label: string; note: string }[] = [
  { mode: 'merge', label: 'Merge', note: 'The higher level of each right is kept; nothing is removed.' },
  { mode: 'replace', label: 'Replace', note: 'The rights become exactly those of the template.' },
]

function Modes({ mode, onChange }: { mode: TemplateMode; onChange: (mode: TemplateMode) => void }) {
  const name = useId()
  return (
    <fieldset className={css.modes}>
      <legend>How</legend>
      {MODES.map((each) => (
        <label key={each.mode}>
          <input type="radio" name={name} checked={each.mode === mode} onChange={() => onChange(each.mode)} />
          <span>
            {each.label}
            <small>{each.note}</small>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

function Changes({ changes }: { changes: readonly LevelChange[] }) {
  if (changes.length === 0) return <p className={css.note}>Nothing would change: the person already has these rights.</p>
  return (
    <table className={css.changes}>
      <caption>What will change</caption>
      <thead>
        <tr>
          <th scope="col">Right</th>
          <th scope="col">Now</th>
          <th scope="col">Then</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ code, before, after }) => (
          <tr key={code}>
            <th scope="row">{PERMISSION_WORDS[code].name}</th>
            <td>{LEVEL_NAMES[before]}</td>
            <td {...(after > before ? { 'data-raised': true } : { 'data-lowered': true })}>{LEVEL_NAMES[after]}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
