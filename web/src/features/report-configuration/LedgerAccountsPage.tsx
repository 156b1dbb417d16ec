/** The GL accounts that a site proposes for its institutions' entries; each saving is a version. */

import { getSiteLedgerAccounts, type SiteLedgerAccounts, saveSiteLedgerAccounts } from '@corridor/contract/ledger-accounts.ts'
import { LEDGER_ACCOUNT_KEYS } from '@corridor/domain/calculations/journal-entries.ts'
import { useCan, useSession } from '../../kernel/session.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { accountText, LEDGER_ACCOUNT_LABELS, LEDGER_FIELD_NAMES, LEDGER_FIELDS } from '../../shared/ledger-fields.ts'
import { RecordForm } from '../../ui/form/RecordForm.tsx'
import { formatMoment } from '../../ui/formats.ts'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import record from '../../ui/layout/record-page.module.css'
import { DataTable } from '../../ui/list/DataTable.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import { FormSkeleton } from '../../ui/states/Skeletons.tsx'
import { crumbs } from './StatesPage.tsx'

const SECTIONS = [
  {
    title: 'Number and name',
    note: 'An account that an institution names on its own page, under GL accounts, takes precedence.',
    fields: LEDGER_FIELD_NAMES,
  },
]

export function LedgerAccountsPage() {
  const { siteName } = useSession()
  const query = useEndpoint(getSiteLedgerAccounts, {})
  const mayChange = useCan(saveSiteLedgerAccounts.access)
  return (
    <>
      <PageHeader
        crumbs={crumbs}
        title="GL Accounts"
        note={`Accounts that suggested journal entries of ${siteName} post to unless an institution names its own. Existing reports keep theirs.`}
      />
      <Loaded query={query} skeleton={<FormSkeleton />}>
        {({ versions, ...proposed }) => (
          <div className={record.stack}>
            <RecordForm
              draftKey="site-ledger-accounts"
              update={saveSiteLedgerAccounts}
              invalidates={[getSiteLedgerAccounts]}
              record={proposed}
              read={({ versions: _, ...answer }) => answer}
              fields={LEDGER_FIELDS}
              sections={SECTIONS}
              readOnly={!mayChange}
              submitLabel="Save accounts"
            />
            <Versions versions={versions} />
          </div>
        )}
      </Loaded>
    </>
  )
}

const Versions = ({ versions }: Pick<SiteLedgerAccounts, 'versions'>) => (
  <Panel flush title="History" note="Latest first; the first row is in effect.">
    <DataTable
      plain
      label="History of the GL accounts"
      rows={versions}
      idOf={({ version }) => version}
      columns={[
        {
          key: 'entered',
          header: 'Entered',
          oneLine: true,
          cell: ({ enteredAt, enteredBy }) => [formatMoment(enteredAt), enteredBy].filter(Boolean).join(', '),
        },
        ...LEDGER_ACCOUNT_KEYS.map((key) => ({
          key,
          header: LEDGER_ACCOUNT_LABELS[key],
          cell: (row: SiteLedgerAccounts['versions'][number]) => accountText(row, key),
        })),
      ]}
      empty={
        <EmptyState
          title="No accounts entered yet"
          why="Accounts print under their standard names, without numbers, and journal entries cannot be saved for posting."
        />
      }
    />
  </Panel>
)
