/** A product's declared rates over time, with its guaranteed minimum. */
import { listDeclaredRates } from '@corridor/contract/rate-table.ts'
import { formatPercent } from '@corridor/domain/primitives/money.ts'
import { addMonthEnds, formatDate, plainDate } from '@corridor/domain/primitives/period.ts'
import { rateSteps } from '@corridor/domain/reports/charts/rates.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { Chart } from '../../ui/chart/Chart.tsx'
import { SCREEN_THEME } from '../../ui/chart/screen-theme.ts'
import { siteToday } from '../../ui/formats.ts'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import { type RatedProduct, stepOf } from './rate-words.ts'

const MOST = 1000
const TALL = 220

/** @param isChosen by the reader; else the product with most policies is shown */
export function RateChart({ product, isChosen }: { product: RatedProduct; isChosen: boolean }) {
  const query = useEndpoint(listDeclaredRates, { productId: [product.id], take: MOST, sort: 'effectiveOn', desc: false })
  return (
    <Loaded query={query}>
      {({ records }) => {
        const [first] = records
        const last = records.at(-1)
        if (!first || !last) return null
        const steps = records.map(({ effectiveOn, grossRate }) => ({ from: plainDate(effectiveOn), rate: grossRate }))
        const today = siteToday()
        const until = last.effectiveOn > today ? addMonthEnds(plainDate(last.effectiveOn), 1) : today
        const title = `Declared rates of ${product.productName}`
        return (
          <Panel title={title} note={`${product.carrierName}; ${isChosen ? 'each rate until the next' : 'choose another product below'}`}>
            <Chart
              title={title}
              summary={`${records.length} declared ${records.length === 1 ? 'rate' : 'rates'} since ${formatDate(plainDate(first.effectiveOn))}; the last is ${formatPercent(last.grossRate)}, the guaranteed minimum ${formatPercent(product.guaranteedMinimumRate)}.`}
              scene={(theme, size) => rateSteps(steps, product.guaranteedMinimumRate, until, theme, size)}
              height={TALL}
              legend={[
                { label: 'Declared rate', color: SCREEN_THEME.line },
                { label: 'Guaranteed minimum', color: SCREEN_THEME.negative },
              ]}
              table={{
                head: ['Effective', 'Gross rate', 'Change (bps)'],
                rows: records.map(({ effectiveOn, grossRate, changeBps }) => [
                  formatDate(plainDate(effectiveOn)),
                  formatPercent(grossRate),
                  stepOf(changeBps),
                ]),
                values: records.map(({ effectiveOn, grossRate, changeBps }) => [effectiveOn, grossRate, changeBps]),
              }}
            />
          </Panel>
        )
      }}
    </Loaded>
  )
}
