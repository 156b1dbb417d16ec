/**
 * Uploaded reports and documents among the files of a book, on their way in: each gets its place from the sheet Files, else from its folders and name, is put
 * into the store as an upload is, looked at, and compared with what the portal has. What it becomes, or why not, is kept for each file.
 */
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { LARGEST_FILE_BYTES } from '@corridor/domain/files/accepted-kinds.ts'
import { VENDOR_CODE } from '@corridor/domain/files/document-paths.ts'
import { refusalByName } from '@corridor/domain/files/name-and-size-checks.ts'
import { ownNameOf, parseReportFileName, reportFileName, titleOfReport } from '@corridor/domain/files/report-file-names.ts'
import { NAMES_OF_CARRIERS, NAMES_OF_INSTITUTIONS } from '@corridor/domain/onboarding/naming-columns.ts'
import { placeOfPaper } from '@corridor/domain/onboarding/papers.ts'
import type { OnboardingProblem, OnboardingRow } from '@corridor/domain/onboarding/read-row.ts'
import type { Trx } from '../../platform/database/database.ts'
import { acceptContent, type Examining } from '../../platform/files/inspection.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { FILES_TYPE } from './bindings.ts'
import {
  keepFindings,
  missingRights,
  type PaperFinding,
  reportTypeCodes,
  type StagedPaper,
  selectFiled,
  selectStaged,
} from './papers-in-book.ts'
import type { Problems } from './problems.ts'
import type { BookPart } from './staging.ts'
import type { Written } from './writing.ts'

/** A file of the book that is a report or a document. */
export interface BookPaper {
  /** Its folders and name within the book. */
  name: string
  /** On this machine. */
  path: string
}

const keyOf = (name: string): string => name.normalize('NFC').replaceAll('\\', '/').toLowerCase()
const FIELDS = FILES_TYPE.columns.map(({ field }) => field)

/** Rows of the sheet Files completed by what the folders and names say, then a row for each paper that the sheet does not list. */
export function paperParts(parts: readonly BookPart[], papers: readonly BookPaper[], thisYear: number): BookPart[] {
  const byPath = new Map(papers.map((paper) => [keyOf(paper.name), paper]))
  const byName = Map.groupBy(papers, ({ name }) => keyOf(basename(name)))
  const found = (cell: string): BookPaper | undefined => {
    const named = byName.get(keyOf(cell.trim())) ?? []
    return byPath.get(keyOf(cell.trim())) ?? (named.length === 1 ? named[0] : undefined)
  }
  const listed = new Set<string>()
  const completed = (row: OnboardingRow): OnboardingRow => {
    const paper = found(row.values.file ?? '')
    if (!paper) return row
    listed.add(paper.name)
    const given = Object.fromEntries(Object.entries(row.values).filter(([, cell]) => cell.trim() !== ''))
    const owned = 'carrier' in given || 'vendorName' in given
    const { institution, ...said } = placeOfPaper(paper.name, thisYear).cells
    return {
      source: row.source,
      values: { ...said, ...(institution === undefined || owned ? {} : { institution }), ...given, file: paper.name },
    }
  }
  const sheets = parts.map((part) => ({
    ...part,
    fields: FIELDS,
    rows: async function* () {
      for await (const rows of part.rows()) yield rows.map(completed)
    },
  }))
  const rest = async function* () {
    for (let from = 0; from < papers.length; from += AT_ONCE)
      yield papers
        .slice(from, from + AT_ONCE)
        .filter(({ name }) => !listed.has(name))
        .map(({ name }) => ({ source: name, values: { ...placeOfPaper(name, thisYear).cells, file: name } }))
  }
  return papers.length === 0 ? sheets : [...sheets, { type: FILES_TYPE, name: 'Reports and documents', fields: FIELDS, rows: rest }]
}
const AT_ONCE = 200

interface Checking {
  scope: Scope
  importId: number
  papers: readonly BookPaper[]
  /** Without it no file can be taken: rows of another system have none. */
  examining: Examining | undefined
  now: Date
  problems: Problems
  /** Called before each file. */
  progress: (files: number) => void
}

/** Checks the staged rows of the sheet Files, each with its file. @returns how many are new, take the place of an earlier file, or are in the portal as they are */
export async function checkPapers(trx: Trx, work: Checking): Promise<Written> {
  const { scope, importId, papers, examining, now, problems, progress } = work
  const counts: Written = { read: 0, added: 0, changed: 0, same: 0 }
  const byName = new Map(papers.map((paper) => [paper.name, paper]))
  const [types, rights] = [await reportTypeCodes(trx), await missingRights(trx, scope)]
  const seen = { paths: new Set<string>(), places: new Map<string, string>() }
  const look = async (row: StagedPaper): Promise<PaperFinding | Refused> => {
    const placed = placeOf(row, byName, types, now)
    if ('problem' in placed) return placed
    const { name, ...place } = placed
    const already = seen.places.get(placeKey(place))
    if (seen.paths.has(name)) return { field: 'file', problem: 'is listed twice' }
    if (already !== undefined)
      return {
        field: 'file',
        problem: `becomes the same ${place.kind === 'REPORT' ? 'report' : 'document'} as ${already}; rename one of them`,
      }
    if (rights[place.kind]) return { field: 'kind', problem: rights[place.kind] ?? '' }
    seen.paths.add(name)
    seen.places.set(placeKey(place), name)
    const paper = byName.get(name)
    if (!paper || !examining) return { field: 'file', problem: NOT_THERE }
    return taken(trx, scope, examining, paper, place)
  }
  for (let from = 0; ; ) {
    const rows = await selectStaged(trx, from, AT_ONCE)
    const last = rows.at(-1)
    if (!last) return counts
    from = last.n + 1
    const findings: PaperFinding[] = []
    const refused: OnboardingProblem[] = []
    for (const row of rows) {
      progress(counts.read++)
      const found = await look(row)
      if ('problem' in found) {
        findings.push({ ...blankOf(row), outcome: 'REFUSED', reason: reasonOf(found) })
        // A cell that could not be read was told when it was.
        if (row.isWhole) refused.push(problemOf(row, found))
      } else {
        findings.push({ ...found, path: row.file ?? '', listedIn: listedIn(row) })
        counts[found.outcome === 'NEW' ? 'added' : found.outcome === 'VERSION' ? 'changed' : 'same']++
      }
    }
    await keepFindings(trx, scope, importId, findings)
    await problems.add(refused)
  }
}

interface Refused {
  field: string | null
  problem: string
}
const SUBJECTS: Readonly<Record<string, string>> = {
  institution: 'Institution',
  carrier: 'Carrier',
  typeCode: 'Type',
  yearOverride: 'Year',
  kind: 'Kind',
}
/** The problem with the column it is about, which the list of problems names beside it. */
function reasonOf({ field, problem }: Refused): string {
  const subject = SUBJECTS[field ?? ''] ?? 'The file'
  return /^\p{Lu}/u.test(problem) ? problem : `${subject} ${problem}`
}
const NOT_THERE = 'is not among the files of the folders Reports and Documents; where several have one name, give the folders as well'
const UNSAID = 'is missing: neither the sheet Files nor the folders and the name of the file say it'

/** The source of a row that is no file of its own: the row of the sheet. */
const listedIn = ({ source, file }: StagedPaper): string | null => (source === file ? null : source)

const blankOf = (row: StagedPaper): PaperFinding => ({
  path: row.file ?? row.source,
  listedIn: listedIn(row),
  kind: row.kind,
  institutionId: row.institutionId,
  institutionName: row.bankName ?? row.institutionName,
  carrierCode: row.carrierCode,
  vendorName: row.vendorName,
  typeCode: row.typeCode,
  yearOverride: row.yearOverride,
  outcome: 'REFUSED',
})

function problemOf(row: StagedPaper, { field, problem }: Refused): OnboardingProblem {
  const column = FILES_TYPE.columns.find((one) => one.field === field)
  const values: Readonly<Record<string, string | number | null>> = {
    ...row,
    institution: row.institutionName,
    carrier: row.carrierName,
    isWhole: null,
  }
  const value = field === null ? null : values[field]
  return {
    recordType: FILES_TYPE.code,
    source: row.source,
    column: column?.header ?? null,
    value: value === null || value === undefined ? null : (column?.words?.[value] ?? String(value)),
    problem,
  }
}

export interface PaperPlaced {
  kind: 'REPORT' | 'DOCUMENT'
  institutionId: number | null
  institutionName: string | null
  carrierCode: string | null
  vendorName: string | null
  typeCode: string
  yearOverride: number
  uploadName: string
  displayName: string | null
  description: string | null
}
const placeKey = ({ kind, institutionId, carrierCode, vendorName, typeCode, yearOverride, uploadName }: PaperPlaced): string =>
  // The names of an institution's reports are its own, whatever their type and year.
  (kind === 'REPORT'
    ? [kind, institutionId, uploadName]
    : [kind, institutionId, carrierCode, vendorName, typeCode, yearOverride, uploadName]
  )
    .join('/')
    .toLowerCase()

/** The place of a row's file, or the first reason why it has none. */
function placeOf(
  row: StagedPaper,
  papers: ReadonlyMap<string, BookPaper>,
  types: ReadonlySet<string>,
  now: Date,
): (PaperPlaced & { name: string }) | Refused {
  const refuse = (field: string | null, problem: string): Refused => ({ field, problem })
  const { file, kind, institutionId, carrierCode, yearOverride } = row
  if (!row.isWhole) return refuse(null, 'has cells that cannot be read')
  if (file === null || !papers.has(file)) return refuse('file', NOT_THERE)
  if (row.institutionName !== null && institutionId === null)
    return refuse('institution', `names no institution of the Institutions sheet or the portal; ${NAMES_OF_INSTITUTIONS}`)
  if (row.carrierName !== null && carrierCode === null)
    return refuse('carrier', `names no carrier of the Carriers sheet or the portal; ${NAMES_OF_CARRIERS}`)
  const owners = [institutionId, carrierCode, row.vendorName].filter((owner) => owner !== null).length
  const typeCode = row.typeCode?.toUpperCase() ?? null
  const unsaid = owners === 0 ? 'institution' : typeCode === null ? 'typeCode' : yearOverride === null ? 'yearOverride' : null
  if (unsaid !== null) {
    const { problem } = placeOfPaper(file, now.getUTCFullYear())
    return problem === null ? refuse(unsaid, UNSAID) : refuse('file', problem)
  }
  if (owners > 1) return refuse('institution', 'is one owner too many: a file is an institution’s, a carrier’s or a vendor’s')
  if (kind === null || typeCode === null || yearOverride === null) return refuse('kind', UNSAID)
  if (!types.has(typeCode)) return refuse('typeCode', 'is the code of no report type')
  if (kind === 'REPORT' && institutionId === null)
    return refuse('kind', 'is an institution’s alone; a paper of a carrier or vendor is kept as a document')
  const vendor = row.vendorName !== null
  const place = {
    name: file,
    kind,
    institutionId,
    institutionName: row.bankName,
    carrierCode: vendor ? VENDOR_CODE : carrierCode,
    vendorName: row.vendorName,
    typeCode,
    yearOverride,
    description: row.description,
  }
  const fileName = basename(file)
  if (kind === 'DOCUMENT') return { ...place, uploadName: fileName, displayName: row.displayName }
  const said = parseReportFileName(fileName, now.getUTCFullYear())
  const { name: ownName, extension } = 'message' in said ? ownNameOf(fileName) : said
  // Under the name that an upload on the page of reports would have: the portal's number of the institution stands in place of the firm's.
  return {
    ...place,
    uploadName: reportFileName(
      { institutionId: institutionId ?? 0, typeCode, year: yearOverride, name: ownName, extension },
      now.getUTCFullYear(),
    ),
    displayName: row.displayName ?? titleOfReport(ownName),
  }
}

/** Puts the file into the store and looks at it as at an upload, unless the portal has it in this place as it is. */
async function taken(trx: Trx, scope: Scope, examining: Examining, paper: BookPaper, place: PaperPlaced): Promise<PaperFinding | Refused> {
  const { uploadName: fileName } = place
  const byName = refusalByName(fileName, (await stat(paper.path)).size)
  if (byName) return { field: 'file', problem: byName.sentence }
  const file = { ...(await examining.files.put(createReadStream(paper.path), { limit: LARGEST_FILE_BYTES })), fileName }
  const filed = await selectFiled(trx, scope, place)
  const same = filed.find(({ sha256 }) => sha256 === file.sha256)
  const stored = { ...place, fileSha256: file.sha256, sizeBytes: file.sizeBytes }
  if (same) return { ...stored, outcome: 'SAME', recordId: same.id }
  const [before, ...others] = filed
  if (others.length > 0)
    return {
      field: 'file',
      problem: `has the name, type and year of ${filed.length} documents; replace the file of the one that is meant in the Document Center`,
    }
  try {
    const { mediaType, safety } = await acceptContent(examining, file)
    return { ...stored, mediaType, safety, outcome: before ? 'VERSION' : 'NEW', recordId: before?.id ?? null }
  } catch (cause) {
    if (!(cause instanceof AppError && (cause.code === 'unsupported_file' || cause.code === 'too_large'))) throw cause
    return { field: 'file', problem: cause.message }
  }
}
