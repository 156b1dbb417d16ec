/** A Form 8925 report as a workbook and as CSV: the same lines, schedule and sums as on screen and paper, typed. */

import { formatLongDate } from '@corridor/domain/primitives/period.ts'
import { concernedLines, NO_OPEN_ITEMS } from '@corridor/domain/reports/form-8925/open-items.ts'
import { FORM_8925, type Form8925View, type FormLine } from '@corridor/domain/reports/form-8925/view.ts'
import { type AboutRow, aboutSheet } from '../../platform/formats/list-file.ts'
import { type Sheet, type SheetCell, type StyledRow, workbookBytes } from '../../platform/formats/xlsx-writer.ts'
import { madeAs, releasedRows, sheetColumn, statusCsv, tableSheet, valuesOf } from '../../reporting/document/spreadsheet-tables.ts'

/** The same view makes the same bytes: every date in the file comes from the view. */
export function form8925Xlsx(view: Form8925View): Promise<Buffer> {
  const { header } = view
  return workbookBytes({
    title: `${header.title}, ${header.subsidiaryName ?? header.legalName}, ${formatLongDate(header.asOf)}`,
    author: header.portalLabel,
    date: header.preparedOn,
    footer: header.stamp.text,
    sheets: [
      formSheet(view),
      tableSheet('Schedule', view.schedule),
      { ...tableSheet('Reconciliation', view.reconciliation), filter: false },
      openItemsSheet(view),
      eFileSheet(view),
      notesSheet(view),
      aboutSheet(aboutOf(view)),
    ],
  })
}

/** The schedule, without its total: what a ledger or another program reads. */
export function form8925Csv({ schedule, header }: Form8925View): string {
  return statusCsv(
    schedule.columns.map(sheetColumn),
    schedule.rows.map((row) => valuesOf(row, schedule.columns)),
    header,
  )
}

const cellOf = ({ value, kind }: FormLine): SheetCell => ({ value, kind })

function formSheet({ filer, form }: Form8925View): Sheet {
  const line = (one: FormLine): StyledRow => ({ cells: [one.line, one.label, cellOf(one)] })
  return {
    name: 'Form',
    columns: [
      { label: 'Line', kind: 'text', width: 8 },
      { label: `${FORM_8925.name} ${FORM_8925.revision}`, kind: 'text', width: 100 },
      { label: 'Entry', kind: 'text', width: 34 },
    ],
    rows: [...filer, ...form].map(line),
    wraps: true,
    filter: false,
  }
}

/** By the element names of the IRS Modernized e-File schema, as tax software imports them; what is blank is left out of a return. */
function eFileSheet({ filer, form }: Form8925View): Sheet {
  return {
    name: 'E-file data',
    columns: [
      { label: 'Element', kind: 'text', width: 34 },
      { label: 'Value', kind: 'text', width: 34 },
      { label: 'Line', kind: 'text', width: 8 },
    ],
    rows: [...filer, ...form].map((one): StyledRow => ({ cells: [one.element, cellOf(one), one.line] })),
    filter: false,
  }
}

function openItemsSheet({ openItems, released }: Form8925View): Sheet {
  const rows: StyledRow[] = openItems.map(({ text, concerned }) => ({ cells: [text, concernedLines(concerned).join('\n')] }))
  const over: StyledRow[] = released
    ? [
        { cells: [released.title, null], style: 'group' },
        ...released.items.map(({ text }) => ({ cells: [text, null] })),
        { cells: [released.reason, null] },
      ]
    : []
  return {
    name: 'Open items',
    columns: [
      { label: 'Open item', kind: 'text', width: 100 },
      { label: 'Insured (policies)', kind: 'text', width: 60 },
    ],
    rows: [...(rows.length > 0 ? rows : [{ cells: [NO_OPEN_ITEMS, null] }]), ...over],
    wraps: true,
    filter: false,
  }
}

const notesSheet = ({ notes }: Form8925View): Sheet => ({
  name: 'Notes',
  columns: [{ label: 'Note', kind: 'text', width: 120 }],
  rows: notes.map((note): StyledRow => ({ cells: [note] })),
  wraps: true,
  filter: false,
})

const aboutOf = ({ header, footer, controlTotals, released }: Form8925View): AboutRow[] => [
  ['Report', header.title],
  ['Policyholder', header.subsidiaryName ?? header.legalName],
  ['Tax year ended', header.asOf, 'date'],
  ['Form', `${FORM_8925.name} ${FORM_8925.revision}, ${FORM_8925.omb}`],
  ['Filter', 'Contracts in force at the end of the tax year, and those that ended in it'],
  ...madeAs(header, footer),
  ...releasedRows(released),
  ['Contracts that count', controlTotals.policies, 'count'],
  ['Control total, line 2', controlTotals.insuredEmployees, 'count'],
  ['Control total, line 3', controlTotals.insuranceInForce, 'money'],
  ['Control total, line 4b', controlTotals.withoutConsent, 'count'],
  ['Unit', 'US dollars; amounts are numbers, the total is a formula over the rows shown'],
  ['Note', footer.disclaimer],
]
