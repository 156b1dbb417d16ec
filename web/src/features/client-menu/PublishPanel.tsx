/** Changes that publishing this menu makes against the published one, and the step itself, with a note for the history. */
import { clientMenus, listMenuHistory, publishMenu } from '@corridor/contract/client-menus.ts'
import { compareMenus } from '@corridor/domain/client-menu/editing.ts'
import { type MenuItem, readNavigation } from '@corridor/domain/client-menu/items.ts'
import type { MenuFault } from '@corridor/domain/client-menu/validation.ts'
import { useState } from 'react'
import { useAction } from '../../kernel/use-action.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { TextArea } from '../../ui/fields/Field.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { ConfirmModal } from '../../ui/overlays/Modal.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import { BlockSkeleton } from '../../ui/states/Skeletons.tsx'
import css from './menu-editor.module.css'

interface PublishPanelProps {
  items: readonly MenuItem[]
  faults: readonly MenuFault[]
  /** The stored menu; null while it is new. */
  menu: { id: number; name: string; updatedAt: string; status: string } | null
  /** Not saved yet. */
  dirty: boolean
  mayPublish: boolean
  onPublished: () => void
}

export function PublishPanel({ items, faults, menu, dirty, mayPublish, onPublished }: PublishPanelProps) {
  const published = useEndpoint(clientMenus.endpoints.list, { status: 'PUBLISHED', take: 1 })
  const [asking, setAsking] = useState(false)
  const again = menu?.status === 'EARLIER'
  const waits = !menu
    ? 'Create the draft first.'
    : menu.status === 'PUBLISHED'
      ? 'This is the published menu.'
      : dirty
        ? 'Save the draft first.'
        : faults.length > 0
          ? `Fix ${faults.length === 1 ? '1 error' : `${faults.length} errors`} first.`
          : null
  return (
    <Panel
      title="Changes from the published menu"
      note={waits ?? 'Clients see them as soon as it is published'}
      actions={
        mayPublish ? (
          <Button disabled={waits !== null} onClick={() => setAsking(true)}>
            {again ? 'Publish again' : 'Publish'}
          </Button>
        ) : null
      }
    >
      <Loaded query={published} skeleton={<BlockSkeleton height={120} />}>
        {({ records: [live] }) => {
          const changes = compareMenus(readNavigation(live?.items), items)
          return (
            <>
              {changes.length === 0 ? (
                <p className={css.none}>No changes: clients already see this menu.</p>
              ) : (
                <ul className={css.changes}>
                  {changes.map((change) => (
                    <li key={`${change.kind} ${change.id}`} data-kind={change.kind}>
                      {change.sentence}
                    </li>
                  ))}
                </ul>
              )}
              {asking && menu ? (
                <PublishDialog menu={menu} changes={changes.length} onClose={() => setAsking(false)} onPublished={onPublished} />
              ) : null}
            </>
          )
        }}
      </Loaded>
    </Panel>
  )
}

export function PublishDialog({
  menu,
  changes,
  onClose,
  onPublished,
}: {
  menu: { id: number; name: string; updatedAt: string }
  /** How many; undefined where they were not compared. */
  changes?: number
  onClose: () => void
  onPublished: () => void
}) {
  const [note, setNote] = useState('')
  const publish = useAction(publishMenu, {
    success: 'Published. Clients see this menu now.',
    invalidates: [clientMenus.endpoints.list, clientMenus.endpoints.get, listMenuHistory],
  })
  const confirm = async () => {
    const done = await publish.run({ id: menu.id, updatedAt: menu.updatedAt, note: note.trim() })
    if (!done.ok) return
    onClose()
    onPublished()
  }
  return (
    <ConfirmModal
      title={`Publish “${menu.name}”?`}
      confirmLabel="Publish"
      running={publish.running}
      ready={note.trim() !== ''}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      <p>
        Every client of this site sees it at once
        {changes === undefined ? '' : changes === 1 ? ', with one change' : `, with ${changes} changes`}. The previous menu stays in the
        history and can be published again.
      </p>
      <TextArea
        label="Note"
        required
        maxLength={500}
        value={note}
        onChange={setNote}
        hint="What changed and why; kept in the history."
        error={publish.error?.fields.note}
      />
    </ConfirmModal>
  )
}
