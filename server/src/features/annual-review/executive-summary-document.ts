/** The executive summary as a Word document: the words of domain/executive-summary.ts on two letter pages, in tables that Word can change. */
import { type ExecutiveSummary, summaryOwner } from '@corridor/domain/reports/annual-review/executive-summary.ts'
import { footerLine } from '@corridor/domain/reports/heading.ts'
import {
  AlignmentType,
  BorderStyle,
  Document,
  Footer,
  HeadingLevel,
  type ISectionOptions,
  Packer,
  PageBreak,
  PageNumber,
  Paragraph,
  ShadingType,
  Table,
  TableCell,
  TableRow,
  TextRun,
  VerticalAlign,
  WidthType,
} from 'docx'
import { forXml } from '../../platform/formats/xlsx-writer.ts'
import { wordHeading } from '../../reporting/document/word-heading.ts'
import type { Logos } from '../../reporting/pdf/logos.ts'

// Twentieths of a point: letter with margins of 0.7 inch.
const PAGE = { width: 12_240, height: 15_840, margin: 1_000 }
const WIDTH = PAGE.width - 2 * PAGE.margin
const NAVY = '0B2A5B'
const MUTE = '566273'
const HAIR = { style: BorderStyle.SINGLE, size: 2, color: 'D8DFE8' }
const NO_LINE = { style: BorderStyle.NONE, size: 0, color: 'auto' }
const SIGNAL_COLORS = { good: '1D7A50', watch: 'B4540F', bad: 'B3261E', unknown: MUTE }
/** Half points. */
const TEXT = 18

/** Needs Word or anything that reads its format; nothing in it is taken from the machine. */
export function executiveSummaryDocx(summary: ExecutiveSummary, logos: Logos = {}): Promise<Buffer> {
  const { header, footer } = summary
  const section: ISectionOptions = {
    properties: {
      page: {
        size: { width: PAGE.width, height: PAGE.height },
        margin: { top: PAGE.margin, bottom: PAGE.margin, left: PAGE.margin, right: PAGE.margin, footer: 500 },
      },
    },
    footers: { default: pageFooter(summary) },
    children: [
      ...wordHeading({
        lines: [
          new Paragraph({ heading: HeadingLevel.TITLE, children: [run(header.title)] }),
          line(summaryOwner(summary), { bold: true }),
          line([header.portalLabel, header.preparedText, header.stamp.text].join('  ·  '), { color: MUTE }),
        ],
        logos,
        owners: { institution: header.subsidiaryName ?? header.legalName, firm: header.portalLabel },
        width: WIDTH,
      }),
      heading('Conclusions'),
      conclusions(summary),
      heading('Scorecard'),
      scorecard(summary),
      line(summary.statusScale, {
        color: MUTE,
        size: 15,
      }),
      heading('Value and income by fiscal year'),
      years(summary),
      ...(summary.historyNote === '' ? [] : [line(summary.historyNote, { size: 15 }, 60)]),
      new Paragraph({ children: [new PageBreak()] }),
      heading('The risks'),
      risks(summary),
      heading('Recommended to the board'),
      ...summary.actions.map(
        (words) => new Paragraph({ numbering: { reference: 'actions', level: 0 }, children: [run(words)], spacing: { after: 60 } }),
      ),
      heading('Board certification'),
      ...summary.certification.map((words) => line(words, {}, 120)),
      line(summary.meeting, {}, 480),
      signatures(summary),
    ],
  }
  const document = new Document({
    title: `${header.title}, ${summaryOwner(summary)}`,
    creator: header.portalLabel,
    lastModifiedBy: header.portalLabel,
    description: footer.reference,
    styles: {
      default: {
        document: { run: { font: 'Calibri', size: TEXT, language: { value: 'en-US' } } },
        title: { run: { size: 36, bold: true, color: NAVY }, paragraph: { spacing: { after: 60 } } },
        heading2: { run: { size: 22, bold: true, color: NAVY }, paragraph: { spacing: { before: 200, after: 80 }, keepNext: true } },
      },
    },
    numbering: {
      config: [
        {
          reference: 'actions',
          levels: [
            {
              level: 0,
              format: 'decimal',
              text: '%1.',
              alignment: AlignmentType.START,
              style: { run: { size: TEXT }, paragraph: { indent: { left: 360, hanging: 360 } } },
            },
          ],
        },
      ],
    },
    sections: [section],
  })
  return Packer.toBuffer(document)
}

interface Look {
  bold?: boolean
  color?: string
  size?: number
}
const run = (words: string, look: Look = {}) => new TextRun({ text: forXml(words), ...look })
const line = (words: string, look: Look = {}, after = 60) => new Paragraph({ children: [run(words, look)], spacing: { after } })
const heading = (words: string) => new Paragraph({ heading: HeadingLevel.HEADING_2, children: [run(words)] })

interface Cell extends Look {
  words: string
  right?: boolean
  fill?: string
}

function cell({ words, right = false, fill, ...look }: Cell, width: number): TableCell {
  return new TableCell({
    width: { size: width, type: WidthType.DXA },
    verticalAlign: VerticalAlign.CENTER,
    margins: { top: 30, bottom: 30, left: 70, right: 70 },
    ...(fill ? { shading: { type: ShadingType.CLEAR, color: 'auto', fill } } : {}),
    children: [new Paragraph({ alignment: right ? AlignmentType.RIGHT : AlignmentType.LEFT, children: [run(words, look)] })],
  })
}

/** @param shares of the page's width, in hundredths */
function table(shares: readonly number[], head: readonly Cell[], rows: readonly (readonly Cell[])[]): Table {
  const widths = shares.map((share) => Math.round((WIDTH * share) / 100))
  const drawn = (cells: readonly Cell[]) => cells.map((each, index) => cell(each, widths[index] ?? 0))
  return new Table({
    width: { size: WIDTH, type: WidthType.DXA },
    columnWidths: widths,
    borders: { top: NO_LINE, bottom: HAIR, left: NO_LINE, right: NO_LINE, insideHorizontal: HAIR, insideVertical: NO_LINE },
    rows: [
      new TableRow({
        tableHeader: true,
        cantSplit: true,
        children: drawn(head.map((each) => ({ ...each, bold: true, color: 'FFFFFF', fill: NAVY }))),
      }),
      ...rows.map((cells) => new TableRow({ cantSplit: true, children: drawn(cells) })),
    ],
  })
}

const signal = (status: keyof typeof SIGNAL_COLORS | null, words: string): Cell => ({
  words: status === null ? '' : `● ${words}`,
  bold: true,
  ...(status === null ? {} : { color: SIGNAL_COLORS[status] }),
})

const conclusions = (summary: ExecutiveSummary) =>
  table(
    [17, 69, 14],
    [{ words: 'Subject' }, { words: 'Conclusion' }, { words: 'Status' }],
    summary.conclusions.map(({ label, sentence, status, signal: words }) => [
      { words: label, bold: true },
      { words: sentence },
      signal(status, words),
    ]),
  )

const scorecard = ({ scorecard: rows, scorecardYears: [now, before] }: ExecutiveSummary) =>
  table(
    [32, 18, 18, 18, 14],
    [
      { words: 'Metric' },
      { words: now, right: true },
      { words: before, right: true },
      { words: 'Limit or benchmark', right: true },
      { words: 'Status' },
    ],
    rows.map(({ metric, thisYear, lastYear, limit, status, signal: words }) => [
      { words: metric },
      { words: thisYear, right: true },
      { words: lastYear, right: true },
      { words: limit, right: true },
      signal(status, words),
    ]),
  )

/** Blocks of a bar as long as the greatest value's. */
const BAR = 24

/** A chart in letters: it needs no picture, prints everywhere, and is read aloud as its figures. */
const years = ({ years: rows }: ExecutiveSummary) =>
  table(
    [10, 42, 24, 24],
    [{ words: 'Year' }, { words: '' }, { words: 'Cash surrender value', right: true }, { words: 'Income', right: true }],
    rows.map(({ name, cashSurrenderValue, income, share }) => [
      { words: name, bold: true },
      { words: '█'.repeat(Math.max(1, Math.round(share * BAR))), color: '1F5FBF', size: 14 },
      { words: cashSurrenderValue, right: true },
      { words: income, right: true },
    ]),
  )

const risks = ({ risks: rows }: ExecutiveSummary) =>
  table(
    [34, 16, 17, 15, 18],
    ['Risk', 'Quantity', 'Management', 'Direction', 'Assessment signed'].map((words) => ({ words })),
    rows.map(({ title, quantity, quality, direction, management }) => [
      { words: title, bold: true },
      { words: quantity },
      { words: quality },
      { words: direction },
      { words: management },
    ]),
  )

/** Lines to sign on, with a gap between them. */
function signatures({ signatures: labels }: ExecutiveSummary): Table {
  const gap = 300
  const width = Math.round((WIDTH - gap * (labels.length - 1)) / labels.length)
  const place = (words: string, size: number, isLine: boolean) =>
    new TableCell({
      width: { size, type: WidthType.DXA },
      borders: {
        top: isLine ? { style: BorderStyle.SINGLE, size: 6, color: MUTE } : NO_LINE,
        bottom: NO_LINE,
        left: NO_LINE,
        right: NO_LINE,
      },
      margins: { top: 40 },
      children: [new Paragraph({ children: [run(words, { color: MUTE, size: 16 })] })],
    })
  return new Table({
    width: { size: WIDTH, type: WidthType.DXA },
    columnWidths: labels.flatMap((_, index) => (index === 0 ? [width] : [gap, width])),
    rows: [
      new TableRow({
        children: labels.flatMap((words, index) => [...(index === 0 ? [] : [place('', gap, false)]), place(words, width, true)]),
      }),
    ],
  })
}

const pageFooter = ({ footer }: ExecutiveSummary) =>
  new Footer({
    children: [
      new Paragraph({
        children: [
          run(`${footerLine(footer)}. ${footer.disclaimer}  ·  Page `, { color: MUTE, size: 13 }),
          new TextRun({ children: [PageNumber.CURRENT], color: MUTE, size: 13 }),
        ],
      }),
    ],
  })
