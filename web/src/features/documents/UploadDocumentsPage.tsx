/** Uploading documents: owner, type and year chosen once and changed for single files, several files at once, each with its own progress and error. */
import { documents, finishDocumentBatch } from '@corridor/contract/documents.ts'
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { OWNER_WORDS } from '@corridor/contract/words.ts'
import { ACCEPTED_EXTENSIONS, LARGEST_FILE_BYTES } from '@corridor/domain/files/accepted-kinds.ts'
import { parseReportFileName } from '@corridor/domain/files/report-file-names.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { type UploadItem, useUploadQueue } from '../../kernel/upload.ts'
import { useAction } from '../../kernel/use-action.ts'
import { invalidate } from '../../kernel/use-endpoint.ts'
import { paths } from '../../paths.ts'
import { Button, LinkButton } from '../../ui/fields/Button.tsx'
import { FileDrop } from '../../ui/fields/FileDrop.tsx'
import { Link } from '../../ui/fields/Link.tsx'
import { UploadList, UploadTotals } from '../../ui/fields/UploadList.tsx'
import { Breadcrumbs } from '../../ui/layout/Breadcrumbs.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Modal } from '../../ui/overlays/Modal.tsx'
import { documentCount, seenBy } from './document-words.ts'
import css from './documents.module.css'
import { NO_PLACE, type Place, PlaceFields, type Places, placeProblems, usePlaces } from './PlaceFields.tsx'

const { create, list } = documents.endpoints
type Item = UploadItem<ReplyOf<typeof create>>

export function UploadDocumentsPage() {
  const places = usePlaces()
  const [shared, setShared] = useState<Place>(() => ({ ...NO_PLACE, year: String(new Date().getFullYear()) }))
  /** Choices for single files, by their number in the queue: where the person differs from the form. */
  const [own, setOwn] = useState<Readonly<Record<number, Place>>>({})
  const [changing, setChanging] = useState<Item | null>(null)
  const [tried, setTried] = useState(false)
  const [uploadBatch] = useState(() => crypto.randomUUID())
  const placeOf = ({ id, name }: Pick<Item, 'id' | 'name'>): Place => own[id] ?? placeOfName(name, shared, places) ?? shared
  const queue = useUploadQueue({
    endpoint: create,
    purpose: 'DOCUMENT',
    inputOf: () => ({}),
    fieldsOf: (item) => ({ ...fieldsOf(placeOf(item)), uploadBatch }),
  })
  const { items } = queue
  const waiting = items.filter(({ status }) => status === 'waiting')
  // A file that the server refused it will refuse again; the rest is worth another try.
  const failed = items.filter(({ status, error }) => status === 'failed' && ![400, 413, 415].includes(error?.status ?? 0))
  const ready = waiting.filter((item) => problemOf(placeOf(item)) === undefined)
  useBatchTold(items, uploadBatch)

  const send = () => {
    setTried(true)
    queue.start(ready.map(({ id }) => id))
  }

  return (
    <>
      <PageHeader
        crumbs={<Breadcrumbs steps={[{ label: 'Document Center', to: paths.documents() }]} />}
        title="Upload documents"
        note="Choose the owner, type and year once for all files; change them for single files below."
      />
      <div className={css.stack}>
        <Panel title="Where they belong">
          <PlaceFields place={shared} places={places} onChange={setShared} problems={tried ? placeProblems(shared) : {}} />
          {shared.owner ? <p className={css.hint}>{seenBy(shared.owner, places.ownerName(shared))}</p> : null}
        </Panel>
        <Panel title="Files" note="A file named institutionId-typeCode-YY-name is filed by its name.">
          <FileDrop
            label="Drop documents here"
            accept={ACCEPTED_EXTENSIONS}
            maxBytes={LARGEST_FILE_BYTES}
            multiple
            onFiles={(files) => void queue.add(files)}
          />
        </Panel>
        {items.length > 0 ? (
          <Panel
            title="To upload"
            flush
            footer={
              <div className={css.bar}>
                {waiting.length > 0 ? (
                  <Button disabled={ready.length === 0} onClick={send}>
                    Upload {documentCount(ready.length)}
                  </Button>
                ) : (
                  <LinkButton variant="default" to={paths.documents()}>
                    Go to the Document Center
                  </LinkButton>
                )}
                {failed.length > 0 ? (
                  <Button variant="default" onClick={() => queue.retry(failed.map(({ id }) => id))}>
                    Retry failed files
                  </Button>
                ) : null}
                <UploadTotals items={items} />
              </div>
            }
          >
            <UploadList
              label="Documents to upload"
              items={items}
              columns={[
                {
                  key: 'place',
                  header: 'Where it belongs',
                  cell: (item) => <PlaceCell item={item} place={placeOf(item)} places={places} onChange={() => setChanging(item)} />,
                },
              ]}
              problemOf={(item) => problemOf(placeOf(item))}
              onRemove={queue.remove}
              onRetry={queue.retry}
              storedAs={({ reply }) => (reply ? <Link to={paths.documentView(reply.id)}>{reply.displayName}</Link> : null)}
            />
          </Panel>
        ) : null}
      </div>
      {changing ? (
        <ChangePlace
          name={changing.name}
          place={placeOf(changing)}
          places={places}
          onClose={() => setChanging(null)}
          onSave={(place) => {
            setOwn((before) => ({ ...before, [changing.id]: place }))
            setChanging(null)
          }}
        />
      ) : null}
    </>
  )
}

/** Once nothing waits or is on its way any more, institutions are told of what came: one mail a person, not one a file. */
function useBatchTold(items: readonly Item[], uploadBatch: string) {
  const finish = useAction(finishDocumentBatch, { quiet: true })
  const stored = items.filter(({ status }) => status === 'stored').length
  const settled = stored > 0 && items.every(({ status }) => status === 'stored' || status === 'failed')
  const tell = useEffectEvent(() => {
    void finish.run({ uploadBatch })
    void invalidate(list)
  })
  useEffect(() => {
    if (settled && stored > 0) tell()
  }, [settled, stored])
}

function PlaceCell({ item, place, places, onChange }: { item: Item; place: Place; places: Places; onChange: () => void }) {
  const owner = place.owner === null ? undefined : (places.ownerName(place) ?? `${OWNER_WORDS[place.owner]} not chosen`)
  const words = [owner, place.typeCode, place.year].filter(Boolean).join(', ')
  return (
    <span className={css.place}>
      <span>{words || 'Not chosen yet'}</span>
      {item.status === 'waiting' || item.status === 'failed' ? (
        <Button size="xs" variant="subtle" onClick={onChange} aria-label={`Change where ${item.name} belongs`}>
          Change
        </Button>
      ) : null}
    </span>
  )
}

function ChangePlace({
  name,
  place,
  places,
  onClose,
  onSave,
}: {
  name: string
  place: Place
  places: Places
  onClose: () => void
  onSave: (place: Place) => void
}) {
  const [typed, setTyped] = useState(place)
  const [tried, setTried] = useState(false)
  const problems = placeProblems(typed)
  const save = () => {
    setTried(true)
    if (Object.keys(problems).length === 0) onSave(typed)
  }
  return (
    <Modal
      title="Where this file belongs"
      width={640}
      onClose={onClose}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button onClick={save}>Change</Button>
        </>
      }
    >
      <p>{name}</p>
      <PlaceFields place={typed} places={places} onChange={setTyped} problems={tried ? problems : {}} />
    </Modal>
  )
}

/** The fields of the reports' form that a name fills, where they exist. */
function placeOfName(fileName: string, shared: Place, { institutions, types }: Places): Place | null {
  const parsed = parseReportFileName(fileName, new Date().getFullYear())
  if (!('typeCode' in parsed)) return null
  const institution = institutions.find(({ id }) => id === parsed.institutionId)
  const type = types.find(({ code }) => code === parsed.typeCode)
  if (!institution || !type) return null
  return { ...shared, owner: 'institution', institutionId: institution.id, typeCode: type.code, year: String(parsed.year) }
}

const problemOf = (place: Place): string | undefined => Object.values(placeProblems(place))[0]

const fieldsOf = ({ owner, institutionId, carrierCode, vendorName, typeCode, year }: Place): Record<string, string> => ({
  owner: owner ?? '',
  ...(owner === 'institution' ? { institutionId: String(institutionId) } : {}),
  ...(owner === 'carrier' ? { carrierCode: carrierCode ?? '' } : {}),
  ...(owner === 'vendor' ? { vendorName: vendorName.trim() } : {}),
  typeCode,
  yearOverride: year.trim(),
})
