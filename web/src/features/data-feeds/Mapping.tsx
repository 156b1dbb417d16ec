/** Which column of the file holds what. Saving reads the file again and keeps the choice for the carrier. */
import { getFile, listCarriersForFeeds, listFiles, listFindings, listRows, setMapping } from '@corridor/contract/data-feeds.ts'
import { FEED_FIELD_NAMES, FEED_FIELDS, type FeedField, isFeedField, REQUIRED_FIELDS } from '@corridor/domain/data-feeds/columns.ts'
import { addMonthEnds, formatMonth, monthEnd, plainDate } from '@corridor/domain/primitives/period.ts'
import { useState } from 'react'
import { useCan } from '../../kernel/session.ts'
import { useAction } from '../../kernel/use-action.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { Checkbox, SelectField } from '../../ui/fields/Field.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { LeaveQuestion } from '../../ui/overlays/LeaveQuestion.tsx'
import css from './feeds.module.css'
import type { FileReply } from './statuses.ts'
import { isOpen } from './statuses.ts'

const SOURCES = { recognised: 'Recognized by their names.', kept: 'As kept for this carrier.', given: 'As chosen for this file.' }

/** Choices that are not saved; all else is as the file has it. */
export interface MappingDraft {
  mapping?: Record<string, FeedField | null>
  carrierCode?: string
  period?: string
}

export const isChanged = (file: FileReply, draft: MappingDraft): boolean =>
  Object.entries(draft.mapping ?? {}).some(([header, field]) => field !== (file.mapping[header] ?? null)) ||
  (draft.carrierCode ?? file.carrierCode ?? '') !== (file.carrierCode ?? '') ||
  (draft.period ?? file.period ?? '') !== (file.period ?? '')

/** Asks before chosen columns are lost with the page; the file's tabs are one page. */
export const LeaveUnsaved = () => (
  <LeaveQuestion blocks={(from, to) => from !== to} blocksClosing={() => true}>
    You chose columns that are not saved yet. Save them under Columns, and the file is read again.
  </LeaveQuestion>
)

interface MappingProps {
  file: FileReply
  draft: MappingDraft
  onDraft: (draft: MappingDraft) => void
}

export function Mapping({ file, draft, onDraft }: MappingProps) {
  const mayChange = useCan(setMapping.access) && isOpen(file)
  const mapping = { ...fieldsOf(file.mapping), ...draft.mapping }
  const [keep, setKeep] = useState(true)
  const [carrierCode, period] = [draft.carrierCode ?? file.carrierCode ?? '', draft.period ?? file.period ?? '']
  const carriers = useEndpoint(listCarriersForFeeds, {})
  const save = useAction(setMapping, {
    invalidates: [getFile, listFindings, listRows, listFiles],
    success: 'Saved! The file was read again.',
  })
  const taken = new Set(Object.values(mapping).filter((name) => name !== null))
  const saysCarrier = taken.has('carrierCode')
  const saysPeriod = taken.has('asOfDate')
  const missing = REQUIRED_FIELDS.filter((name) => !taken.has(name))
  return (
    <Panel
      title="Columns of the file"
      note={SOURCES[file.mappingSource]}
      footer={
        mayChange ? (
          <div className={css.selection}>
            <Checkbox label="Keep for this carrier’s next files" checked={keep} onChange={setKeep} />
            <Button
              loading={save.running}
              disabled={!isChanged(file, draft)}
              onClick={async () => {
                const { id, updatedAt } = file
                // Fields that nobody chose here stay as at the upload.
                const outcome = await save.run({
                  id,
                  mapping,
                  updatedAt,
                  keep,
                  ...(draft.carrierCode === undefined ? {} : { carrierCode: carrierCode || null }),
                  ...(draft.period === undefined ? {} : { period: period || null }),
                })
                if (outcome.ok) onDraft({})
              }}
            >
              Save and read again
            </Button>
          </div>
        ) : undefined
      }
    >
      {missing.length > 0 ? (
        <p className={css.warning} role="status">
          Not found yet: {missing.map((name) => FEED_FIELDS[name].label.toLowerCase()).join(', ')}. Choose the column that holds it.
        </p>
      ) : null}
      {saysCarrier && saysPeriod ? null : (
        <div className={css.whole}>
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
      <div className={css.mapping}>
        {file.headers.map((header) => {
          const value = mapping[header] ?? ''
          return (
            <div key={header} className={css.mapped} data-open={value === '' || undefined}>
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
            </div>
          )
        })}
      </div>
    </Panel>
  )
}

const fieldsOf = (mapping: FileReply['mapping']): Record<string, FeedField | null> =>
  Object.fromEntries(Object.entries(mapping).map(([header, name]) => [header, name !== null && isFeedField(name) ? name : null]))

/** The months before the file came in: an extract is uploaded after its month. */
function monthsAround(file: FileReply): { value: string; label: string }[] {
  const received = plainDate(file.receivedAt.slice(0, 10))
  const newest = monthEnd(Number(received.slice(0, 4)), Number(received.slice(5, 7)))
  return Array.from({ length: 24 }, (_, index) => addMonthEnds(newest, -index)).map((month) => ({
    value: month,
    label: formatMonth(month),
  }))
}
