/** A board book's own pages: cover, contents, and the page of sources and versions. Its parts are bound in between. */
import { dayOf, formatLongDate, isPlainDate, monthOf, plainDate, yearOf } from '@corridor/domain/primitives/period.ts'
import { footerLine } from '@corridor/domain/reports/heading.ts'
import { z } from 'zod'
import { printable } from '../../reporting/document/printable.ts'
import type { Paper } from '../../reporting/pdf/paper.ts'
import type { PrintedDocument } from '../../reporting/pdf/release-marks.ts'

const words = z.object({
  title: z.string(),
  type: z.string(),
  version: z.string(),
  standing: z.string(),
  access: z.string(),
  file: z.string(),
  sha256: z.string(),
})
const day = z.string().refine(isPlainDate).transform(plainDate)
const bookPages = z.object({
  title: z.string(),
  institution: z.string(),
  issuer: z.string(),
  period: z.string(),
  asOf: day,
  preparedOn: day,
  madeBy: z.string(),
  included: z.array(words.extend({ from: z.int(), pages: z.int() })),
  others: z.array(words),
  controlTotals: z.object({}),
})
export type BookPages = z.output<typeof bookPages>

export const paper: Paper<BookPages> = {
  module: import.meta.url,
  template: new URL('print.typ', import.meta.url).href,
  layOut,
  viewOf: ({ snapshot }) => bookPages.parse(snapshot),
}

/** Parts that the cover names itself; more have pages of contents, as many on each. */
const ON_COVER = 12
const CONTENTS_A_PAGE = 26
/** Points of a line of contents: as high as it looks well, unless a full page leaves less. */
const LINE = { highest: 34, cover: 32, page: 630 }
const contentsPages = (parts: number): number => (parts <= ON_COVER ? 0 : Math.ceil(parts / CONTENTS_A_PAGE))
/** Cover and contents, in which every chosen file has a line. */
export const leadingPages = (parts: number): number => 1 + contentsPages(parts)

function layOut(view: BookPages): PrintedDocument {
  const said = (one: z.output<typeof words>) => ({
    title: printable(one.title),
    about: printable([one.type, one.version].join(' · ')),
    standing: printable(one.standing),
    access: printable(one.access),
    file: printable(one.file),
    sha256: one.sha256,
  })
  const sources = view.included.map((part) => ({ ...said(part), from: part.from, pages: part.pages }))
  const others = view.others.map(said)
  const lines = [...sources.map((part, at) => ({ ...part, link: `part:${at}` })), ...others]
  const pages = contentsPages(lines.length)
  const each = Math.ceil(lines.length / Math.max(1, pages))
  return {
    title: printable(view.title),
    institution: printable(view.institution),
    issuer: printable(view.issuer),
    footerLine: printable(footerLine({ portal: view.issuer, reference: view.madeBy, source: 'Source: the parts listed at the end' })),
    disclaimer: printable(`For the use of the board and management of ${view.institution}.`),
    asOf: formatLongDate(view.asOf),
    period: view.period,
    reporting: printable(`Reporting month: ${view.period}`),
    preparedOn: [yearOf(view.preparedOn), monthOf(view.preparedOn), dayOf(view.preparedOn)],
    summary: printable(`${view.title} of ${view.institution}, ${view.period}`),
    madeBy: printable(view.madeBy),
    onCover: pages === 0 ? lines : [],
    contents: Array.from({ length: pages }, (_, at) => lines.slice(at * each, (at + 1) * each)),
    lineHeight: pages === 0 ? LINE.cover : Math.min(LINE.highest, LINE.page / each),
    sources,
    others,
    stamp: { kind: 'final', text: '', longest: '' },
    note: null,
  }
}
