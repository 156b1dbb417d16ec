/** Unjam: what stopped and what freeing it would do, then, once confirmed, what was done. */
import { type Jams, listJobs, unjam } from '@corridor/contract/jobs.ts'
import { useState } from 'react'
import { useAction } from '../../kernel/use-action.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { Modal } from '../../ui/overlays/Modal.tsx'
import css from './jobs.module.css'

export function UnjamDialog({ preview, onClose }: { preview: Jams; onClose: () => void }) {
  const [shown, setShown] = useState(preview)
  const free = useAction(unjam, { invalidates: [listJobs] })
  const press = async () => {
    const outcome = await free.run({ dryRun: false })
    if (outcome.ok) setShown(outcome.value)
  }
  const canFree = shown.dryRun && shown.jams.length > 0
  return (
    <Modal
      title="Unjam"
      onClose={onClose}
      width={620}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {canFree ? 'Cancel' : 'Close'}
          </Button>
          {canFree ? (
            <Button loading={free.running} onClick={() => void press()}>
              Free {shown.jams.length === 1 ? 'it' : `these ${shown.jams.length}`}
            </Button>
          ) : null}
        </>
      }
    >
      <div aria-live="polite">
        <Found shown={shown} />
      </div>
    </Modal>
  )
}

function Found({ shown: { dryRun, jams } }: { shown: Jams }) {
  if (jams.length === 0)
    return <p>{dryRun ? 'Nothing is stuck.' : 'Nothing was stuck any longer.'} Work that waits or runs is left alone.</p>
  return (
    <>
      <p>{dryRun ? 'The following is stuck. Nothing is lost: completed work is kept, and the rest is done again.' : 'Done:'}</p>
      <ul className={css.jams}>
        {jams.map(({ what, does, freed }, index) => (
          // The list is as the server gave it, and two jams may read alike.
          <li key={`${index} ${what}`}>
            <strong>{what}</strong>
            <span>{freed === false ? 'Nothing was left to do: it continued by itself, or someone else freed it.' : does}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
