/** Fields proposed for columns that nothing reads: said above the columns and at each of them, taken one by one or all sure ones at once. And a carrier, for a file that names none. */
import type { listMappingProposals } from '@corridor/contract/feed-columns.ts'
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { FEED_FIELDS } from '@corridor/domain/data-feeds/columns.ts'
import { Button } from '../../ui/fields/Button.tsx'
import css from './Mapping.module.css'

type ProposalsReply = ReplyOf<typeof listMappingProposals>
export type Proposal = ProposalsReply['records'][number]

interface ProposalsProps {
  /** Those of columns and fields that nobody has chosen yet. */
  proposals: readonly Proposal[]
  rows: number
  onTake: (proposals: readonly Proposal[]) => void
}

export function Proposals({ proposals, rows, onTake }: ProposalsProps) {
  const sure = proposals.filter((proposal) => proposal.sure)
  if (proposals.length === 0) return null
  return (
    <div className={css.proposed} role="status">
      <p>
        {proposals.length === 1 ? 'One column is' : `${proposals.length} columns are`} recognized by{' '}
        {proposals.length === 1 ? 'its' : 'their'} values
        {rows > 1 ? `, compared in the first ${rows.toLocaleString('en-US')} rows` : ''}
        {sure.length > 0 && sure.length < proposals.length ? `; ${sure.length === 1 ? 'one is' : `${sure.length} are`} certain` : ''}. A
        proposal takes effect only when you use it and save.
      </p>
      {sure.length > 0 ? (
        <Button size="xs" onClick={() => onTake(sure)}>
          {sure.length === 1 ? 'Use the certain match' : `Use all ${sure.length} certain matches`}
        </Button>
      ) : null}
    </div>
  )
}

interface ProposalOfCarrierProps {
  carrier: NonNullable<ProposalsReply['carrier']>
  onTake: (code: string) => void
}

export function ProposalOfCarrier({ carrier, onTake }: ProposalOfCarrierProps) {
  return (
    <div className={css.proposed} role="status">
      <p>
        <strong>Likely carrier: {carrier.name}.</strong> {carrier.reason} It takes effect only when you use it and save.
      </p>
      <Button size="xs" onClick={() => onTake(carrier.code)}>
        Use {carrier.name}
      </Button>
    </div>
  )
}

export function ProposalOfColumn({ proposal, onTake }: { proposal: Proposal; onTake: (proposals: readonly Proposal[]) => void }) {
  const { label } = FEED_FIELDS[proposal.field]
  return (
    <div className={css.proposedHere}>
      <p>
        <strong>
          {proposal.sure ? 'Certain' : 'Likely'}: {label}.
        </strong>{' '}
        {proposal.reason}
      </p>
      <Button size="xs" variant="default" onClick={() => onTake([proposal])} aria-label={`Use ${label} for ${proposal.header}`}>
        Use
      </Button>
    </div>
  )
}
