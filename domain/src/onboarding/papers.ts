/** Uploaded reports and documents among the files of a book: which files they are, and what their folders and names say of them. */
import { parseReportFileName } from '../files/report-file-names.ts'

/** The folders of a book whose files are papers, by what each is kept as. */
const PAPER_FOLDERS: Readonly<Record<string, 'REPORT' | 'DOCUMENT'>> = { reports: 'REPORT', documents: 'DOCUMENT' }

/**
 * The name of a paper within its book, from the folder Reports or Documents on; null for a file that lies in neither.
 *
 *   paperName('Northbound\\Reports\\1001\\MBR\\2024\\March.pdf') // 'Reports/1001/MBR/2024/March.pdf'
 */
export function paperName(path: string): string | null {
  const parts = path
    .normalize('NFC')
    .split(/[/\\]+/)
    .filter((part) => part !== '' && part !== '.')
  const from = parts.findIndex((part) => Object.hasOwn(PAPER_FOLDERS, part.toLowerCase()))
  return from < 0 || from === parts.length - 1 || parts.includes('..') ? null : parts.slice(from).join('/')
}

/** Files that an operating system leaves in folders by itself. */
export const isSystemFile = (path: string): boolean =>
  path.split(/[/\\]+/).some((part) => part.startsWith('.') || part.startsWith('~$') || /^(__MACOSX|thumbs\.db|desktop\.ini)$/i.test(part))

interface Said {
  institution?: string
  typeCode?: string
  yearOverride?: string
}
export interface PaperPlace {
  /** Cells of the sheet Files that the folders and the name fill. */
  cells: Readonly<Record<string, string>>
  /** Why they do not say one thing; the sheet may. */
  problem: string | null
}

/**
 * The place that folders and name of a paper say: below Reports or Documents the institution, then type and year in any order; or, where the name is
 * number-type-YY-name.ext, the name. Where both say it and differ, neither counts.
 *
 * @param thisYear decides how far ahead a year may be
 */
export function placeOfPaper(name: string, thisYear: number): PaperPlace {
  const [top = '', ...rest] = name.split('/')
  const fileName = rest.pop() ?? ''
  const kind = PAPER_FOLDERS[top.toLowerCase()] ?? 'DOCUMENT'
  const { unread, ...folders } = saidByFolders(rest)
  const named = saidByName(fileName, thisYear)
  if (!named)
    return {
      cells: { kind, ...folders },
      problem: unread === undefined ? null : `is in a folder “${unread}”, which is neither a type of three characters nor a year`,
    }
  const all = ([said, other]: readonly [Said, Said]) =>
    said.institution !== other.institution || said.typeCode !== other.typeCode || said.yearOverride !== other.yearOverride
  if (isWhole(folders) && all([folders, named]))
    return {
      cells: { kind },
      problem: `can be read in two ways: its folders say ${inWords(folders)}, its name says ${inWords(named)}; list it on the sheet Files`,
    }
  return { cells: { kind, ...named }, problem: null }
}

const isWhole = ({ institution, typeCode, yearOverride }: Said): boolean =>
  institution !== undefined && typeCode !== undefined && yearOverride !== undefined
const inWords = ({ institution, typeCode, yearOverride }: Said): string =>
  `institution ${institution}, type ${typeCode}, year ${yearOverride}`

function saidByFolders([institution, ...folders]: readonly string[]): Said & { unread?: string } {
  if (institution === undefined) return {}
  const said: Said & { unread?: string } = { institution }
  for (const folder of folders) {
    if (/^(19|20|21)\d\d$/.test(folder) && said.yearOverride === undefined) said.yearOverride = folder
    else if (/^[A-Za-z0-9]{3}$/.test(folder) && said.typeCode === undefined) said.typeCode = folder.toUpperCase()
    else said.unread ??= folder
  }
  return said
}

function saidByName(fileName: string, thisYear: number): Said | undefined {
  const said = parseReportFileName(fileName, thisYear)
  return 'message' in said
    ? undefined
    : { institution: String(said.institutionId), typeCode: said.typeCode, yearOverride: String(said.year) }
}
