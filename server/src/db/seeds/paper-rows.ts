/** The demo's papers as rows and bytes: who handed them in, their versions, what the demo's client opened, and what the portal announces. */
import { createHash } from 'node:crypto'
import { kindOfExtension } from '@corridor/domain/files/accepted-kinds.ts'
import { documentPath, VENDOR_CODE } from '@corridor/domain/files/document-paths.ts'
import { titleOfReport } from '@corridor/domain/files/report-file-names.ts'
import { plainDate } from '@corridor/domain/primitives/period.ts'
import { MANAGER_ID, STAFF_ID } from './accounts.ts'
import { CARRIERS } from './carriers.ts'
import type { SeedPolicy } from './holdings.ts'
import type { InstitutionTerms } from './institution-terms.ts'
import type { Bank } from './paper-facts.ts'
import type { Paper } from './paper-kinds.ts'
import { institutionDocuments, sharedDocuments } from './paper-shared.ts'
import { bankUploads, boliReports, coliReports } from './papers.ts'
import { type Book, emptyBook } from './rows.ts'

/** @param book what the papers speak of and point at  @returns rows to load after it, and the files' bytes */
export async function demoPapers(
  book: Book,
  policies: ReadonlyMap<InstitutionTerms, readonly SeedPolicy[]>,
): Promise<{ rows: Book; contents: Buffer[] }> {
  const rows = emptyBook()
  const contents = new Map<string, Buffer>()
  const keep = async (paper: Pick<Paper, 'extension' | 'make'>) => {
    const content = await paper.make()
    const sha256 = createHash('sha256').update(content).digest('hex')
    const mediaType = kindOfExtension(paper.extension)?.mediaType
    if (!mediaType) throw new Error(`papers are not made as ${paper.extension}`)
    if (!contents.has(sha256))
      rows.storedFile.push({ sha256, sizeBytes: content.length, mediaType, safety: 'PASSED', safetyReason: null, checkedAt: null })
    contents.set(sha256, content)
    return { fileSha256: sha256, sizeBytes: content.length, extension: paper.extension }
  }
  /** The row's own columns of its file, and a row for each content it had. */
  const withVersions = async (paper: Paper, uploadName: string, createdBy: number, siteId: number) => {
    const all = [...(paper.earlier ?? []), { at: paper.at, make: paper.make }]
    const versions = []
    for (const [index, { at, make }] of all.entries()) {
      const file = await keep({ extension: paper.extension, make })
      versions.push({ version: index + 1, siteId, uploadName, ...file, createdBy, createdAt: at })
    }
    const last = versions.at(-1)
    const [first] = versions
    if (!last || !first) throw new Error(`${uploadName} has no content`)
    const { fileSha256, sizeBytes, version } = last
    return { versions, of: { fileSha256, sizeBytes, version, createdAt: first.createdAt, updatedAt: last.createdAt } }
  }

  const addReport = async (bank: Bank, paper: Paper) => {
    const { typeCode, year, name, extension } = paper
    const uploadName = `${bank.id}-${typeCode}-${String(year % 100).padStart(2, '0')}-${name}.${extension}`
    const id = rows.clientReport.length + 1
    const { versions, of } = await withVersions(paper, uploadName, bank.signer.id, bank.siteId)
    rows.clientReport.push({
      institutionId: bank.id,
      id,
      siteId: bank.siteId,
      typeCode,
      uploadName,
      yearOverride: year,
      name,
      displayName: titleOfReport(name),
      extension,
      path: `/clients/${bank.id}/reports/${year}/${typeCode}/${uploadName}`,
      origin: 'UPLOADED',
      createdBy: bank.signer.id,
      ...of,
    })
    rows.clientReportVersion.push(...versions.map((version) => ({ institutionId: bank.id, clientReportId: id, ...version })))
    return { id, at: paper.at }
  }
  const addDocument = async (
    siteId: 1 | 2,
    owner: { institutionId: number | null; carrierCode: string | null; vendorName: string | null },
    paper: Paper,
    createdBy: number,
  ) => {
    const { typeCode, year, name, extension } = paper
    const uploadName = `${owner.institutionId ?? owner.carrierCode}-${typeCode}-${String(year % 100).padStart(2, '0')}-${name}.${extension}`
    const id = rows.document.length + 1
    const { versions, of } = await withVersions(paper, uploadName, createdBy, siteId)
    rows.document.push({
      id,
      siteId,
      ...owner,
      typeCode,
      uploadName,
      yearOverride: year,
      name,
      displayName: titleOfReport(name),
      description: null,
      extension,
      path: documentPath({ id, ...owner, typeCode, yearOverride: year, uploadName }),
      createdBy,
      ...of,
    })
    rows.documentVersion.push(...versions.map((version) => ({ documentId: id, ...version })))
  }

  for (const [terms, held] of policies) {
    for (const siteId of terms.coli ? ([1, 2] as const) : ([1] as const)) {
      const bank = bankOf(book, terms, siteId, held)
      const reports = []
      for (const paper of siteId === 1 ? boliReports(bank) : coliReports(bank)) reports.push(await addReport(bank, paper))
      for (const paper of institutionDocuments(bank))
        await addDocument(siteId, { institutionId: bank.id, carrierCode: null, vendorName: null }, paper, bank.signer.id)
      if (siteId === 2) continue
      const client = book.userAccount.find(({ institutionId, role }) => institutionId === bank.id && role === 'c')?.id
      if (client === undefined) continue
      await addUploads(rows, bank, client, keep)
      // The bank's officer was here first on October 2: files that came since are new to them.
      rows.siteVisit.push({ userId: client, siteId, institutionId: bank.id, beganAt: FIRST_VISIT })
      const opened = { institutionId: bank.id, siteId, userId: client, kind: 'REPORT' as const, times: 1 }
      rows.fileOpening.push(
        ...reports
          .filter(({ at, id }) => at < FIRST_VISIT && id % 3 !== 0)
          .map(({ id }) => ({ ...opened, fileId: id, firstOpenedAt: FIRST_VISIT, lastOpenedAt: FIRST_VISIT })),
      )
    }
  }
  for (const siteId of [1, 2] as const) {
    const signer = signerOf(book, STAFF_ID)
    for (const { carrierCode, vendorName, ...paper } of sharedDocuments(siteId, signer))
      await addDocument(
        siteId,
        { institutionId: null, carrierCode, vendorName: carrierCode === VENDOR_CODE ? vendorName : null },
        paper,
        STAFF_ID,
      )
  }
  rows.announcement.push(...ANNOUNCEMENTS)
  return { rows, contents: [...contents.values()] }
}

const FIRST_VISIT = '2026-10-02T13:45:00.000Z'

async function addUploads(
  rows: Book,
  bank: Bank,
  userId: number,
  keep: (paper: Pick<Paper, 'extension' | 'make'>) => Promise<{ fileSha256: string; sizeBytes: number; extension: string }>,
): Promise<void> {
  for (const { name, at, status, note, ...paper } of bankUploads(bank)) {
    const id = rows.bankUpload.length + 1
    rows.bankUpload.push({
      institutionId: bank.id,
      id,
      siteId: bank.siteId,
      userId,
      uploadBatch: `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`,
      note,
      uploadName: `${name}.${paper.extension}`,
      ...(await keep(paper)),
      status,
      takenBy: status === 'TAKEN' ? bank.signer.id : null,
      takenAt: status === 'TAKEN' ? at.replace('T15', 'T17') : null,
      withdrawnBy: status === 'WITHDRAWN' ? userId : null,
      withdrawnAt: status === 'WITHDRAWN' ? at.replace('T15', 'T16') : null,
      toldAt: at,
      createdAt: at,
      updatedAt: at,
    })
  }
}

function bankOf(book: Book, terms: InstitutionTerms, siteId: 1 | 2, held: readonly SeedPolicy[]): Bank {
  const contact = book.userAccount.find(({ institutionId, role }) => institutionId === terms.id && role === 'c')
  if (!contact) throw new Error(`nobody of ${terms.name} can be written to`)
  return {
    id: terms.id,
    siteId,
    name: terms.name,
    legalName: terms.legalName,
    city: terms.city,
    stateCode: terms.stateCode,
    contact: { name: `${contact.firstName} ${contact.lastName}`, title: contact.title ?? '' },
    signer: signerOf(book, terms.relationshipOwnerId ?? STAFF_ID),
    limits: terms.limits,
    policies: held.filter((policy) => policy.siteId === siteId),
    carrierName: (code) => CARRIERS.find((carrier) => carrier.code === code)?.shortName ?? code,
  }
}

function signerOf(book: Book, id: number): Bank['signer'] {
  const person = book.userAccount.find((user) => user.id === id)
  if (!person) throw new Error(`there is no person ${id}`)
  return { id, name: `${person.firstName} ${person.lastName}`, title: person.title ?? '' }
}

const ANNOUNCED = {
  createdBy: MANAGER_ID,
  siteIds: [],
  institutionIds: [],
  dismissible: true,
  createdAt: '2026-10-01T14:00:00.000Z',
  updatedAt: '2026-10-01T14:00:00.000Z',
}
const ANNOUNCEMENTS: Book['announcement'] = [
  {
    ...ANNOUNCED,
    id: 1,
    title: 'Annual questionnaires are open',
    body: 'Please [send your census](/bank-uploads) and [answer the annual questionnaire](/questionnaires/annual) by January 29, so that the reviews reach your board in February.',
    level: 'INFO',
    roles: ['a', 'c', 'e'],
    startsOn: plainDate('2026-10-15'),
    endsOn: plainDate('2027-01-15'),
    status: 'ACTIVE',
  },
  {
    ...ANNOUNCED,
    id: 2,
    title: 'The portal rests on Sunday night',
    body: 'From 10 p.m. to 11 p.m. Eastern Time no one can sign in.',
    level: 'WARNING',
    roles: [],
    startsOn: plainDate('2026-09-12'),
    endsOn: plainDate('2026-09-13'),
    status: 'ACTIVE',
  },
  {
    ...ANNOUNCED,
    id: 3,
    title: 'New names of uploaded files',
    body: 'Client reports are named institution-type-year-name. The upload page says what is wrong with a name before anything is sent.',
    level: 'INFO',
    roles: ['b', 'd'],
    startsOn: plainDate('2026-08-03'),
    endsOn: null,
    status: 'INACTIVE',
  },
]
