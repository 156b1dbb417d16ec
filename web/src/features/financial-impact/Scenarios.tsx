/** Scenarios under a name: open one, keep the present one, share it, put up to three beside each other, download them. */
import {
  createScenario,
  deleteScenario,
  listScenarios,
  printScenario,
  type SavedScenario,
  updateScenario,
} from '@corridor/contract/financial-impact.ts'
import { isStaff } from '@corridor/domain/access/access.ts'
import { isSameScenario, type Scenario } from '@corridor/domain/financial-impact/scenario.ts'
import { IconDeviceFloppy, IconFolderOpen, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { download } from '../../kernel/call.ts'
import { useSession } from '../../kernel/session.ts'
import { toast } from '../../kernel/toasts.ts'
import { useAction } from '../../kernel/use-action.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { Checkbox, TextField } from '../../ui/fields/Field.tsx'
import { DownloadMenu } from '../../ui/list/DownloadMenu.tsx'
import { ConfirmModal, Modal } from '../../ui/overlays/Modal.tsx'
import { Popover, PopoverItem } from '../../ui/overlays/Popover.tsx'
import css from './financial-impact.module.css'

interface ScenariosProps {
  institutionId: number
  saved: readonly SavedScenario[]
  opened: SavedScenario | null
  current: Scenario
  /** False while an input cannot be computed with. */
  canSave: boolean
  compared: readonly number[]
  onCompare: (ids: readonly number[]) => void
  onOpen: (scenario: SavedScenario) => void
  onSaved: (scenario: SavedScenario | null) => void
  /** Back to the institution's own figures. */
  onAfresh: () => void
}

export function Scenarios(props: ScenariosProps) {
  const { saved, opened, current, canSave, compared, onCompare, onOpen, onSaved, onAfresh } = props
  const [saving, setSaving] = useState(false)
  const [deleting, setDeleting] = useState(false)
  const update = useAction(updateScenario, { invalidates: [listScenarios], success: 'Saved!' })
  const remove = useAction(deleteScenario, { invalidates: [listScenarios] })
  const isChanged = opened !== null && !isSameScenario(opened.scenario, current)
  const save = async () => {
    if (!opened?.mine) return setSaving(true)
    const { id, name, withBank, withTeam } = opened
    const outcome = await update.run({ id, name, withBank, withTeam, scenario: current })
    if (outcome.ok) onSaved(outcome.value)
  }
  return (
    <section className={css.bar} aria-label="Scenarios" data-no-print>
      <Popover
        label={opened ? `${opened.name}${isChanged ? ', changed' : ''}` : 'Scenarios'}
        icon={<IconFolderOpen size={16} aria-hidden />}
      >
        {(close) => (
          <>
            <PopoverItem
              onChoose={() => {
                close()
                onAfresh()
              }}
            >
              Begin with the institution’s figures
            </PopoverItem>
            {saved.map((scenario) => (
              <PopoverItem
                key={scenario.id}
                onChoose={() => {
                  close()
                  onOpen(scenario)
                }}
              >
                <span>
                  {scenario.name}
                  <small>{sharedWords(scenario)}</small>
                </span>
              </PopoverItem>
            ))}
          </>
        )}
      </Popover>
      <Button
        leftSection={<IconDeviceFloppy size={16} aria-hidden />}
        disabled={!canSave}
        loading={update.running}
        onClick={() => void save()}
      >
        {opened?.mine ? 'Save' : 'Save as …'}
      </Button>
      {opened?.mine ? (
        <Button variant="default" disabled={!canSave} onClick={() => setSaving(true)}>
          Save as …
        </Button>
      ) : null}
      {saved.some(({ id }) => id !== opened?.id) ? (
        <Popover label={compared.length > 0 ? `Compare (${compared.length})` : 'Compare'}>
          {() => (
            <div className={css.compare}>
              {saved
                .filter(({ id }) => id !== opened?.id)
                .map(({ id, name }) => (
                  <Checkbox
                    key={id}
                    label={name}
                    checked={compared.includes(id)}
                    onChange={(checked) => onCompare(checked ? [...compared, id] : compared.filter((one) => one !== id))}
                  />
                ))}
            </div>
          )}
        </Popover>
      ) : null}
      {opened ? (
        <DownloadMenu
          label="Download"
          choices={[
            { format: 'pdf', label: 'Scenario (PDF)' },
            { format: 'xlsx', label: 'Excel workbook (XLSX), with formulas' },
          ]}
          save={(format) => download(printScenario, { id: opened.id, format, beside: compared.filter((id) => id !== opened.id) })}
        />
      ) : null}
      {opened?.mine ? (
        <Button variant="subtle" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => setDeleting(true)}>
          Delete
        </Button>
      ) : null}
      {opened && isChanged ? <p className={css.hint}>A download holds the scenario as it was saved: save your changes first.</p> : null}
      {opened ? null : <p className={css.hint}>Save the scenario to download or share it.</p>}
      {saving ? (
        <SaveScenario
          {...props}
          onClose={() => setSaving(false)}
          onSaved={(scenario) => {
            setSaving(false)
            onSaved(scenario)
          }}
        />
      ) : null}
      {deleting && opened ? (
        <ConfirmModal
          title={`Delete “${opened.name}”?`}
          confirmLabel="Delete"
          danger
          running={remove.running}
          onCancel={() => setDeleting(false)}
          onConfirm={async () => {
            const outcome = await remove.run({ id: opened.id })
            setDeleting(false)
            if (!outcome.ok) return
            toast.deleted()
            onSaved(null)
          }}
        >
          The scenario is deleted for everyone it is shared with. Your inputs stay on the page.
        </ConfirmModal>
      ) : null}
    </section>
  )
}

function SaveScenario({
  institutionId,
  opened,
  current,
  onClose,
  onSaved,
}: ScenariosProps & { onClose: () => void; onSaved: (scenario: SavedScenario) => void }) {
  const ofFirm = isStaff(useSession().userRole)
  const [name, setName] = useState('')
  const [withBank, setWithBank] = useState(opened?.withBank ?? false)
  const [withTeam, setWithTeam] = useState(opened?.withTeam ?? false)
  const create = useAction(createScenario, { invalidates: [listScenarios], success: 'Saved!', quiet: true })
  const save = async () => {
    const outcome = await create.run({ clientId: institutionId, name, withBank, withTeam, scenario: current })
    if (outcome.ok) onSaved(outcome.value)
  }
  return (
    <Modal
      title="Save the scenario"
      enterConfirms
      onClose={onClose}
      footer={
        <>
          <Button variant="subtle" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={create.running} onClick={() => void save()}>
            Save
          </Button>
        </>
      }
    >
      <div className={css.fields}>
        <TextField label="Name" required value={name} onChange={setName} error={create.error?.fields?.name ?? create.error?.message} />
        <Checkbox
          label={ofFirm ? 'Share with the bank’s people' : 'Share with the bank’s other people'}
          hint={ofFirm ? 'They see its holdings and figures, also of a month that is not released to them yet' : undefined}
          checked={withBank}
          onChange={setWithBank}
        />
        <Checkbox label="Share with the service team" checked={withTeam} onChange={setWithTeam} />
      </div>
    </Modal>
  )
}

function sharedWords({ mine, owner, withBank, withTeam }: SavedScenario): string {
  const shared =
    withBank && withTeam
      ? 'shared with the bank and the service team'
      : withBank
        ? 'shared with the bank'
        : withTeam
          ? 'shared with the service team'
          : 'private'
  return mine ? shared : `${owner}, ${shared}`
}
