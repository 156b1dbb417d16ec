/** The carriers an institution holds policies with: values, ratings, and whether those meet what its board asks. */
import { carrierSummaryChart, creditChart } from '@corridor/contract/charts.ts'
import { policyLimitTerms } from '@corridor/contract/institution-terms.ts'
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { AGENCY_NAMES, meetsMinimumRating, type RatingAgency } from '@corridor/domain/carriers/ratings.ts'
import { cents, formatMoney, formatPercent, MISSING } from '@corridor/domain/primitives/money.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { dateText } from '../../shared/dated-terms/dated-words.ts'
import { Panel } from '../../ui/layout/Panel.tsx'
import { countColumn, percentColumn } from '../../ui/list/columns.tsx'
import { DataTable } from '../../ui/list/DataTable.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import { StatusBadge, type StatusTable } from '../../ui/states/StatusBadge.tsx'
import { inForce, type LimitsRow } from './term-words.ts'

type Carrier = ReplyOf<typeof creditChart>['carriers'][number]
type Limits = Omit<LimitsRow, 'versions' | 'updatedAt' | 'enteredBy'>
type Standing = 'meets' | 'below' | 'unrated' | 'free'
const STANDING: StatusTable<Standing> = {
  meets: { label: 'Meets the limits', tone: 'good' },
  below: { label: 'Below the limits', tone: 'bad' },
  unrated: { label: 'Not rated', tone: 'warn' },
  free: { label: 'No limits set', tone: 'quiet' },
}

export function CarriersTab({ institutionId }: { institutionId: number }) {
  const ratings = useEndpoint(creditChart, { clientId: institutionId })
  const held = useEndpoint(carrierSummaryChart, { clientId: institutionId }).data
  const limits = useEndpoint(policyLimitTerms.endpoints.list, { id: institutionId }).data?.records ?? []
  const shares = new Map(held?.carriers.map(({ carrierCode, shareOfTotal }) => [carrierCode, shareOfTotal]))
  return (
    <Loaded query={ratings}>
      {({ asOf, carriers }) => {
        const board = asOf ? inForce(limits, asOf) : undefined
        return (
          <Panel title="Carriers" note={asOf ? `Policies, values and ratings as of ${dateText(asOf)}.` : undefined} flush>
            <DataTable
              plain
              label="Carriers"
              rows={carriers}
              idOf={(carrier) => carriers.indexOf(carrier)}
              columns={[
                { key: 'name', header: 'Carrier', cell: ({ name, carrierCode }) => `${name} (${carrierCode})` },
                countColumn('policies', 'Policies'),
                {
                  key: 'value',
                  header: 'Cash surrender value',
                  numeric: true,
                  cell: ({ cashSurrenderValueCents }) => formatMoney(cents(cashSurrenderValueCents)),
                },
                { key: 'share', header: 'Share', numeric: true, cell: ({ carrierCode }) => formatPercent(shares.get(carrierCode)) },
                percentColumn('netYield', 'Net yield'),
                { key: 'amBest', header: AGENCY_NAMES.AM_BEST, cell: ({ amBest }) => amBest ?? MISSING },
                { key: 'sp', header: AGENCY_NAMES.SP, cell: ({ sp }) => sp ?? MISSING },
                { key: 'moodys', header: AGENCY_NAMES.MOODYS, cell: ({ moodys }) => moodys ?? MISSING },
                { key: 'fitch', header: AGENCY_NAMES.FITCH, cell: ({ fitch }) => fitch ?? MISSING },
                { key: 'comdex', header: AGENCY_NAMES.COMDEX, numeric: true, cell: ({ comdex }) => comdex ?? MISSING },
                {
                  key: 'standing',
                  header: 'Board limits',
                  cell: (carrier) => <StatusBadge status={standingOf(carrier, board)} table={STANDING} />,
                },
              ]}
              empty={<EmptyState title="No carriers" why="No policies of this institution have posted values on this site." />}
            />
          </Panel>
        )
      }}
    </Loaded>
  )
}

/** Below one of the board's floors is below; without any of the ratings the board asks for nobody can tell. */
function standingOf(carrier: Carrier, board: Limits | undefined): Standing {
  if (!board) return 'free'
  const floors: readonly [RatingAgency, string | null, string | null][] = [
    ['AM_BEST', carrier.amBest, board.minAmBest],
    ['SP', carrier.sp, board.minSp],
    ['MOODYS', carrier.moodys, board.minMoodys],
    ['FITCH', carrier.fitch, board.minFitch],
  ]
  const asked = floors.filter(([, , floor]) => floor !== null)
  const answers = asked.map(([agency, rating, floor]) =>
    rating === null || floor === null ? null : meetsMinimumRating(agency, rating, floor),
  )
  if (board.minComdex !== null) answers.push(carrier.comdex === null ? null : carrier.comdex >= board.minComdex)
  if (answers.length === 0) return 'free'
  if (answers.includes(false)) return 'below'
  return answers.every((answer) => answer === null) ? 'unrated' : 'meets'
}
