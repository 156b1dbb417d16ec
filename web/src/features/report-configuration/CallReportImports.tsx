/** Which public Call Reports stand ready for peer comparison, and how more are brought in. */
import { listCallReportImports } from '@corridor/contract/call-reports.ts'
import { showHelp } from '../../kernel/help-shown.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { Panel } from '../../ui/layout/Panel.tsx'
import { dateColumn, momentColumn, statusColumn } from '../../ui/list/columns.tsx'
import { DataTable } from '../../ui/list/DataTable.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import { TableSkeleton } from '../../ui/states/Skeletons.tsx'
import { type StatusTable } from '../../ui/states/StatusBadge.tsx'
import css from './report-configuration.module.css'

const SOURCES: StatusTable<'FFIEC' | 'INVENTED'> = {
  FFIEC: { label: 'FFIEC, public', tone: 'good' },
  INVENTED: { label: 'Demonstration', tone: 'warn' },
}
const count = (number: number) => number.toLocaleString('en-US')

/** Tells the administrator's command, which this page has no button for. */
const HOW = 'how-do-i-keep-the-states-taxes'

export function CallReportImports() {
  const query = useEndpoint(listCallReportImports, {})
  return (
    <Panel
      title="Call Reports for peer comparison"
      note={
        <>
          Public figures by reporting date. The administrator of the server imports them from the FFIEC’s bulk files.{' '}
          <button type="button" className={css.textButton} onClick={() => showHelp(HOW)}>
            How it is done
          </button>
        </>
      }
      flush
    >
      <Loaded query={query} skeleton={<TableSkeleton rows={2} columns={5} />}>
        {({ records }) => (
          <>
            {records.some(({ source }) => source === 'INVENTED') ? (
              <p className={css.note}>Rows marked as demonstration are not real banks or figures.</p>
            ) : null}
            <DataTable
              plain
              label="Call Reports for peer comparison"
              rows={records}
              idOf={(row) => records.indexOf(row)}
              columns={[
                dateColumn('reportDate', 'Reporting date'),
                statusColumn('source', 'Source', SOURCES),
                { key: 'banks', header: 'Banks', numeric: true, cell: ({ banks }) => count(banks) },
                { key: 'holders', header: 'With life insurance', numeric: true, cell: ({ holders }) => count(holders) },
                {
                  key: 'leftOut',
                  header: 'Left out',
                  numeric: true,
                  help: 'Filers without a balance sheet or Tier 1 capital in the files',
                  cell: ({ leftOut }) => count(leftOut),
                },
                momentColumn('importedAt', 'Imported'),
              ]}
              empty={<EmptyState title="No Call Reports yet" why="Peer comparison needs at least one reporting date." />}
            />
          </>
        )}
      </Loaded>
    </Panel>
  )
}
