/** A Form 8925 report as print: the form's lines as the form has them, how they came about and what is open, upright; the insured schedule on the sheet that it needs. */

import { lettered } from '@corridor/domain/reports/form-8925/lettered-reasons.ts'
import { concernedLines, NO_OPEN_ITEMS } from '@corridor/domain/reports/form-8925/open-items.ts'
import { readForm8925Snapshot } from '@corridor/domain/reports/form-8925/snapshot.ts'
import { buildForm8925, FORM_8925, type Form8925View, type FormLine, form8925As } from '@corridor/domain/reports/form-8925/view.ts'
import { flowSections, leadOf } from '../../reporting/document/page-flow.ts'
import { printable } from '../../reporting/document/printable.ts'
import { frontMatter, printedRelease, printedTable } from '../../reporting/document/printed-parts.ts'
import { sheetFor, UPRIGHT } from '../../reporting/document/sheet.ts'
import { layOutTable, type Sizes, type Spacing, spaced } from '../../reporting/document/table-layout.ts'
import type { Measure } from '../../reporting/pdf/font-metrics.ts'
import type { Paper } from '../../reporting/pdf/paper.ts'
import type { PrintedDocument } from '../../reporting/pdf/release-marks.ts'

const STEPS: Sizes = { greatest: 8, comfortable: 7, least: 5, rowHeight: 13 }
const SCHEDULE: Sizes = { greatest: 7, comfortable: 6.4, least: 4, rowHeight: 11.6 }

export const paper: Paper<Form8925View> = {
  module: import.meta.url,
  template: new URL('print.typ', import.meta.url).href,
  layOut: printedForm8925,
  viewOf: ({ snapshot, release }) => {
    const view = buildForm8925(readForm8925Snapshot(snapshot))
    return release ? form8925As(view, release) : view
  },
}

function printedForm8925(view: Form8925View, measure: Measure, spacing: Spacing): PrintedDocument {
  const { reconciliation, openItems, header } = view
  const { schedule, legend } = lettered(view.schedule)
  const content = printedTable(schedule)
  const sheet = sheetFor([{ content, sizes: SCHEDULE }], measure)
  return {
    ...frontMatter(view),
    released: printedRelease(view.released, measure, UPRIGHT.width - 18),
    sheet,
    form: FORM_8925,
    filer: view.filer.map(printedLine),
    lines: view.form.map(printedLine),
    reconciliation: {
      title: printable(reconciliation.title),
      lead: leadOf(header.unit, measure, UPRIGHT.width),
      table: layOutTable(printedTable(reconciliation), measure, UPRIGHT.width, STEPS),
      begins: true,
      above: 0,
      signatures: [],
    },
    openItems:
      openItems.length === 0
        ? [{ number: '', text: NO_OPEN_ITEMS, insured: [] }]
        : openItems.map(({ text, concerned }, index) => ({
            number: `${index + 1}.`,
            text: printable(text),
            insured: concernedLines(concerned, NAMED_AT_MOST).map(printable),
          })),
    notes: [{ title: 'Notes', items: view.notes.map((text) => ({ mark: '', text: printable(text) })) }],
    pages: flowSections(
      [
        {
          title: printable(schedule.title),
          lead: leadOf(header.unit, measure, sheet.width),
          table: layOutTable(content, measure, sheet.width, spaced(SCHEDULE, spacing)),
        },
        ...(legend.rows.length === 0
          ? []
          : [
              {
                title: printable(legend.title),
                lead: leadOf('', measure, sheet.width),
                table: layOutTable(printedTable(legend), measure, sheet.width, spaced(SCHEDULE, spacing)),
              },
            ]),
      ],
      sheet.height,
      0,
      spacing,
    ).pages,
  }
}

const printedLine = ({ line, label, text }: FormLine) => ({ line, label: printable(label), text: printable(text) })

/** For each reason: whoever is asked works from the printed list. The schedule names all of them. */
const NAMED_AT_MOST = 40
