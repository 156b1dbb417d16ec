/** Actions on the chosen findings: each takes those that it fits and says how many they are; of what none fits it is said how it is resolved. */
import { acceptWarnings, type FileFinding } from '@corridor/contract/data-feeds.ts'
import type { Endpoint } from '@corridor/contract/kernel/endpoint.ts'
import { counted } from '@corridor/domain/primitives/counted.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { AcceptStatuses } from './AcceptStatuses.tsx'
import { ExcludeRows } from './ExcludeRows.tsx'
import css from './feeds.module.css'
import { ReasonAction } from './ReasonAction.tsx'

interface FindingActionsProps {
  fileId: number
  selected: readonly FileFinding[]
  invalidates: readonly Endpoint[]
  onDone: () => void
}

/** Rules that are settled by saying which column holds what. */
export const OF_COLUMNS: ReadonlySet<string> = new Set(['COLUMN', 'HEADERS', 'UNUSED', 'DATES'])

export function FindingActions({ fileId, selected, invalidates, onDone }: FindingActionsProps) {
  const accepted = selected.filter(({ settle }) => settle === 'accept')
  const label = accepted.length === selected.length ? 'Accept' : `Accept ${accepted.length} of ${selected.length}`
  const others = new Set(selected.flatMap((finding) => resolvedBy(finding) ?? []))
  return (
    <div className={css.selection}>
      <strong>{selected.length} selected</strong>
      {selected.some(({ line }) => line !== null) ? <ExcludeRows fileId={fileId} rows={selected} onDone={onDone} /> : null}
      {accepted.length === 0 ? null : accepted.some(({ ruleCode }) => ruleCode === 'V10') ? (
        <AcceptStatuses fileId={fileId} findings={accepted} label={label} invalidates={invalidates} onDone={onDone} />
      ) : (
        <ReasonAction
          endpoint={acceptWarnings}
          input={(reason) => ({ id: fileId, findings: accepted.map(({ id }) => id), reason })}
          invalidates={invalidates}
          label={label}
          title={`Accept ${counted(accepted.length, 'finding')}?`}
          text={consequenceOf(accepted)}
          success="Accepted."
          onDone={onDone}
        />
      )}
      <Button size="xs" variant="subtle" onClick={onDone}>
        Clear
      </Button>
      {[...others].map((sentence) => (
        <small key={sentence}>{sentence}</small>
      ))}
    </div>
  )
}

/** How a finding that no action fits is resolved; null where one fits. */
function resolvedBy({ ruleCode, ruleTitle, settle, line }: FileFinding): string | null {
  if (settle === 'accept' || line !== null) return null
  if (ruleCode === 'LOCKED') return `“${ruleTitle}” is resolved once the month is unlocked.`
  if (settle === 'derived') return `“${ruleTitle}” resolves by itself once every policy behind the difference is resolved.`
  return OF_COLUMNS.has(ruleCode)
    ? `“${ruleTitle}” is resolved under Column mapping.`
    : `“${ruleTitle}” cannot be accepted: the file has to be corrected and uploaded again.`
}

/** Only a finding of a row leaves one in; a policy that is missing from the file has none, and its bank’s reports lack its value. */
function consequenceOf(accepted: readonly FileFinding[]): string {
  const rows = new Set(accepted.flatMap(({ line }) => line ?? [])).size
  const missing = accepted.filter(({ ruleCode }) => ruleCode === 'P4').length
  return [
    ...(rows === 0 ? [] : [rows === 1 ? 'The row stays in.' : 'The rows stay in.']),
    ...(missing === 0
      ? []
      : [
          missing === 1
            ? 'The missing policy stays in force and gets no value for the month from this file. Until it has one, its bank’s reports for that month fail, or are made as PRELIMINARY with the value of the month before.'
            : 'The missing policies stay in force and get no values for the month from this file. Until each has one, their banks’ reports for that month fail, or are made as PRELIMINARY with the values of the month before.',
        ]),
    'The reason is kept with the file.',
  ].join(' ')
}
