/** The subject matter of a request: a figure with its explanation, a report or a document, kept as the words of its page with the way back to it. */
import { type AccessSubject, allows, isStaff, type PermissionCode, permission } from '../access/access.ts'
import type { Explanation } from '../reports/explanation/explanation.ts'
import { REPORT_FAMILIES } from '../reports/families.ts'
import { formatFigure } from '../reports/table.ts'

export const ABOUT_KINDS = ['FIGURE', 'REPORT', 'DOCUMENT'] as const
export interface SubjectMatter {
  kind: (typeof ABOUT_KINDS)[number]
  title: string
  text: string | null
  /** An address of this portal: path and query. */
  link: string
}
export const ABOUT_TITLE_MOST = 300
export const ABOUT_TEXT_MOST = 4000
export const ABOUT_LINK_MOST = 500
/** An address with a host would lead the team elsewhere. */
export const ABOUT_LINK = /^\/[A-Za-z0-9][\w\-./]*(\?[\w\-.~%&=+,]*)?$/

/** A figure's explanation in plain lines, as the dialog says it. @param place the report, version and date that the figure stands in */
export function aboutFigure(explanation: Explanation, place: { title: string; link: string }): SubjectMatter {
  const { title, kind, digits, value, text, name, formula, figures, words, inputs, lines, note, source } = explanation
  // As it stands above the explanation: money with its dollar sign.
  const figure = `${title}: ${formatFigure(kind, value, digits)}`
  const told = [
    figure,
    `On: ${place.title}`,
    formula === null ? `${name}. ${words ?? ''}`.trim() : `${name} = ${formula}`,
    ...(formula === null ? [] : [`With its numbers: ${figures} = ${text}`]),
    ...inputs.map((input) => `– ${input.label}: ${input.text}`),
    ...(lines ?? []).map((line) => `– ${line.label}${line.detail ? ` (${line.detail})` : ''}: ${line.text}`),
    ...(note ? [note] : []),
    `Source: ${source}`,
  ]
  return { kind: 'FIGURE', title: cut(figure, ABOUT_TITLE_MOST), text: withinLimit(told), link: place.link }
}

/** Whole lines only, and in words how many are left out: half an amount would be another one. */
function withinLimit(lines: readonly string[]): string {
  const kept: string[] = []
  let length = 0
  for (const [index, line] of lines.entries()) {
    const last = `… and ${lines.length - index} more lines on the page itself.`
    if (length + line.length + 1 + last.length > ABOUT_TEXT_MOST) return [...kept, last].join('\n')
    kept.push(line)
    length += line.length + 1
  }
  return kept.join('\n')
}

const cut = (text: string, most: number): string => (text.length <= most ? text : `${text.slice(0, most - 1)}…`)

/**
 * Whether a person other than the one who asked may read the subject matter: whoever may open the page that it stands on. The bank's people share
 * requests, not rights: a colleague without the right to a report reads no figure of it here. A page that is not known here is nobody else's.
 */
export function mayReadAbout(subject: AccessSubject, link: string): boolean {
  const codes = codesOfPage(link.replace(/[?#].*$/, ''), isStaff(subject.userRole))
  return codes.length > 0 && allows(subject, permission(codes, 1))
}

function codesOfPage(path: string, staff: boolean): readonly PermissionCode[] {
  const under = (address: string) => path === address || path.startsWith(`${address}/`)
  const family = Object.values(REPORT_FAMILIES).find(({ address }) => under(address))
  if (family) return [family.permission]
  if (under('/dashboard')) return ['ASSET_REPORT', 'ASSET_SUMMARY_REPORT']
  // Which of the bank's people may open a file goes by its type, which no address tells.
  if (!staff) return []
  if (under('/view-report') || under('/reports')) return ['CLIENT_REPORTS']
  return under('/view-document') || under('/documents') ? ['DOCUMENT_CENTER'] : []
}
