/** A scenario as print: what it leaves, its breaches and warnings, every table, its inputs with their sources, and the disclosures. */
import type { SavedScenario } from '@corridor/contract/financial-impact.ts'
import { HORIZON_LEGEND, HORIZON_TITLE, horizonChart, horizonText } from '@corridor/domain/financial-impact/horizon-chart.ts'
import { type ImpactView, impactOf, ROUNDING, TAX_RATES } from '@corridor/domain/financial-impact/view.ts'
import { formatDate, formatLongDate, type PlainDate, plainDate } from '@corridor/domain/primitives/period.ts'
import { PRINT_THEME } from '@corridor/domain/reports/charts/value-and-shares.ts'
import type { ReportFooter, ReportHeader } from '@corridor/domain/reports/heading.ts'
import { column, type ViewTable } from '@corridor/domain/reports/table.ts'
import { leadOf, type Section } from '../../reporting/document/page-flow.ts'
import { printable } from '../../reporting/document/printable.ts'
import { frontMatter, printedChart, printedTable, tileRows } from '../../reporting/document/printed-parts.ts'
import { sheetFor } from '../../reporting/document/sheet.ts'
import { layOutTable, type Sizes } from '../../reporting/document/table-layout.ts'
import type { Measure } from '../../reporting/pdf/font-metrics.ts'
import type { Paper } from '../../reporting/pdf/paper.ts'
import type { PrintedDocument } from '../../reporting/pdf/release-marks.ts'

// Points, as set up in print.typ.
/** The share of a page that the chart takes: with its title and legend less than a third. */
const CHART_SHARE = 0.2
const TILES = { columns: 5, gutter: 8, greatest: 12, least: 55 }
const SIZES: Sizes = { greatest: 8, comfortable: 7.4, least: 5, rowHeight: 13.6 }

export interface ImpactPaper {
  institution: { name: string; legalName: string; city: string | null; stateCode: string | null }
  header: ReportHeader
  footer: ReportFooter
  /** Before the day of the header: "As of" is the valuation date on other papers. */
  dayWord: 'Values of' | 'Saved'
  scenarios: readonly { name: string; owner: string; view: ImpactView; saved: SavedScenario }[]
  controlTotals: object
}

export const paper: Paper<ImpactPaper> = {
  module: import.meta.url,
  template: new URL('print.typ', import.meta.url).href,
  layOut: printedImpact,
  viewOf: () => {
    throw new RangeError('a scenario is printed as it was saved')
  },
}

interface Asked {
  institution: ImpactPaper['institution'] & { id: number }
  portalLabel: string
  portal: string
  scenarios: readonly (SavedScenario & { savedOn: PlainDate })[]
  preparedOn: PlainDate
}

/** @throws RangeError for scenarios that cannot be computed, which are never saved */
export function paperOf({ institution, portalLabel, portal, scenarios, preparedOn }: Asked): ImpactPaper {
  const place = [institution.city, institution.stateCode].filter((part) => part !== null).join(', ')
  const { dayWord, day } = dayOf(scenarios, preparedOn)
  return {
    institution,
    dayWord,
    header: {
      title: 'Financial Impact',
      portalLabel,
      institutionId: institution.id,
      institutionName: institution.name,
      legalName: institution.legalName,
      subsidiaryName: null,
      place: place || null,
      planNames: scenarios.map(({ name }) => name),
      asOf: day,
      asOfText: `${dayWord} ${formatLongDate(day)}`,
      preparedOn,
      preparedText: `Prepared ${formatLongDate(preparedOn)}`,
      stamp: { kind: 'preliminary', text: 'ILLUSTRATION' },
      preliminaryReason: null,
      unit: 'Amounts in US dollars.',
    },
    footer: {
      portal,
      batchId: 0,
      reportId: 0,
      version: 0,
      valuationHash: '',
      reference: scenarios.map(({ name, owner, savedOn }) => `${name} (${owner}), saved ${formatDate(savedOn)}`).join(' · '),
      source: 'Source: inputs listed with each scenario',
      disclaimer: 'An illustration under stated assumptions; the disclosures at its end are part of it.',
    },
    scenarios: scenarios.map((saved) => ({ name: saved.name, owner: saved.owner, view: impactOf(saved.scenario), saved })),
    controlTotals: {},
  }
}

/** The one day of the values that all scenarios rest on; else the day when the last of them was saved. */
function dayOf(scenarios: Asked['scenarios'], preparedOn: PlainDate): { dayWord: ImpactPaper['dayWord']; day: PlainDate } {
  const [day = null, ...others] = new Set(scenarios.map(({ scenario }) => scenario.valuesOn))
  return day !== null && others.length === 0
    ? { dayWord: 'Values of', day: plainDate(day) }
    : {
        dayWord: 'Saved',
        day:
          scenarios
            .map(({ savedOn }) => savedOn)
            .sort()
            .at(-1) ?? preparedOn,
      }
}

/** Scenarios in columns: the figures that tell them apart. */
export function comparisonOf({ scenarios }: Pick<ImpactPaper, 'scenarios'>): ViewTable | null {
  if (scenarios.length < 2) return null
  const tiles = scenarios[0]?.view.tiles ?? []
  return {
    id: 'comparison',
    title: 'Scenarios side by side',
    columns: [
      column('label', 'Figure', 'text', { width: 34 }),
      ...scenarios.map(({ name }, index) => column(`scenario${index}`, name, 'text', { align: 'right', width: 26 })),
    ],
    rows: tiles.map(({ key, label }) => ({
      id: key,
      cells: {
        label,
        ...Object.fromEntries(
          scenarios.map(({ view }, index) => {
            const tile = view.tiles.find((one) => one.key === key)
            return [`scenario${index}`, tile ? [tile.text, tile.detail?.toLowerCase()].filter(Boolean).join(', ') : null]
          }),
        ),
      },
    })),
    total: null,
  }
}

function printedImpact(view: ImpactPaper, measure: Measure): PrintedDocument {
  const comparison = comparisonOf(view)
  const [first] = view.scenarios
  const tables = [...(comparison ? [comparison] : []), ...view.scenarios.flatMap(({ view: shown }) => shown.tables)]
  const sheet = sheetFor(
    tables.map((table) => ({ content: printedTable(table), sizes: SIZES })),
    measure,
  )
  // A scenario's tables have the names of the others'.
  const section = (scenario: number, table: ViewTable, lead = ''): Section & { id: string } => ({
    id: `${table.id}-${scenario}`,
    title: printable(table.title),
    lead: leadOf(lead, measure, sheet.width),
    table: layOutTable(printedTable(table), measure, sheet.width, SIZES),
  })
  const tile = (sheet.width - TILES.gutter * (TILES.columns - 1)) / TILES.columns
  const longest = Math.max(
    1,
    ...view.scenarios.flatMap(({ view: shown }) => shown.tiles.map(({ text }) => measure(printable(text), 'semibold'))),
  )
  return {
    ...frontMatter(view),
    dayWord: view.dayWord,
    sheet,
    unit: view.header.unit,
    comparison: comparison ? [section(0, comparison, 'Each scenario follows with its figures.')] : [],
    scenarios: view.scenarios.map(({ name, owner, view: shown, saved }, index) => ({
      name: printable(name),
      owner: printable(ownerLine(owner, saved.scenario)),
      tiles: tileRows(
        shown.tiles.map(({ label, text, detail, tone }) => ({
          label: printable(label),
          value: printable(text),
          note: printable(detail ?? ''),
          size: Math.min(TILES.greatest, Math.floor(((tile - 16) / longest) * 10) / 10),
          tone: tone === 'bad' || tone === 'warn' ? 'orange' : tone === 'good' ? 'green' : 'blue',
          noteTone: tone === 'bad' || tone === 'warn' ? 'warn' : '',
        })),
        measure,
        tile,
        TILES.least,
      ),
      first: [...shown.approvals, ...shown.alerts].map(printable),
      sections: shown.tables.map((table) => section(index + 1, table, LEADS[table.id])),
      chart: {
        title: HORIZON_TITLE,
        svg:
          shown.years.length > 0
            ? printedChart(horizonChart(shown.years, PRINT_THEME, { width: sheet.width, height: sheet.height * CHART_SHARE }))
            : '',
        alt: printable(horizonText(shown.years)),
        legend: HORIZON_LEGEND,
      },
      notes: shown.warnings.map((text) => ({ mark: '', text: printable(text) })),
    })),
    disclosures: (first?.view.disclosures ?? []).map((text) => ({ mark: '', text: printable(text) })),
  }
}

const ownerLine = (owner: string, { valuesOn, carrierName, productName }: SavedScenario['scenario']): string =>
  [
    `Saved by ${owner}`,
    valuesOn && `values of ${formatDate(plainDate(valuesOn))}`,
    carrierName && `${productName || 'a policy'} of ${carrierName}`,
  ]
    .filter(Boolean)
    .join(', ')

const LEADS: Readonly<Record<string, string>> = {
  yearOne: ROUNDING,
  ratios: `Of the last twelve months, as if the purchase had been made at their beginning. The load is an expense of the first year. ${TAX_RATES} ${ROUNDING}`,
  capital: ROUNDING,
  horizon: 'Income of both sides is kept and grows at its own yield; what the bank would do with it otherwise is not assumed.',
  sensitivity: 'Tax on the interest of the alternative from left to right.',
  inputs: 'Each input with its source.',
}
