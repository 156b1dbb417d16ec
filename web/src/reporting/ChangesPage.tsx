/** Changes between two periods or versions of a report, side by side, each figure with what explains its difference, and the policies behind it. */

import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import type { ComparisonReply } from '@corridor/contract/report-changes.ts'
import { isStaff } from '@corridor/domain/access/access.ts'
import { formatLongDate, formatMonth, plainDate } from '@corridor/domain/primitives/period.ts'
import { IconPrinter } from '@tabler/icons-react'
import { useSession } from '../kernel/session.ts'
import { optionalText, usePathNumber, useUrlSearch } from '../kernel/url-search.ts'
import { useEndpoint } from '../kernel/use-endpoint.ts'
import { paths } from '../paths.ts'
import { Button, LinkButton } from '../ui/fields/Button.tsx'
import { SelectField } from '../ui/fields/Field.tsx'
import { Link } from '../ui/fields/Link.tsx'
import { formatDay } from '../ui/formats.ts'
import { Breadcrumbs } from '../ui/layout/Breadcrumbs.tsx'
import { PageHeader } from '../ui/layout/PageHeader.tsx'
import { Panel } from '../ui/layout/Panel.tsx'
import { PhoneSection } from '../ui/layout/PhoneSection.tsx'
import { EmptyState } from '../ui/states/EmptyState.tsx'
import { Loaded } from '../ui/states/Loaded.tsx'
import { FiguresPageSkeleton } from '../ui/states/Skeletons.tsx'
import { NotesPanel } from './BodyParts.tsx'
import { ChangedConclusions } from './ChangedConclusions.tsx'
import { ChangedFigures } from './ChangedFigures.tsx'
import { ChangedLines } from './ChangedLines.tsx'
import { amountText, differenceText, footed, sideName, touchedText } from './change-words.ts'
import css from './changes.module.css'
import { type ReportPages, useListName } from './family.ts'

const url = { version: optionalText, against: optionalText, againstVersion: optionalText, measure: optionalText }
const whole = (text: string | undefined) => (text && /^\d{1,9}$/.test(text) ? Number(text) : undefined)

export function ChangesPage({ family }: { family: ReportPages }) {
  const { calls, reportType } = family
  const staff = isStaff(useSession().userRole)
  const listName = useListName(family)
  const batch = usePathNumber('batch') ?? 0
  const report = usePathNumber('report') ?? 0
  const [asked, change] = useUrlSearch(url)
  const [version, against, againstVersion] = [whole(asked.version), whole(asked.against), whole(asked.againstVersion)]
  const input = {
    batch,
    report,
    ReportType: reportType,
    ...(version === undefined ? {} : { version }),
    ...(against === undefined ? {} : { against }),
    ...(againstVersion === undefined ? {} : { againstVersion }),
    ...(asked.measure === undefined ? {} : { measure: asked.measure }),
  }
  const query = useEndpoint(calls.listChanges, { ...input, take: 1 })
  return (
    <Loaded query={query} skeleton={<FiguresPageSkeleton />}>
      {({ comparison, others, measure: key }) => {
        const own = others.find(({ reportId }) => reportId === report)
        const measure = comparison?.measures.find((each) => each.key === key)
        const choose = (values: Record<string, string | undefined>) => change({ page: undefined, cause: undefined, ...values })
        return (
          <>
            <PageHeader
              crumbs={
                <Breadcrumbs
                  steps={[
                    { label: listName, to: family.address },
                    { label: own ? formatMonth(plainDate(own.period)) : 'Report', to: paths.madeReport(batch, report, reportType) },
                  ]}
                />
              }
              title="What changed"
              note={
                comparison ? (
                  <span>
                    {family.title}, {comparison.legalName} · {wordsOf(comparison)}
                  </span>
                ) : null
              }
              actions={
                <>
                  {comparison ? (
                    <Button variant="default" leftSection={<IconPrinter size={17} aria-hidden />} onClick={() => window.print()}>
                      Print
                    </Button>
                  ) : null}
                  <LinkButton variant="default" to={paths.madeReport(batch, report, reportType)}>
                    Open the report
                  </LinkButton>
                </>
              }
            />
            <Choices others={others} report={report} comparison={comparison} onChoose={choose} />
            {comparison && measure ? (
              <div className={css.page} data-print-landscape>
                <div className={css.top}>
                  <ChangedFigures comparison={comparison} chosen={measure.key} onChoose={(next) => choose({ measure: next })} />
                  <Why measure={footed(measure)} comparison={comparison} />
                </div>
                {measure.by ? (
                  <PhoneSection title={`${measure.label} by ${measure.by}`}>
                    <ChangedLines
                      key={measure.key}
                      family={family}
                      input={{ ...input, measure: measure.key }}
                      measure={measure}
                      comparison={comparison}
                    />
                  </PhoneSection>
                ) : null}
                {comparison.conclusions.length > 0 ? (
                  <PhoneSection title={`Conclusions that changed (${comparison.conclusions.length})`}>
                    <ChangedConclusions comparison={comparison} />
                  </PhoneSection>
                ) : null}
                <PhoneSection title="Notes">
                  <NotesPanel notes={comparison.notes} sources={[`${comparison.from.reference}. ${comparison.to.reference}.`]} />
                </PhoneSection>
              </div>
            ) : (
              <Panel>
                <EmptyState
                  title="Nothing to compare with yet"
                  why={
                    staff
                      ? 'There is no earlier report of this kind for the institution, and no earlier version of this one.'
                      : 'No earlier report of this kind was released to you.'
                  }
                  next={<Link to={paths.madeReport(batch, report, reportType)}>Back to the report</Link>}
                />
              </Panel>
            )}
          </>
        )
      }}
    </Loaded>
  )
}

const wordsOf = ({ between, from, to }: ComparisonReply) =>
  between === 'versions'
    ? `${to.asOfText}, version ${from.version} to version ${to.version}`
    : `${formatLongDate(plainDate(from.period))} to ${formatLongDate(plainDate(to.period))}`

type Others = ReplyOf<ReportPages['calls']['listChanges']>['others']

interface ChoicesProps {
  others: Others
  report: number
  comparison: ComparisonReply | null
  onChoose: (values: Record<string, string | undefined>) => void
}

/** Which two: of this report a version where it has several, and the period and version beside it. */
function Choices({ others, report, comparison, onChoose }: ChoicesProps) {
  const own = others.find(({ reportId }) => reportId === report)
  if (!own || !comparison) return null
  const [one, other] = comparison.to.reportId === report ? [comparison.to, comparison.from] : [comparison.from, comparison.to]
  const beside = others.find(({ reportId }) => reportId === other.reportId)
  // A report with one version has no other to be compared with.
  const periods = others.filter(({ reportId, versions }) => reportId !== report || versions.length > 1)
  return (
    <div className={css.choices} data-no-print>
      {own.versions.length > 1 ? (
        <SelectField
          label={`${formatMonth(plainDate(own.period))}, version`}
          value={String(one.version)}
          options={versionOptions(own.versions)}
          onChange={(version) => onChoose({ version })}
        />
      ) : null}
      <SelectField
        label="Compared with"
        value={String(other.reportId)}
        options={periods.map(({ reportId, period }) => ({
          value: String(reportId),
          label: reportId === report ? 'Another version of it' : formatMonth(plainDate(period)),
        }))}
        onChange={(against) => onChoose({ against, againstVersion: undefined })}
      />
      {beside && beside.versions.length > 1 ? (
        <SelectField
          label={beside === own ? 'Version' : `${formatMonth(plainDate(beside.period))}, version`}
          value={String(other.version)}
          options={versionOptions(beside.versions)}
          onChange={(againstVersion) => onChoose({ against: String(beside.reportId), againstVersion })}
        />
      ) : null}
    </div>
  )
}

const versionOptions = (versions: Others[number]['versions']) =>
  versions.map(({ version, generatedAt, released, withdrawn }) => ({
    value: String(version),
    label: `Version ${version} of ${formatDay(generatedAt)}${withdrawn ? ', withdrawn' : released ? ', released' : ''}`,
  }))

type Measure = ComparisonReply['measures'][number]

/** From the earlier figure by its causes to the later one; what they leave over has a line of its own, also when it is nothing. */
function Why({ measure, comparison }: { measure: Measure; comparison: ComparisonReply }) {
  const { kind, causes, unexplained } = measure
  const [start, end] = [measure.from, measure.to]
  const name = sideName(comparison)
  return (
    <Panel
      flush
      title={`Why: ${measure.label}`}
      note={kind === 'percent' ? 'Differences in basis points.' : kind === 'money' ? 'US dollars.' : null}
    >
      <section className={css.scroll} tabIndex={0} aria-label={`Why ${measure.label} differs, table`}>
        <table className={css.table}>
          <caption className="visually-hidden">From the earlier figure to the later one</caption>
          <thead className="visually-hidden">
            <tr>
              <th scope="col">Cause</th>
              <th scope="col">Amount</th>
            </tr>
          </thead>
          <tbody>
            <tr data-end>
              <th scope="row">{name(comparison.from)}</th>
              <td>{amountText(kind, start)}</td>
            </tr>
            {causes.map((cause) => (
              <tr key={cause.key}>
                <th scope="row">
                  {cause.label}
                  <small>
                    {cause.text}
                    {touchedText(measure, cause)}
                  </small>
                </th>
                <td>{differenceText(kind, cause.amount)}</td>
              </tr>
            ))}
            {start === null || end === null ? null : (
              <tr data-unexplained={unexplained !== 0 || undefined}>
                <th scope="row">
                  Unexplained
                  <small>
                    {unexplained === 0
                      ? 'The causes account for the whole difference.'
                      : 'No transaction, rate, charge or correction in the two reports accounts for it.'}
                  </small>
                </th>
                <td>{differenceText(kind, unexplained)}</td>
              </tr>
            )}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{name(comparison.to)}</th>
              <td>{amountText(kind, end)}</td>
            </tr>
          </tfoot>
        </table>
      </section>
    </Panel>
  )
}
