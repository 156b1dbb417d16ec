/** Two requests about one thing: this one is done and points to the other, where it goes on. */
import { getServiceRequest, listServiceRequests, mergeServiceRequest, type ServiceRequestRow } from '@corridor/contract/service-desk.ts'
import { useState } from 'react'
import { useAction } from '../../kernel/use-action.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { SearchableDropdown } from '../../ui/fields/SearchableDropdown.tsx'
import { ConfirmModal } from '../../ui/overlays/Modal.tsx'
import { AFTER_CHANGE } from './request-words.tsx'

const OFFERED = 200

export function MergeRequest({ request, onClose }: { request: ServiceRequestRow; onClose: () => void }) {
  const [into, setInto] = useState<number | null>(null)
  const others = useEndpoint(listServiceRequests, { institutionId: request.institutionId, take: OFFERED, sort: 'createdAt', desc: true })
  const merge = useAction(mergeServiceRequest, { invalidates: [getServiceRequest, ...AFTER_CHANGE], success: 'Merged.' })
  const options = (others.data?.records ?? [])
    .filter(({ id }) => id !== request.id)
    .map(({ id, subject, askedBy }) => ({ value: id, label: `${subject} (${askedBy}, number ${id})` }))
  const run = async () => {
    if (into === null) return
    const outcome = await merge.run({ id: request.id, intoId: into })
    if (outcome.ok) onClose()
  }
  return (
    <ConfirmModal
      title="Merge this request"
      confirmLabel="Merge"
      ready={into !== null}
      running={merge.running}
      onConfirm={() => void run()}
      onCancel={onClose}
    >
      <p>
        <strong>{request.subject}</strong> is then done. Its messages stay with it, and it points to the request that you choose, where it
        goes on.
      </p>
      <SearchableDropdown label="Merge into" options={options} value={into} onChange={setInto} maxItems={OFFERED} />
    </ConfirmModal>
  )
}
