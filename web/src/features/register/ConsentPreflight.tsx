/** Before Form 8925 is filed: what is wrong with consents, counted and to narrow the list by, and what the form of the year that runs would say as of now. */
import { listEmployeeCounts, previewForm8925 } from '@corridor/contract/form-8925.ts'
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { CONSENT_FLAW_CODES, CONSENT_FLAWS, type ConsentFlaw } from '@corridor/domain/policies/consents.ts'
import { formatCount, MISSING } from '@corridor/domain/primitives/money.ts'
import { formatLongDate, plainDate } from '@corridor/domain/primitives/period.ts'
import { useCan } from '../../kernel/session.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../ui/fields/Link.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { textColumn } from '../../ui/list/columns.tsx'
import { DataTable } from '../../ui/list/DataTable.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import css from './register.module.css'
import { moneyOf } from './words.ts'

type Preview = ReplyOf<typeof previewForm8925>
type Holder = Preview['policyholders'][number]

/** People by what is wrong with their consents; choosing one narrows the list, choosing it again does not. */
export function FlawChoice({
  counts,
  chosen,
  onChoose,
}: {
  counts: Readonly<Partial<Record<ConsentFlaw, number>>>
  chosen: readonly string[]
  onChoose: (flaws: readonly string[]) => void
}) {
  const found = CONSENT_FLAW_CODES.filter((code) => (counts[code] ?? 0) > 0 || chosen.includes(code))
  if (found.length === 0) return null
  return (
    <fieldset className={css.flaws}>
      <legend>Deficiency</legend>
      {found.map((code) => (
        <button
          key={code}
          type="button"
          aria-pressed={chosen.includes(code)}
          onClick={() => onChoose(chosen.includes(code) ? chosen.filter((each) => each !== code) : [...chosen, code])}
        >
          {CONSENT_FLAWS[code]} <strong>{formatCount(counts[code] ?? 0)}</strong>
        </button>
      ))}
    </fieldset>
  )
}

export function ConsentPreflight({ institutionId: id }: { institutionId: number }) {
  const query = useEndpoint(previewForm8925, { id })
  return <Loaded query={query}>{(preview) => <FormAsOfNow institutionId={id} preview={preview} />}</Loaded>
}

function FormAsOfNow({ institutionId, preview }: { institutionId: number; preview: Preview }) {
  const seesEmployees = useCan(listEmployeeCounts.access)
  const { asOf, taxYearEnd, policyholders, withheld } = preview
  if (asOf === null || taxYearEnd === null) return null
  const carried = policyholders.reduce((sum, holder) => sum + holder.carried, 0)
  const items = policyholders.filter(({ openItems }) => openItems.length > 0)
  return (
    <Panel
      flush
      title="Form 8925 as of now"
      note={`People and amounts as of ${formatLongDate(plainDate(asOf))}, for the tax year ending ${formatLongDate(plainDate(taxYearEnd))}. This preview is not saved; the report of the year is generated once its last month is posted.`}
    >
      <DataTable
        plain
        label="Form 8925 as of now"
        rows={policyholders}
        idOf={(row) => row.subsidary_id ?? 0}
        columns={[
          textColumn('name', 'Policyholder'),
          {
            key: 'employees',
            header: 'Employees (1)',
            numeric: true,
            cell: (row) =>
              row.employees !== null ? (
                formatCount(row.employees)
              ) : seesEmployees ? (
                <Link to={paths.institution(institutionId, 'employees')}>not stated</Link>
              ) : (
                'not stated'
              ),
          },
          { key: 'insured', header: 'Insured (2)', numeric: true, cell: (row) => formatCount(row.insuredEmployees) },
          { key: 'amount', header: 'In force (3) ($)', numeric: true, cell: (row) => moneyOf(row.insuranceInForceCents) },
          { key: 'valid', header: 'Valid for each (4a)', numeric: true, cell: answerOf },
          {
            key: 'without',
            header: 'Without consent (4b)',
            numeric: true,
            cell: (row) => (row.withoutConsent === null ? MISSING : formatCount(row.withoutConsent)),
          },
        ]}
        empty={<EmptyState title="Nothing to report yet" why="No contract is in force, or none has a value." />}
      />
      {items.length > 0 || withheld.length > 0 || carried > 0 ? (
        <div className={css.open8925}>
          {items.map(({ subsidary_id, name, openItems }) => (
            <details key={subsidary_id ?? 0}>
              <summary>
                {openItems.length} open {openItems.length === 1 ? 'item' : 'items'}
                {policyholders.length > 1 ? ` of ${name}` : ''}
              </summary>
              <ul>
                {openItems.map(({ key, text }) => (
                  <li key={key}>{text}</li>
                ))}
              </ul>
            </details>
          ))}
          {withheld.map(({ name, reason }) => (
            <p key={name}>
              {name}: {reason}
            </p>
          ))}
          {carried > 0 ? (
            <p>
              {formatCount(carried)} {carried === 1 ? 'policy carries' : 'policies carry'} the death benefit of the month before, because
              this month’s is not posted yet.
            </p>
          ) : null}
        </div>
      ) : null}
    </Panel>
  )
}

const answerOf = ({ validForAll }: Holder): string => (validForAll === null ? MISSING : validForAll ? 'Yes' : 'No')
