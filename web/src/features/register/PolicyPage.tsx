/** One policy: what it is, its statuses by date, its posted values, what happened to it, where its figures come from, and who changed what. */
import { listExceptions } from '@corridor/contract/auditing.ts'
import { policies } from '@corridor/contract/register-holdings.ts'
import { getPolicy, getRegister } from '@corridor/contract/register-policies.ts'
import { CONSENT_STATUSES } from '@corridor/domain/policies/consents.ts'
import { AGREEMENT_TYPES, TRANSACTION_TYPES } from '@corridor/domain/policies/register.ts'
import { formatMonth, plainDate } from '@corridor/domain/primitives/period.ts'
import { isReportTypeName } from '@corridor/domain/reports/families.ts'
import { useCan } from '../../kernel/session.ts'
import { usePathNumber } from '../../kernel/url-search.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { paths } from '../../paths.ts'
import { ExceptionList } from '../../shared/exceptions/ExceptionList.tsx'
import { useOpenExceptionsOfPolicy } from '../../shared/exceptions/use-open-exceptions.ts'
import { Link } from '../../ui/fields/Link.tsx'
import { Breadcrumbs } from '../../ui/layout/Breadcrumbs.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { StatTile, StatTiles } from '../../ui/layout/StatTile.tsx'
import { Tabs } from '../../ui/layout/Tabs.tsx'
import { dateColumn, moneyColumn } from '../../ui/list/columns.tsx'
import { DataTable } from '../../ui/list/DataTable.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import { FiguresPageSkeleton } from '../../ui/states/Skeletons.tsx'
import { StatusBadge } from '../../ui/states/StatusBadge.tsx'
import { CarrierLine } from './CarrierLine.tsx'
import { Corrections } from './Corrections.tsx'
import { policyForm } from './fields.ts'
import { PolicyStatuses } from './PolicyStatuses.tsx'
import { PolicyValues } from './PolicyValues.tsx'
import { POLICY_CALLS, type PolicyDetail } from './policy-calls.ts'
import css from './register.module.css'
import { Timeline } from './Timeline.tsx'
import { dateOf, moneyOf, POLICY_BADGES } from './words.ts'

const AGREEMENTS: Readonly<Record<string, string>> = AGREEMENT_TYPES

export function PolicyPage() {
  const institutionId = usePathNumber('id') ?? 0
  const policyId = usePathNumber('policyId') ?? 0
  const query = useEndpoint(getPolicy, { id: institutionId, policyId })
  const maySeeExceptions = useCan(listExceptions.access)
  const openExceptions = useOpenExceptionsOfPolicy(institutionId, policyId)
  return (
    <Loaded query={query} skeleton={<FiguresPageSkeleton />}>
      {(policy) => {
        const { names, record, status } = policy
        return (
          <>
            <PageHeader
              crumbs={
                <Breadcrumbs
                  steps={[
                    { label: 'Institutions', to: paths.institutions() },
                    { label: names.institution, to: paths.institution(institutionId) },
                    { label: 'Policies', to: paths.register(institutionId) },
                  ]}
                />
              }
              title={`Policy ${record.policyNumber}`}
              note={
                <span className={css.headline}>
                  <StatusBadge status={status.status} table={POLICY_BADGES} />
                  <span>
                    since {dateOf(status.since)} · {names.carrier}, {names.product} ·{' '}
                    <Link to={paths.registerInsured(institutionId, record.insuredId)}>{names.insured}</Link>
                  </span>
                </span>
              }
            />
            <Tabs
              label={`Policy ${record.policyNumber}`}
              tabs={[
                { key: 'overview', label: 'Overview', panel: () => <Overview institutionId={institutionId} policy={policy} /> },
                {
                  key: 'values',
                  label: 'Posted values',
                  panel: () => <PolicyValues institutionId={institutionId} policy={policy} />,
                },
                ...(maySeeExceptions
                  ? [
                      {
                        key: 'exceptions',
                        label: 'Exceptions',
                        count: openExceptions,
                        panel: () => <Exceptions institutionId={institutionId} policyId={policyId} />,
                      },
                    ]
                  : []),
                { key: 'facts', label: 'Facts', panel: () => <Facts institutionId={institutionId} policy={policy} /> },
                {
                  key: 'history',
                  label: 'History',
                  panel: () => <Timeline institutionId={institutionId} of={{ policyId }} />,
                },
              ]}
            />
          </>
        )
      }}
    </Loaded>
  )
}

const Exceptions = ({ institutionId, policyId }: { institutionId: number; policyId: number }) => (
  <Panel title="Exceptions of the audits" note="Every month’s, newest first" flush>
    <ExceptionList
      label="Exceptions of the policy"
      of={{ institutionId: [institutionId], policyId }}
      empty="No exception on record is about this policy or names it. Those of the institution as a whole are on its own page."
    />
  </Panel>
)

function Overview({ institutionId, policy }: { institutionId: number; policy: PolicyDetail }) {
  const { names, record, consent } = policy
  const latest = policy.valuations.find(({ superseded }) => !superseded)
  return (
    <div className={css.stack}>
      <Notices policy={policy} />
      <StatTiles label="Figures of the policy" long>
        <StatTile
          main
          label="Cash surrender value"
          value={latest ? `$${moneyOf(latest.cashSurrenderValueCents)}` : '-'}
          note={latest ? `posted for ${dateOf(latest.asOfDate)}` : 'nothing posted yet'}
        />
        <StatTile
          label="Death benefit"
          value={latest ? `$${moneyOf(latest.deathBenefitCents)}` : '-'}
          note={
            latest && latest.insuredShareCents > 0 ? `$${moneyOf(latest.insuredShareCents)} of it to the insured` : 'all to the institution'
          }
        />
        <StatTile
          label="Issued"
          value={dateOf(record.issueDate)}
          note={record.isSection1035Replacement ? '1035 replacement' : names.plan}
        />
        <StatTile
          label="Consent"
          value={CONSENT_STATUSES[consent.status]}
          note={consent.reasons[0]}
          {...(consent.status === 'MISSING' || consent.status === 'DEFECTIVE' ? { tone: 'bad' as const } : {})}
        />
        <StatTile
          label="Agreement"
          value={names.agreement ? (AGREEMENTS[names.agreement] ?? names.agreement) : 'None'}
          note={names.agreement ? 'split dollar' : undefined}
        />
      </StatTiles>
      <PolicyStatuses institutionId={institutionId} policy={policy} />
      <Panel title="Transactions" flush>
        <DataTable
          plain
          label="Transactions of the policy"
          rows={policy.transactions}
          idOf={({ id }) => id}
          columns={[
            dateColumn('transactionDate', 'Date'),
            { key: 'type', header: 'Type', cell: ({ type }) => TRANSACTION_TYPES[type].label },
            moneyColumn('amountCents', 'Amount ($)'),
            {
              key: 'note',
              header: 'Note',
              cell: ({ note, pairedPolicyId, pairedPolicyNumber }) => (
                <span className={css.why}>
                  {note ?? '-'}
                  {pairedPolicyId ? (
                    <small>
                      Counterpart: <Link to={paths.registerPolicy(institutionId, pairedPolicyId)}>{pairedPolicyNumber}</Link>
                    </small>
                  ) : null}
                </span>
              ),
            },
          ]}
          empty={
            <EmptyState
              title="No transactions"
              why="Premiums and withdrawals come from carrier files. Team members who may change institutions can enter one."
              next={<Link to={paths.register(institutionId, { list: 'transactions' })}>Open the register’s transactions</Link>}
            />
          }
        />
      </Panel>
      <CarrierLine policy={policy} />
    </div>
  )
}

function Notices({ policy: { withoutValue, outdatedReports } }: { policy: PolicyDetail }) {
  return (
    <>
      {withoutValue ? (
        <div className={css.notice} role="status">
          <p>
            <strong>In force without a posted value for {formatMonth(plainDate(withoutValue))}.</strong> The institution’s report of that
            month fails until one is posted: upload the carrier’s file, or enter it under Posted values.
          </p>
        </div>
      ) : null}
      {outdatedReports.length > 0 ? (
        <div className={css.notice} role="status">
          <p>
            <strong>Figures were corrected after {outdatedReports.length === 1 ? 'this report was' : 'these reports were'} made.</strong>{' '}
            Regenerate them, so that they show the corrected figures; released reports stay as they are until then.
          </p>
          <ul>
            {outdatedReports.map(({ reportId, batchId, reportType, name, released }) => (
              <li key={reportId}>
                <Link to={paths.madeReport(batchId, reportId, isReportTypeName(reportType) ? reportType : undefined)}>{name}</Link>
                {released ? ' (released)' : ''}
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </>
  )
}

function Facts({ institutionId, policy: { record } }: { institutionId: number; policy: PolicyDetail }) {
  const query = useEndpoint(getRegister, { id: institutionId })
  return (
    <Loaded query={query}>
      {(register) => (
        <Corrections
          institutionId={institutionId}
          kind="policies"
          record={record}
          form={policyForm(register)}
          update={policies.endpoints.update}
          invalidates={POLICY_CALLS}
        />
      )}
    </Loaded>
  )
}
