/** An asset report as a workbook: typed numbers, dates as dates, totals as formulas with their values, and a sheet that says what it is. */

import { formatLongDate } from '@corridor/domain/primitives/period.ts'
import { type AssetReportView, limitsShown, policyRows } from '@corridor/domain/reports/asset-report/view.ts'
import { wholeNote } from '@corridor/domain/reports/asset-report/year-to-date.ts'
import { isApplicable } from '@corridor/domain/reports/not-applicable.ts'
import type { ViewTable } from '@corridor/domain/reports/table.ts'
import { type AboutRow, aboutSheet } from '../../platform/formats/list-file.ts'
import { type Sheet, type StyledRow, workbookBytes } from '../../platform/formats/xlsx-writer.ts'
import { detailSheet, madeAs, tableSheet } from '../../reporting/document/spreadsheet-tables.ts'

/** The same view makes the same bytes: every date in the file comes from the view. */
export function renderXlsx(view: AssetReportView): Promise<Buffer> {
  const { header, ledger, activity, callReport, controls } = view
  const sheets: Sheet[] = [summarySheet(view), tableSheet('Carriers', view.carriers)]
  if (view.yearToDate) sheets.push(noted('Year to date', view.yearToDate.table, wholeNote(view.yearToDate)))
  if (view.detail) sheets.push(detailSheet('Policies', view.detail))
  sheets.push(
    ledger.once ? noted('Journal entries', ledger.table, ledger.once) : tableSheet('Journal entries', ledger.table),
    tableSheet('Entries by account', ledger.summary),
  )
  if (ledger.schedule && isApplicable(ledger.schedule)) sheets.push(tableSheet('Entries by policy', ledger.schedule))
  const active = activity ? [activity.transactions, activity.rateChanges, activity.statusChanges, activity.claims].filter(isApplicable) : []
  sheets.push(
    ...active.map((table) =>
      view.claimsLead && table === activity?.claims ? noted(table.title, table, view.claimsLead) : tableSheet(table.title, table),
    ),
  )
  sheets.push(tableSheet('Trend', view.trend.table))
  if (callReport) sheets.push(noted('Call Report', callReport.table, callReport.note))
  if (callReport?.riskWeights) sheets.push(noted('Risk weights', callReport.riskWeights.table, callReport.riskWeights.note))
  if (callReport?.riskWeights?.funds) sheets.push(tableSheet('Separate account funds', callReport.riskWeights.funds))
  if (controls && isApplicable(controls.table)) sheets.push({ ...noted('Controls', controls.table, controls.lead), wraps: true })
  sheets.push(notesSheet(view), aboutSheet(aboutOf(view)))
  return workbookBytes({
    title: `${header.title}, ${header.legalName}, ${formatLongDate(header.asOf)}`,
    author: header.portalLabel,
    date: header.preparedOn,
    footer: header.stamp.text,
    sheets,
  })
}

const TEXT = 'text'

function summarySheet(view: AssetReportView): Sheet {
  const rows: StyledRow[] = view.highlights.map(({ label, kind, value, detail }) => ({ cells: [label, { value, kind }, detail] }))
  rows.push({ cells: [] }, { cells: ['Limits', null, null], style: 'group' })
  for (const { sentence, ratio } of limitsShown(view))
    rows.push({ cells: [sentence.split(' against ')[0] ?? sentence, { value: ratio, kind: 'percent' }, sentence] })
  if (view.released) {
    rows.push({ cells: [] }, { cells: [view.released.title, null, view.released.reason], style: 'group' })
    for (const { text, difference } of view.released.items)
      rows.push({ cells: [text.split(': ')[0] ?? text, { value: difference, kind: 'money' }, text] })
  }
  return {
    name: 'Summary',
    columns: [
      { label: 'Figure', kind: TEXT, width: 44 },
      { label: 'Value', kind: 'money', width: 22 },
      { label: 'Note', kind: TEXT, width: 80 },
    ],
    rows,
    filter: false,
  }
}

/** A table with a line beneath it. */
function noted(name: string, table: ViewTable, note: string | null): Sheet {
  const sheet = tableSheet(name, table)
  const rows = Array.isArray(sheet.rows) ? sheet.rows : []
  return { ...sheet, filter: false, rows: note ? [...rows, { cells: [] }, { cells: [{ value: note, kind: TEXT }] }] : rows }
}

function notesSheet(view: AssetReportView): Sheet {
  const line = (group: string, mark: string | null, text: string): StyledRow => ({ cells: [group, mark, text] })
  return {
    name: 'Notes',
    columns: [
      { label: 'Kind', kind: TEXT, width: 28 },
      { label: 'Mark', kind: TEXT, width: 8 },
      { label: 'Text', kind: TEXT, width: 120 },
    ],
    rows: [
      ...view.footnotes.map(({ symbol, text }) => line('Mark', symbol, text)),
      ...view.notes.map((text) => line('Note', null, text)),
      ...policyRows(view).flatMap(({ corrected }) => (corrected && !view.notes.includes(corrected) ? [line('Note', null, corrected)] : [])),
      ...(view.notPerformed ? [line(view.notPerformed.title, null, view.notPerformed.text)] : []),
      ...(view.notApplicable ? [line(view.notApplicable.title, null, view.notApplicable.text)] : []),
    ],
    wraps: true,
    filter: false,
  }
}

const aboutOf = ({ header, footer, carried, controlTotals }: AssetReportView): AboutRow[] => [
  ['Report', header.title],
  ['Institution', header.legalName],
  ['Subsidiary', header.subsidiaryName],
  ['Plans', header.planNames.join(', ')],
  ['Filter', 'All policies of the institution and its plans on this portal'],
  ['As of', header.asOf, 'date'],
  ['Compared with', header.priorPeriod, 'date'],
  ['Year to date since', header.yearStart, 'date'],
  ...madeAs(header, footer),
  ['Policies in force', controlTotals.rows, 'count'],
  ['Control total, cash surrender value', controlTotals.cashSurrenderValue, 'money'],
  ...(carried ? [['Of it the value of an earlier date', carried.cashSurrenderValue, 'money'] satisfies AboutRow] : []),
  ['Control total, death benefit', controlTotals.deathBenefit, 'money'],
  ['Control total, increase', controlTotals.increase, 'money'],
  ['Unit', 'US dollars; amounts are numbers, totals are formulas over the rows shown'],
  ['Note', footer.disclaimer],
]
