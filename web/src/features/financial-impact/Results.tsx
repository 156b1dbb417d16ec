/** The results of a scenario: the figures that decide first, breaches before anything else, every table explained, disclosures last. */
import { HORIZON_LEGEND, HORIZON_TITLE, horizonChart, horizonText } from '@corridor/domain/financial-impact/horizon-chart.ts'
import { explainImpact, type ImpactView, ROUNDING, TAX_RATES } from '@corridor/domain/financial-impact/view.ts'
import { formatMoney } from '@corridor/domain/primitives/money.ts'
import { FlatTable } from '../../reporting/ViewTables.tsx'
import { Chart } from '../../ui/chart/Chart.tsx'
import { Explained } from '../../ui/explanation/Explain.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { PhoneSection } from '../../ui/layout/PhoneSection.tsx'
import { StatTile, StatTiles } from '../../ui/layout/StatTile.tsx'
import css from './financial-impact.module.css'

const NOTES: Readonly<Record<string, string>> = {
  yearOne: ROUNDING,
  ratios: `Of the last twelve months, as if the purchase had been made at their beginning. ${TAX_RATES} ${ROUNDING}`,
  capital: ROUNDING,
  sensitivity: 'Tax on the interest of the alternative from left to right',
}

interface Named {
  name: string
  view: ImpactView
}

/** The figures that decide, over the whole width, and what must be read before them. */
export function Headline({ view, name, beside }: Named & { beside: readonly Named[] }) {
  return (
    <>
      {beside.length > 0 ? <Comparison columns={[{ name, view }, ...beside]} /> : null}
      <StatTiles label="Results" long>
        {view.tiles.map(({ key, label, text, detail, tone }, index) => (
          <StatTile key={key} main={index === 0} label={label} value={text} note={detail} {...(tone === 'plain' ? {} : { tone })} />
        ))}
      </StatTiles>
      {view.approvals.length + view.alerts.length > 0 ? (
        <section className={css.first} role="note" aria-label="Read first">
          <h2>Read first</h2>
          {[...view.approvals, ...view.alerts].map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </section>
      ) : null}
    </>
  )
}

export function Results({ view }: { view: ImpactView }) {
  return (
    <Explained load={async () => (address) => explainImpact(view, address)}>
      {view.tables
        // The form shows each input with its source.
        .filter(({ id }) => id !== 'inputs')
        .map((table) => (
          <PhoneSection key={table.id} title={table.title}>
            <Panel title={table.title} {...(NOTES[table.id] ? { note: NOTES[table.id] } : {})} flush={table.id !== 'horizon'}>
              {table.id === 'horizon' ? <Horizon years={view.years} /> : null}
              <FlatTable table={table} />
            </Panel>
          </PhoneSection>
        ))}
      <Sentences title="Keep in mind" sentences={view.warnings} />
      <Sentences title="Disclosures" sentences={view.disclosures} />
    </Explained>
  )
}

const Sentences = ({ title, sentences }: { title: string; sentences: readonly string[] }) => (
  <Panel title={title}>
    <ul className={css.sentences}>
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  </Panel>
)

function Horizon({ years }: Pick<ImpactView, 'years'>) {
  return (
    <Chart
      title={HORIZON_TITLE}
      summary={horizonText(years)}
      scene={(theme, size) => horizonChart(years, theme, size)}
      height={240}
      legend={HORIZON_LEGEND}
      table={{
        head: ['Year', ...HORIZON_LEGEND.map(({ label }) => label)],
        rows: years.map(({ year, policyValue, alternativeValue }) => [
          String(year),
          formatMoney(policyValue),
          formatMoney(alternativeValue),
        ]),
        values: years.map(({ year, policyValue, alternativeValue }) => [year, policyValue / 100, alternativeValue / 100]),
      }}
    />
  )
}

function Comparison({ columns }: { columns: readonly { name: string; view: ImpactView }[] }) {
  return (
    <Panel title="Scenarios side by side" flush>
      <section className={css.scroll} tabIndex={0} aria-label="Scenarios side by side, table">
        <table className={css.comparison}>
          <thead>
            <tr>
              <th scope="col">
                <span className="visually-hidden">Figure</span>
              </th>
              {columns.map(({ name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {columns[0]?.view.tiles.map(({ key, label }) => (
              <tr key={key}>
                <th scope="row">{label}</th>
                {columns.map(({ name, view }) => {
                  const tile = view.tiles.find((one) => one.key === key)
                  return (
                    <td key={name} data-tone={tile?.tone}>
                      {tile?.text}
                      {tile?.detail ? <small>{tile.detail}</small> : null}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Panel>
  )
}
