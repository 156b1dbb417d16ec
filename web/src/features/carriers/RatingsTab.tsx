/** The agencies' ratings of a carrier: in force on a day one may choose, and over time. */

import { carrierRatings, RATED_BY } from '@corridor/contract/carrier-terms.ts'
import { carriers } from '@corridor/contract/carriers.ts'
import { AGENCY_NAMES } from '@corridor/domain/carriers/ratings.ts'
import { MISSING } from '@corridor/domain/primitives/money.ts'
import { typedDateRange } from '@corridor/domain/primitives/typed-input.ts'
import { dateProblem } from '@corridor/domain/primitives/typed-problems.ts'
import { useState } from 'react'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { DatedRows } from '../../shared/dated-terms/DatedRows.tsx'
import { dateText } from '../../shared/dated-terms/dated-words.ts'
import { TextField } from '../../ui/fields/Field.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { wordColumn } from '../../ui/list/columns.tsx'
import { DataTable } from '../../ui/list/DataTable.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import { TableSkeleton } from '../../ui/states/Skeletons.tsx'
import { OUTLOOK_NAMES, RATING_WORDS, type Rating, wordOf } from './carrier-words.ts'
import css from './carriers.module.css'

export function RatingsTab({ carrierId }: { carrierId: number }) {
  return (
    <DatedRows<Rating, { id: number; inForce: boolean }>
      calls={carrierRatings}
      params={{ id: carrierId }}
      nameOf={({ id }) => ({ rowId: id })}
      words={RATING_WORDS}
      inForce={(records) => records.filter(({ inForce }) => inForce)}
      invalidates={[carriers.endpoints.list, carriers.endpoints.get]}
    >
      {() => <InForce carrierId={carrierId} />}
    </DatedRows>
  )
}

const YEAR = new Date().getFullYear()

function InForce({ carrierId }: { carrierId: number }) {
  const [typed, setTyped] = useState('')
  const on = typed.trim() === '' ? undefined : typedDateRange(typed, YEAR)?.from
  const query = useEndpoint(carrierRatings.endpoints.list, { id: carrierId, ...(on ? { on } : {}) })
  return (
    <Panel
      title="In effect"
      note={query.data ? `On ${dateText(query.data.on)}${on ? '' : ', today'}.` : undefined}
      actions={
        <div className={css.on}>
          <TextField
            label="In effect on"
            placeholder="mm/dd/yyyy"
            inputMode="numeric"
            value={typed}
            onChange={setTyped}
            error={typed.trim() === '' ? undefined : dateProblem(typed, YEAR)}
          />
        </div>
      }
      flush
    >
      <Loaded query={query} skeleton={<TableSkeleton />}>
        {({ records }) => (
          <DataTable
            plain
            label="Ratings in force"
            rows={RATED_BY.map((agency) => ({ agency, row: records.find((row) => row.agency === agency && row.inForce) }))}
            idOf={({ agency }) => RATED_BY.indexOf(agency)}
            columns={[
              wordColumn('agency', 'Agency', AGENCY_NAMES),
              {
                key: 'rating',
                header: 'Rating',
                cell: ({ row }) =>
                  row === undefined ? (
                    MISSING
                  ) : row.action === 'WITHDRAWN' ? (
                    <span className={css.soft}>Withdrawn</span>
                  ) : (
                    <b className={css.letters}>{row.rating}</b>
                  ),
              },
              {
                key: 'word',
                header: 'Meaning',
                cell: ({ row }) => (row === undefined || row.action === 'WITHDRAWN' ? MISSING : wordOf(row.agency, row.rating)),
              },
              {
                key: 'outlook',
                header: 'Outlook',
                cell: ({ row }) =>
                  [row?.outlook ? OUTLOOK_NAMES[row.outlook] : '', row?.watch ? 'on watch' : ''].filter(Boolean).join(', ') || MISSING,
              },
              { key: 'since', header: 'Since', cell: ({ row }) => dateText(row?.effectiveOn ?? null) },
            ]}
          />
        )}
      </Loaded>
    </Panel>
  )
}
