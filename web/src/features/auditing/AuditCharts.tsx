/** The charts of the audits: movements against expectation with the band of tolerance, yield variance by carrier, and the age of exceptions that are not resolved. */
import { listTolerances } from '@corridor/contract/audit-settings.ts'
import { auditMovements, yieldReport } from '@corridor/contract/auditing.ts'
import { AUDIT_RULES, type AuditCheck } from '@corridor/domain/auditing/rules.ts'
import { counted } from '@corridor/domain/primitives/counted.ts'
import { cents, formatCount, formatDecimal, formatMoney } from '@corridor/domain/primitives/money.ts'
import { byGroup, countBars, varianceStrips } from '@corridor/domain/reports/charts/counts.ts'
import { inOrder, movementScatter } from '@corridor/domain/reports/charts/movements.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { basisPointsOf } from '../../shared/exceptions/words.ts'
import { Chart } from '../../ui/chart/Chart.tsx'
import { SCREEN_THEME } from '../../ui/chart/screen-theme.ts'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import css from './auditing.module.css'
import type { Summary } from './calls.ts'

const MOST = 1000
const TALL = 300
const LOW = 180

export function AuditCharts({ check, summary }: { check: AuditCheck; summary: Summary }) {
  const { period } = summary
  const hasAging = summary.aging.some(({ errors, warnings }) => errors + warnings > 0)
  return (
    <div className={css.charts}>
      {check === 'cash-surrender-exceptions' ? <Movements period={period} /> : null}
      {check === 'yield-exceptions' && summary.found > 0 ? <Variances period={period} /> : null}
      {hasAging ? <Aging aging={summary.aging} /> : null}
    </div>
  )
}

/** The tolerance of the site in place of the default; carriers and products of their own are not drawn. */
function useBand(): { absolute: number; relative: number } {
  const set = useEndpoint(listTolerances, {}).data?.records.find(
    ({ ruleCode, carrierCode, endedAt }) => ruleCode === 'M2' && carrierCode === null && endedAt === null,
  )
  return { absolute: set?.limits.absolute ?? AUDIT_RULES.M2.absolute, relative: set?.limits.relative ?? AUDIT_RULES.M2.relative }
}

function Movements({ period }: { period: string }) {
  const query = useEndpoint(auditMovements, { period })
  const band = useBand()
  return (
    <Loaded query={query}>
      {({ policies, points }) => {
        if (points.length === 0) return null
        const rows = inOrder(points)
        const off = rows.filter(({ isException }) => isException)
        const title = 'Increase against expectation'
        return (
          <Panel
            title={title}
            note={`${points.length < policies ? `${formatCount(points.length)} of ` : ''}${counted(policies, 'policy', 'policies')}; the band is the greater of ${formatMoney(cents(band.absolute))} and ${formatDecimal(band.relative * 100)}% of what is expected`}
          >
            <Chart
              title={title}
              summary={`Increase of the month against what last month’s yield leads to expect: ${counted(policies, 'policy', 'policies')}, ${counted(off.length, 'exception')}.`}
              scene={(theme, size) => movementScatter(points, band, theme, size)}
              height={TALL}
              legend={[
                { label: 'Policy', color: SCREEN_THEME.line },
                { label: 'Exception', color: SCREEN_THEME.negative },
                { label: 'Band of tolerance', color: SCREEN_THEME.positive },
              ]}
              table={{
                head: ['Policy', 'Institution', 'Expected', 'Increase', 'Exception'],
                rows: rows.map((point) => [
                  point.policyNumber,
                  point.institutionName,
                  formatMoney(cents(point.expectedCents)),
                  formatMoney(cents(point.increaseCents)),
                  point.isException ? 'Yes' : 'No',
                ]),
                values: rows.map((point) => [
                  point.policyNumber,
                  point.institutionName,
                  point.expectedCents / 100,
                  point.increaseCents / 100,
                  point.isException ? 'Yes' : 'No',
                ]),
              }}
            />
          </Panel>
        )
      }}
    </Loaded>
  )
}

function Variances({ period }: { period: string }) {
  const query = useEndpoint(yieldReport, { period, take: MOST })
  return (
    <Loaded query={query}>
      {({ records }) => {
        const variances = records.flatMap((record) => {
          const basisPoints = basisPointsOf(record)
          return basisPoints === null
            ? []
            : [
                {
                  group: record.carrierName ?? 'Whole institution',
                  basisPoints,
                  name: record.policyNumber ?? record.institutionName,
                  rule: record.ruleCode,
                },
              ]
        })
        if (variances.length === 0) return null
        const rows = byGroup(variances)
        const groups = new Set(rows.map(({ group }) => group)).size
        const title = 'Yield variance by carrier'
        return (
          <Panel title={title} note="Each dot is an exception, in basis points off what its rule expects">
            <Chart
              title={title}
              summary={`${counted(variances.length, 'yield')} off what is expected, of ${counted(groups, 'carrier')}, from ${formatDecimal(Math.min(...rows.map(({ basisPoints }) => basisPoints)))} to ${formatDecimal(Math.max(...rows.map(({ basisPoints }) => basisPoints)))} basis points.`}
              scene={(theme, size) => varianceStrips(variances, theme, size)}
              height={Math.max(LOW, groups * 44 + 40)}
              table={{
                head: ['Policy', 'Carrier', 'Rule', 'Variance (bps)'],
                rows: rows.map(({ name, group, rule, basisPoints }) => [name, group, rule, formatDecimal(basisPoints)]),
                values: rows.map(({ name, group, rule, basisPoints }) => [name, group, rule, basisPoints]),
              }}
            />
          </Panel>
        )
      }}
    </Loaded>
  )
}

function Aging({ aging }: { aging: Summary['aging'] }) {
  const title = 'Age of exceptions not resolved'
  return (
    <Panel title={title} note="Since the audit first found them; open and acknowledged ones">
      <Chart
        title={title}
        summary={aging
          .map(
            ({ label, errors, warnings }) =>
              `${label}: ${counted(errors, 'error')}, ${counted(warnings, 'warning or note', 'warnings and notes')}`,
          )
          .join('; ')}
        scene={(theme, size) =>
          countBars(
            aging.map(({ label, errors, warnings }) => ({ label, strong: errors, weak: warnings })),
            theme,
            size,
          )
        }
        height={LOW}
        legend={[
          { label: 'Errors', color: SCREEN_THEME.negative },
          { label: 'Warnings and notes', color: SCREEN_THEME.line },
        ]}
        table={{
          head: ['Age', 'Errors', 'Warnings and notes'],
          rows: aging.map(({ label, errors, warnings }) => [label, formatCount(errors), formatCount(warnings)]),
          values: aging.map(({ label, errors, warnings }) => [label, errors, warnings]),
        }}
      />
    </Panel>
  )
}
