/** Which column of the file holds what. Saving reads the file again and keeps the choice for the carrier. */
import { listCarriersForFeeds, setMapping } from '@corridor/contract/data-feeds.ts'
import { listMappingProposals } from '@corridor/contract/feed-columns.ts'
import { FEED_FIELD_NAMES, FEED_FIELDS, isFeedField, REQUIRED_FIELDS } from '@corridor/domain/data-feeds/columns.ts'
import { addMonthEnds, formatMonth, monthEnd } from '@corridor/domain/primitives/period.ts'
import { useCan } from '../../kernel/session.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { Checkbox, SelectField } from '../../ui/fields/Field.tsx'
import { siteDay } from '../../ui/formats.ts'
import { Panel } from '../../ui/layout/Panel.tsx'
import { LeaveQuestion } from '../../ui/overlays/LeaveQuestion.tsx'
import { FormOfColumn, formsToChoose } from './ColumnForms.tsx'
import css from './feeds.module.css'
import mapped from './Mapping.module.css'
import { isChanged, type MappingDraft, mappingOf, type SavingMapping } from './mapping-draft.ts'
import { type Proposal, ProposalOfCarrier, ProposalOfColumn, Proposals } from './Proposals.tsx'
import type { FileReply } from './statuses.ts'
import { isOpen } from './statuses.ts'

const SOURCES = { recognised: 'Recognized by their names.', kept: 'As kept for this carrier.', given: 'As chosen for this file.' }

/** Asks before chosen columns are lost with the page; the file's tabs are one page. */
export const LeaveUnsaved = () => (
  <LeaveQuestion blocks={(from, to) => from !== to} blocksClosing={() => true}>
    You chose columns, or their positions, that are not saved yet. Save them under Column mapping or Layout, and the file is checked again.
  </LeaveQuestion>
)

interface MappingProps {
  file: FileReply
  draft: MappingDraft
  onDraft: (draft: MappingDraft) => void
  saving: SavingMapping
}

export function Mapping({ file, draft, onDraft, saving }: MappingProps) {
  const mayChange = useCan(setMapping.access) && isOpen(file)
  const mapping = mappingOf(file, draft)
  const [carrierCode, period] = [draft.carrierCode ?? file.carrierCode ?? '', draft.period ?? file.period ?? '']
  const carriers = useEndpoint(listCarriersForFeeds, {})
  const proposed = useEndpoint(listMappingProposals, { id: file.id }, { enabled: mayChange })
  const taken = new Set(Object.values(mapping).filter((name) => name !== null))
  const saysCarrier = taken.has('carrierCode')
  const saysPeriod = taken.has('asOfDate')
  const proposals = mayChange ? (proposed.data?.records ?? []).filter(({ header, field }) => !mapping[header] && !taken.has(field)) : []
  const take = (some: readonly Proposal[]) =>
    onDraft({ ...draft, mapping: { ...draft.mapping, ...Object.fromEntries(some.map(({ header, field }) => [header, field])) } })
  const unclear = formsToChoose(file, draft.forms)
  const missing = REQUIRED_FIELDS.filter((name) => !taken.has(name))
  return (
    <Panel
      title="Columns of the file"
      note={SOURCES[file.mappingSource]}
      footer={
        mayChange ? (
          <div className={css.selection}>
            <Checkbox
              label="Keep for this carrier’s next files"
              checked={draft.keep ?? true}
              onChange={(keep) => onDraft({ ...draft, keep })}
            />
            <Button loading={saving.saving} disabled={!isChanged(file, draft)} onClick={() => void saving.save(file, draft)}>
              Save and check again
            </Button>
          </div>
        ) : undefined
      }
    >
      {missing.length > 0 ? (
        <p className={mapped.warning} role="status">
          Not found yet: {missing.map((name) => FEED_FIELDS[name].label.toLowerCase()).join(', ')}. Choose the column that holds it.
        </p>
      ) : null}
      {unclear.length > 0 ? (
        <p className={mapped.warning} role="status">
          Dates or rates of {unclear.join(', ')} can be read in two ways. Choose below how they are written.
        </p>
      ) : null}
      {saysCarrier && saysPeriod ? null : (
        <div className={mapped.whole}>
          {saysCarrier ? null : (
            <SelectField
              label="Carrier of the whole file"
              disabled={!mayChange}
              value={carrierCode}
              options={[
                { value: '', label: 'Choose the carrier' },
                ...(carriers.data?.records ?? []).map((carrier) => ({ value: carrier.code, label: carrier.name })),
              ]}
              onChange={(code) => onDraft({ ...draft, carrierCode: code })}
            />
          )}
          {saysPeriod ? null : (
            <SelectField
              label="Month end of the whole file"
              disabled={!mayChange}
              value={period}
              options={[{ value: '', label: 'Choose the month' }, ...monthsAround(file)]}
              onChange={(month) => onDraft({ ...draft, period: month })}
            />
          )}
        </div>
      )}
      {saysCarrier || carrierCode !== '' || !mayChange || !proposed.data?.carrier ? null : (
        <ProposalOfCarrier carrier={proposed.data.carrier} onTake={(code) => onDraft({ ...draft, carrierCode: code })} />
      )}
      <Proposals proposals={proposals} rows={proposed.data?.rows ?? 0} onTake={take} />
      <div className={mapped.mapping}>
        {file.headers.map((header) => {
          const value = mapping[header] ?? ''
          const proposal = proposals.find((one) => one.header === header)
          const form = file.forms[header]
          return (
            <div key={header} className={mapped.mapped} data-open={value === '' || undefined}>
              <div>
                <strong>{header}</strong>
                <small>{(file.samples[header] ?? []).slice(0, 3).join(' · ') || 'empty'}</small>
              </div>
              <SelectField
                label={`What ${header} holds`}
                hideLabel
                disabled={!mayChange}
                value={value}
                options={[
                  { value: '', label: 'Not used' },
                  ...FEED_FIELD_NAMES.filter((name) => name === value || !taken.has(name)).map(
                    (name): { value: string; label: string } => ({
                      value: name,
                      label: FEED_FIELDS[name].label,
                    }),
                  ),
                ]}
                onChange={(name) => onDraft({ ...draft, mapping: { ...draft.mapping, [header]: isFeedField(name) ? name : null } })}
              />
              {proposal ? <ProposalOfColumn proposal={proposal} onTake={take} /> : null}
              {form && form.by !== 'cells' ? (
                <FormOfColumn
                  header={header}
                  found={form}
                  chosen={draft.forms?.[header]}
                  disabled={!mayChange}
                  onChoose={(next) => onDraft({ ...draft, forms: { ...draft.forms, [header]: next } })}
                />
              ) : null}
            </div>
          )
        })}
      </div>
    </Panel>
  )
}

/** The months before the file came in: an extract is uploaded after its month. */
function monthsAround(file: FileReply): { value: string; label: string }[] {
  const received = siteDay(new Date(file.receivedAt))
  const newest = monthEnd(Number(received.slice(0, 4)), Number(received.slice(5, 7)))
  return Array.from({ length: 24 }, (_, index) => addMonthEnds(newest, -index)).map((month) => ({
    value: month,
    label: formatMonth(month),
  }))
}
