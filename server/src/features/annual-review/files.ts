/** An annual review as a workbook and as CSV: a sheet for each section with every table, test and figure of screen and paper, typed; the policies as CSV. */

import { formatDate, formatLongDate } from '@corridor/domain/primitives/period.ts'
import { blocksShown } from '@corridor/domain/reports/annual-review/not-applicable.ts'
import {
  type AnnualReviewView,
  REVIEW_STATUSES,
  type ReviewBlock,
  type ReviewFinding,
  type ReviewSectionView,
  ratingSentence,
  tablesOfReview,
} from '@corridor/domain/reports/annual-review/view.ts'
import type { ViewTable } from '@corridor/domain/reports/table.ts'
import { csvText } from '../../platform/formats/csv.ts'
import { type AboutRow, aboutSheet } from '../../platform/formats/list-file.ts'
import { type Sheet, type StyledRow, workbookBytes } from '../../platform/formats/xlsx-writer.ts'
import {
  belowOneAnother,
  head,
  madeAs,
  releasedRows,
  sheetColumn,
  statusCsv,
  tableRows,
  tableSheet,
  text,
  title,
  typed,
  valuesOf,
} from '../../reporting/document/spreadsheet-tables.ts'

/** The same view makes the same bytes: every date in the file comes from the view. */
export function annualReviewXlsx(view: AnnualReviewView): Promise<Buffer> {
  const { header } = view
  const policies = policiesOf(view)
  return workbookBytes({
    title: `${header.title}, ${header.legalName}, ${formatLongDate(header.asOf)}`,
    author: header.portalLabel,
    date: header.preparedOn,
    footer: header.stamp.text,
    sheets: [
      ...view.sections.map((section) => sectionSheet(section, view)),
      ...(policies ? [tableSheet('Policies', policies)] : []),
      aboutSheet(aboutOf(view)),
    ],
  })
}

/** The policies in force, without their total; a review whose appendices are switched off has none. */
export function annualReviewCsv(view: AnnualReviewView): string {
  const policies = policiesOf(view)
  if (!policies) return csvText([], [])
  return statusCsv(
    policies.columns.map(sheetColumn),
    policies.rows.map((row) => valuesOf(row, policies.columns)),
    view.header,
  )
}

const policiesOf = (view: AnnualReviewView): ViewTable | undefined => tablesOfReview(view).find(({ id }) => id === 'policies')

/** Blocks below one another, each under its own heading; the policies have a sheet of their own, where they filter and sort. */
function sectionSheet(section: ReviewSectionView, view: AnnualReviewView): Sheet {
  const { rows, width } = belowOneAnother(
    blocksShown(section).map((block) => rowsOf(block, view)),
    2,
  )
  return {
    name: sheetName(section),
    columns: Array.from({ length: width }, (_, index) => ({
      label: index === 0 ? `${section.number} ${section.title}` : '',
      kind: 'text',
      width: index === 0 ? 44 : 22,
    })),
    rows,
    filter: false,
    wraps: true,
  }
}

const LONGEST_NAME = 31
/** As spreadsheets allow: 31 characters, none of []:*?/\ */
const sheetName = ({ number, title }: ReviewSectionView): string =>
  `${number} ${title}`
    .replaceAll(/[[\]:*?/\\]/g, ' ')
    .slice(0, LONGEST_NAME)
    .trim()

function rowsOf(block: ReviewBlock, view: AnnualReviewView): StyledRow[] {
  switch (block.kind) {
    case 'text':
      return [...(block.title ? [title(block.title)] : []), ...block.paragraphs.map((paragraph) => ({ cells: [text(paragraph)] }))]
    case 'figures':
      return block.figures.map(({ label, kind, value, note }) => ({ cells: [text(label), typed(kind, value), text(note)] }))
    case 'findings':
      return [title(block.title), head(['Test', 'Status', 'Finding']), ...block.findings.map(findingRow)]
    case 'table':
      return block.id === 'policies'
        ? [{ cells: [text('Policies in force: see the sheet “Policies”.')] }]
        : tableRows(block.table, block.note)
    case 'scorecard':
      return [
        title(block.title),
        head(['Metric', 'This year', 'Last year', 'Limit or benchmark', 'Status']),
        ...block.rows.map(({ metric, kind, thisYear, lastYear, limit, status }) => ({
          cells: [text(metric), typed(kind, thisYear), typed(kind, lastYear), text(limit), text(status && REVIEW_STATUSES[status])],
        })),
        ...(block.note ? [{ cells: [text(block.note)] }] : []),
      ]
    case 'chart':
      // A chart’s figures stand in a table of the same section.
      return []
    case 'risk': {
      const { risk } = block
      return [
        title(risk.title),
        { cells: [text(risk.definition)] },
        { cells: [text('Rating'), text(ratingSentence(risk))] },
        ...risk.facts.map(({ label, kind, value, note }) => ({ cells: [text(label), typed(kind, value), text(note)] })),
        ...(risk.note === undefined ? [] : [{ cells: [text(risk.note)] }]),
        head(['Test', 'Status', 'Finding']),
        ...risk.findings.map(findingRow),
        { cells: [text('Conclusion'), text(risk.conclusion)] },
        {
          cells: [
            text('Management’s assessment'),
            text(
              risk.management
                ? `${risk.management.text} Signed by ${risk.management.signedBy}, ${formatDate(risk.management.signedOn)}.`
                : 'Not signed yet.',
            ),
          ],
        },
      ]
    }
    case 'index': {
      const sections = new Map(view.sections.map((section) => [section.code, `${section.number} ${section.title}`]))
      return [
        head(['Item', 'Section', 'Source']),
        ...block.rows.map(({ item, sections: codes, source }) => ({
          cells: [text(item), text(codes.flatMap((code) => sections.get(code) ?? []).join('; ')), text(source)],
        })),
      ]
    }
    case 'signatures':
      return [{ cells: [text(block.meeting)] }, ...block.labels.map((label) => ({ cells: [text(label)] }))]
  }
}

const findingRow = ({ label, status, sentence }: ReviewFinding): StyledRow => ({
  cells: [text(label), text(REVIEW_STATUSES[status]), text(sentence)],
})

const aboutOf = ({ header, footer, controlTotals, notes, note: release, released, notApplicable }: AnnualReviewView): AboutRow[] => [
  ['Report', header.title],
  ['Institution', header.legalName],
  ['Year ended', header.asOf, 'date'],
  ['Filter', 'All policies of the institution and its subsidiaries on this portal'],
  ...madeAs(header, footer),
  ...(release ? [release.title, ...release.lines].map((words): AboutRow => ['Release', words]) : []),
  ...releasedRows(released),
  ['Policies in force', controlTotals.policies, 'count'],
  ['Control total, cash surrender value', controlTotals.cashSurrenderValue, 'money'],
  ['Control total, death benefit', controlTotals.deathBenefit, 'money'],
  ['Control total, income of the year', controlTotals.income, 'money'],
  ['Tests not met', controlTotals.notMet, 'count'],
  ['Tests on watch', controlTotals.watch, 'count'],
  ['Unit', 'US dollars; amounts are numbers'],
  ...notes.map((note): AboutRow => ['Note', note]),
  ...(notApplicable ? [[notApplicable.title, notApplicable.text] satisfies AboutRow] : []),
  ['Note', footer.disclaimer],
]
