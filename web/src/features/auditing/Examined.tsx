/** The extent of an audit and its results, in figures, in a sentence and rule by rule: an empty result is a statement, too. */

import { unfedInWords } from '@corridor/domain/auditing/client-month.ts'
import type { AuditCheck } from '@corridor/domain/auditing/rules.ts'
import { appliedOf, askedInWords, skipsInWords } from '@corridor/domain/auditing/skips.ts'
import { doneInWords, remarkOf } from '@corridor/domain/auditing/statement.ts'
import { counted } from '@corridor/domain/primitives/counted.ts'
import { cents, formatCount, formatMoney, MISSING } from '@corridor/domain/primitives/money.ts'
import { paths } from '../../paths.ts'
import { SEVERITY_BADGES } from '../../shared/exceptions/words.ts'
import { Link } from '../../ui/fields/Link.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { StatTile, StatTiles } from '../../ui/layout/StatTile.tsx'
import { countColumn, statusColumn } from '../../ui/list/columns.tsx'
import { DataTable } from '../../ui/list/DataTable.tsx'
import type { Column } from '../../ui/list/data-table-types.ts'
import css from './auditing.module.css'
import type { Summary } from './calls.ts'

type Rule = Summary['rules'][number]

export function Examined({ check, summary }: { check: AuditCheck; summary: Summary }) {
  const { examined, unfed, rules, found, open, openErrors, period } = summary
  const remark = remarkOf(summary)
  const partly = rules.filter((rule) => rule.asked !== 0 && rule.skipped.length > 0)
  const isOfInstitutions = partly.some((rule) => rule.skipped.some(({ institutions }) => institutions !== undefined))
  return (
    <>
      <StatTiles label="What was examined and found" long>
        <StatTile
          main
          label="Policies valued"
          value={`${formatCount(examined.valued)} of ${formatCount(examined.policies)}`}
          note={`${counted(examined.clients, 'institution')}, ${counted(examined.carriers, 'carrier')}, ${counted(examined.files, 'file')}`}
        />
        <StatTile
          label="Cash surrender value"
          value={formatMoney(cents(examined.cashSurrenderValueCents))}
          note={['posted at the month end', unfedInWords(unfed.policies, unfed.cashSurrenderValueCents)]
            .filter(Boolean)
            .join(', of which ')}
        />
        <StatTile
          label="Rules applied"
          value={`${formatCount(appliedOf(rules))} of ${formatCount(rules.length)}`}
          note={
            partly.length > 0
              ? `${formatCount(partly.length)} of them not for every ${isOfInstitutions ? 'institution' : 'policy'}`
              : rules.every(({ asked }) => asked === null)
                ? 'of whole institutions'
                : 'of every policy'
          }
        />
        <StatTile label="Exceptions" value={formatCount(found)} note={found === 0 ? 'none found' : (doneInWords(summary) ?? 'all open')} />
        <StatTile
          label="Open"
          value={formatCount(open)}
          {...(open > 0 ? { to: paths.audit(check, { period, status: 'OPEN' }) } : {})}
          note={openErrors > 0 ? `${counted(openErrors, 'error')}: release requires a reason` : 'no error: nothing holds a release'}
          {...(openErrors > 0 ? { tone: 'bad' as const } : open > 0 ? { tone: 'warn' as const } : {})}
        />
      </StatTiles>
      {remark === null ? null : <p className={css.statement}>{remark}</p>}
      <details className={css.rules}>
        <summary>Rules applied and skipped</summary>
        <Panel flush>
          <DataTable
            plain
            label="Rules of the audit"
            rows={rules}
            idOf={(rule) => rules.indexOf(rule)}
            columns={columnsOf(check, period)}
          />
        </Panel>
      </details>
    </>
  )
}

const columnsOf = (check: AuditCheck, period: string): readonly Column<Rule>[] => [
  {
    key: 'code',
    header: 'Rule',
    cell: ({ code, title, found }) =>
      found > 0 ? <Link to={paths.audit(check, { period, ruleCode: code })}>{`${code}, ${title}`}</Link> : `${code}, ${title}`,
  },
  statusColumn('severity', 'Severity', SEVERITY_BADGES),
  {
    key: 'asked',
    header: 'Policies checked',
    numeric: true,
    cell: askedInWords,
  },
  {
    key: 'skipped',
    header: 'Skipped',
    cell: ({ skipped }) =>
      skipped.length === 0 ? (
        MISSING
      ) : (
        <ul className={css.skipped}>
          {skipsInWords(skipped).map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      ),
  },
  countColumn('found', 'Found'),
  countColumn('open', 'Open'),
]
