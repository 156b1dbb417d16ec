/** Rules that are not asked of a policy up to a day, who said so and why; lifted before the day when the reason is gone. */
import { liftSuppression, listSuppressions, type suppressionRecord } from '@corridor/contract/audit-settings.ts'
import { useState } from 'react'
import type { z } from 'zod'
import { useCan } from '../../kernel/session.ts'
import { useAction } from '../../kernel/use-action.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { Checkbox } from '../../ui/fields/Field.tsx'
import { Link } from '../../ui/fields/Link.tsx'
import { formatDay } from '../../ui/formats.ts'
import { dateColumn, nameColumn, textColumn } from '../../ui/list/columns.tsx'
import { DataTable } from '../../ui/list/DataTable.tsx'
import type { Column } from '../../ui/list/data-table-types.ts'
import { Pagination } from '../../ui/list/Pagination.tsx'
import { Modal } from '../../ui/overlays/Modal.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import css from './auditing.module.css'
import { CHANGED } from './calls.ts'

type Suppression = z.output<typeof suppressionRecord>
const PER_PAGE = 25

export function Suppressions({ onClose }: { onClose: () => void }) {
  const [page, setPage] = useState(1)
  const [withLifted, setWithLifted] = useState(false)
  const mayLift = useCan(liftSuppression.access)
  const query = useEndpoint(listSuppressions, {
    take: PER_PAGE,
    skip: (page - 1) * PER_PAGE,
    sort: 'until',
    ...(withLifted ? {} : { lifted: 'false' as const }),
  })
  const lift = useAction(liftSuppression, { invalidates: CHANGED, success: 'Lifted; the rule applies again at the next audit.' })
  return (
    <Modal title="Suppressions" width={960} onClose={onClose}>
      <div className={css.form}>
        <Checkbox
          label="Show those lifted"
          checked={withLifted}
          onChange={(on) => {
            setWithLifted(on)
            setPage(1)
          }}
        />
        <Loaded query={query}>
          {({ records, page: { totalRecords } }) => (
            <>
              <DataTable
                plain
                label="Suppressions"
                rows={records}
                idOf={({ id }) => id}
                columns={
                  mayLift ? [...COLUMNS, liftWith(lift.running, ({ institutionId, id }) => void lift.run({ institutionId, id }))] : COLUMNS
                }
                empty={<EmptyState title="No suppressions" why="A rule is suppressed for a policy from one of its exceptions." />}
              />
              <Pagination label="Pages of suppressions" page={page} perPage={PER_PAGE} totalRecords={totalRecords} onPage={setPage} />
            </>
          )}
        </Loaded>
      </div>
    </Modal>
  )
}

const COLUMNS: readonly Column<Suppression>[] = [
  { key: 'ruleCode', header: 'Rule', cell: ({ ruleCode, ruleTitle }) => `${ruleCode}, ${ruleTitle}` },
  nameColumn('institutionName', 'Institution'),
  {
    key: 'policyNumber',
    header: 'Policy',
    cell: ({ institutionId, policyId, policyNumber }) => <Link to={paths.registerPolicy(institutionId, policyId)}>{policyNumber}</Link>,
  },
  dateColumn('until', 'Until'),
  textColumn('reason', 'Why'),
  { key: 'createdBy', header: 'By', oneLine: true, cell: ({ createdBy, createdAt }) => `${createdBy ?? '-'}, ${formatDay(createdAt)}` },
]
const liftWith = (running: boolean, lift: (suppression: Suppression) => void): Column<Suppression> => ({
  key: 'lift',
  header: 'Lift',
  cell: (suppression) =>
    suppression.liftedAt ? (
      `Lifted ${formatDay(suppression.liftedAt)} by ${suppression.liftedBy ?? '-'}`
    ) : (
      <Button
        size="xs"
        variant="default"
        disabled={running}
        aria-label={`Lift ${suppression.ruleCode} of ${suppression.policyNumber}`}
        onClick={() => lift(suppression)}
      >
        Lift
      </Button>
    ),
})
