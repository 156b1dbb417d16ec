/** One audit of a month, the same page for all five: what was examined and found, the clients, the exceptions, and how each is settled. */
import { assetReports } from '@corridor/contract/asset-reports.ts'
import { listTolerances } from '@corridor/contract/audit-settings.ts'
import { auditSummary, clientExceptionsReport, startAudit } from '@corridor/contract/auditing.ts'
import { listRatedProducts } from '@corridor/contract/rate-table.ts'
import { AUDIT_CHECKS, type AuditCheck } from '@corridor/domain/auditing/rules.ts'
import { settledInWords, statementOf } from '@corridor/domain/auditing/statement.ts'
import { formatDate, formatMonth, isPlainDate, plainDate } from '@corridor/domain/primitives/period.ts'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { openedFrom } from '../../kernel/opened-from.ts'
import { useCan } from '../../kernel/session.ts'
import { optionalText, useUrlSearch } from '../../kernel/url-search.ts'
import { useAction } from '../../kernel/use-action.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { useLive } from '../../kernel/use-live.ts'
import { paths } from '../../paths.ts'
import { Button, LinkButton } from '../../ui/fields/Button.tsx'
import { SelectField } from '../../ui/fields/Field.tsx'
import { formatMoment } from '../../ui/formats.ts'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import { FiguresSkeleton } from '../../ui/states/Skeletons.tsx'
import { AuditCharts } from './AuditCharts.tsx'
import css from './auditing.module.css'
import { Clients, isClientCheck } from './Clients.tsx'
import type { Summary } from './calls.ts'
import { CHANGED, SHOWN } from './calls.ts'
import { Examined } from './Examined.tsx'
import { ExceptionDialog } from './ExceptionDialog.tsx'
import { Exceptions } from './Exceptions.tsx'
import { Openings } from './Openings.tsx'
import { Review } from './Review.tsx'
import { Run } from './Run.tsx'
import { Suppressions } from './Suppressions.tsx'

export const ClientExceptionsPage = () => <AuditPage check="client-exceptions" />
export const CashSurrenderPage = () => <AuditPage check="cash-surrender-exceptions" />
export const PolicyCountPage = () => <AuditPage check="policy-count-exceptions" />
export const BeginningYearPage = () => <AuditPage check="beginning-year-balance" />
export const YieldsPage = () => <AuditPage check="yield-exceptions" />

const search = { period: optionalText, exception: optionalText }
/** Progress of a run is told by live events; this is for a line that is down. */
const RUNNING_MS = 3_000
const CLIENTS_MOST = 1000

const isRunning = ({ run }: Pick<Summary, 'run'>): boolean => run !== null && run.endedAt === null

function AuditPage({ check }: { check: AuditCheck }) {
  const [{ period: asked }, change] = useUrlSearch(search)
  const chosen = asked && isPlainDate(asked) ? asked : undefined
  const [running, setRunning] = useState(false)
  const query = useEndpoint(
    auditSummary,
    { check, ...(chosen ? { period: chosen } : {}) },
    { refetchInterval: running ? RUNNING_MS : false },
  )
  const summary = query.data
  if (summary && isRunning(summary) !== running) setRunning(isRunning(summary))
  useLive(assetReports.reportEvents, {}, { on: { audit: SHOWN } })
  return (
    <>
      <PageHeader
        title={AUDIT_CHECKS[check].title}
        note={AUDIT_CHECKS[check].question}
        actions={
          summary ? (
            <Tools check={check} summary={summary} onPeriod={(period) => change({ period, page: undefined, exception: undefined })} />
          ) : null
        }
      />
      <Loaded query={query} skeleton={<FiguresSkeleton />}>
        {(shown) => <Month key={check} check={check} summary={shown} />}
      </Loaded>
    </>
  )
}

function Tools({ check, summary, onPeriod }: { check: AuditCheck; summary: Summary; onPeriod: (period: string | undefined) => void }) {
  const { period, periods } = summary
  const mayAudit = useCan(startAudit.access)
  const maySeeTolerances = useCan(listTolerances.access)
  const maySeeRates = useCan(listRatedProducts.access)
  const [isListing, setListing] = useState(false)
  const audit = useAction(startAudit, { invalidates: CHANGED })
  return (
    <>
      <SelectField
        label="Month"
        value={period}
        options={periods.map((each) => ({ value: each, label: formatMonth(plainDate(each)) }))}
        onChange={(value) => onPeriod(value === periods[0] ? undefined : value)}
      />
      <Button variant="default" onClick={() => setListing(true)}>
        Suppressions
      </Button>
      {maySeeTolerances ? (
        <LinkButton variant="default" to={`${paths.auditTolerances()}?check=${check}`}>
          Tolerances
        </LinkButton>
      ) : null}
      {maySeeRates && (check === 'yield-exceptions' || check === 'cash-surrender-exceptions') ? (
        <LinkButton variant="default" to={paths.rateTable()}>
          Rate table
        </LinkButton>
      ) : null}
      {mayAudit ? (
        <Button loading={audit.running || isRunning(summary)} onClick={() => void audit.run({ period })}>
          Audit this month
        </Button>
      ) : null}
      {isListing ? <Suppressions onClose={() => setListing(false)} /> : null}
    </>
  )
}

function Month({ check, summary }: { check: AuditCheck; summary: Summary }) {
  const [{ exception }, change] = useUrlSearch(search)
  const router = useRouter()
  const { period, examined } = summary
  const clients = useClients(period)
  const open = /^(\d{1,10})-(\d{1,10})$/.exec(exception ?? '')
  return (
    <div className={css.stack}>
      <p className={css.asOf}>
        As of {formatDate(plainDate(period))};{' '}
        {examined.auditedAt === null ? 'not audited yet' : `last audited ${formatMoment(examined.auditedAt)}`}
      </p>
      {summary.run ? <Run run={summary.run} /> : null}
      <Examined check={check} summary={summary} />
      <div id="exceptions" className={css.anchor}>
        <Exceptions
          check={check}
          period={period}
          clients={clients}
          statement={statementOf(summary)}
          settled={settledInWords(summary)}
          onOpen={(one) => change({ exception: `${one.institutionId}-${one.id}` })}
        />
      </div>
      {isClientCheck(check) ? (
        <Clients
          check={check}
          period={period}
          onOpen={({ institutionId, carrierCode }) => {
            change({ institutionId: String(institutionId), carrierCode, page: undefined })
            document.getElementById('exceptions')?.scrollIntoView({ block: 'start' })
          }}
        />
      ) : null}
      <Review check={check} period={period} />
      <AuditCharts check={check} summary={summary} />
      {check === 'beginning-year-balance' ? <Openings /> : null}
      {open ? (
        <ExceptionDialog
          key={exception}
          institutionId={Number(open[1])}
          id={Number(open[2])}
          onClose={() => (openedFrom() === null ? change({ exception: undefined }, { replace: true }) : router.history.back())}
        />
      ) : null}
    </div>
  )
}

/** Clients whose policies the month's audit examined. */
function useClients(period: string): { value: string; label: string }[] {
  const records =
    useEndpoint(clientExceptionsReport, { period, sort: 'institutionName', desc: false, take: CLIENTS_MOST }).data?.records ?? []
  const names = new Map(records.map(({ institutionId, institutionName }) => [String(institutionId), institutionName]))
  return [...names].map(([value, label]) => ({ value, label }))
}
