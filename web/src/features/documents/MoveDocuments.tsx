/** Moves the chosen documents to another owner, type or year: says first what would move from where, does it, and offers Undo. */
import { type DocumentDestination, documents, moveDocuments } from '@corridor/contract/documents.ts'
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { IconFolderShare } from '@tabler/icons-react'
import { useState } from 'react'
import { toast } from '../../kernel/toasts.ts'
import { useAction } from '../../kernel/use-action.ts'
import { Button } from '../../ui/fields/Button.tsx'
import type { Chosen } from '../../ui/list/use-list.ts'
import { Modal } from '../../ui/overlays/Modal.tsx'
import { documentCount, seenBy } from './document-words.ts'
import css from './documents.module.css'
import { NO_PLACE, type Place, PlaceFields, placeProblems, usePlaces } from './PlaceFields.tsx'

type Moved = ReplyOf<typeof moveDocuments>

export function MoveDocuments({ chosen, onDone }: { chosen: Chosen; onDone: () => void }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button size="xs" variant="default" leftSection={<IconFolderShare size={15} aria-hidden />} onClick={() => setOpen(true)}>
        Move
      </Button>
      {open ? <MoveDialog chosen={chosen} onClose={() => setOpen(false)} onDone={onDone} /> : null}
    </>
  )
}

function MoveDialog({ chosen, onClose, onDone }: { chosen: Chosen; onClose: () => void; onDone: () => void }) {
  const places = usePlaces()
  const [place, setPlace] = useState<Place>(NO_PLACE)
  const [tried, setTried] = useState(false)
  const [preview, setPreview] = useState<Moved | null>(null)
  const looking = useAction(moveDocuments)
  const moving = useAction(moveDocuments, { invalidates: [documents.endpoints.list, documents.endpoints.get] })
  const problems = placeProblems(place, { leaving: true })
  const to = destinationOf(place)
  const nothing = Object.keys(to).length === 0
  const count = preview ? countOf(preview) : 0

  const look = async () => {
    setTried(true)
    if (nothing || Object.keys(problems).length > 0) return
    const outcome = await looking.run({ ...chosen.selection, to, preview: true })
    if (outcome.ok) setPreview(outcome.value)
  }
  const undo = async ({ moved }: Moved) => {
    for (const { ids, from } of moved) if (!(await moving.run({ ids, to: from })).ok) return
    toast.success('Moved back.')
  }
  const move = async () => {
    const outcome = await moving.run({ ...chosen.selection, to })
    if (!outcome.ok) return
    const done = outcome.value
    onClose()
    onDone()
    toast.success(`${documentCount(countOf(done))} moved.`, { label: 'Undo', run: () => void undo(done) })
  }

  return (
    <Modal
      title={`Move ${documentCount(chosen.count)}`}
      width={640}
      onClose={onClose}
      footer={
        <>
          <Button variant="default" onClick={preview ? () => setPreview(null) : onClose}>
            {preview ? 'Back' : 'Cancel'}
          </Button>
          {preview ? (
            <Button loading={moving.running} disabled={count === 0} onClick={() => void move()} data-autofocus>
              {count === 0 ? 'Nothing to move' : `Move ${documentCount(count)}`}
            </Button>
          ) : (
            <Button loading={looking.running} onClick={() => void look()}>
              Preview the move
            </Button>
          )}
        </>
      }
    >
      {preview ? (
        <div role="status">
          <p>
            <strong>{documentCount(count)}</strong> {count === 1 ? 'moves' : 'move'} to {wordsOf(to, places.ownerName(place), places)}.
            {preview.unchanged > 0 ? ` ${documentCount(preview.unchanged)} ${preview.unchanged === 1 ? 'is' : 'are'} there already.` : ''}
          </p>
          <ul className={css.groups}>
            {preview.moved.slice(0, GROUPS).map(({ ids, ownerName, from }) => (
              <li key={JSON.stringify(from)}>
                {documentCount(ids.length)} from {ownerName}, {from.typeCode}, {from.yearOverride}
              </li>
            ))}
            {preview.moved.length > GROUPS ? <li>and {(preview.moved.length - GROUPS).toLocaleString('en-US')} other places</li> : null}
          </ul>
          {place.owner ? <p className={css.hint}>{seenBy(place.owner, places.ownerName(place))}</p> : null}
        </div>
      ) : (
        <>
          <PlaceFields place={place} places={places} onChange={setPlace} problems={tried ? problems : {}} leaving />
          {tried && nothing ? (
            <p role="alert" className={css.missing}>
              Choose an owner, a type or a year to move them to.
            </p>
          ) : null}
        </>
      )}
    </Modal>
  )
}

/** Places named one by one; of more the number. */
const GROUPS = 6

const countOf = ({ moved }: Moved): number => moved.reduce((sum, { ids }) => sum + ids.length, 0)

function destinationOf({ owner, institutionId, carrierCode, vendorName, typeCode, year }: Place): DocumentDestination {
  return {
    ...(owner === 'institution' ? { owner, institutionId } : {}),
    ...(owner === 'carrier' ? { owner, carrierCode } : {}),
    ...(owner === 'vendor' ? { owner, vendorName: vendorName.trim() } : {}),
    ...(typeCode === '' ? {} : { typeCode }),
    ...(year.trim() === '' ? {} : { yearOverride: Number(year) }),
  }
}

function wordsOf(to: DocumentDestination, ownerName: string | undefined, { types }: ReturnType<typeof usePlaces>): string {
  const type = types.find(({ code }) => code === to.typeCode)?.name
  return [to.owner ? ownerName : undefined, type, to.yearOverride].filter((word) => word !== undefined).join(', ')
}
