/** Files for the tests of search: records of each kind with bytes in the store, and the job that reads them. */
import type { SearchKind } from '@corridor/contract/search.ts'
import { PDFDocument, StandardFonts } from 'pdf-lib'
import { readFiles } from '../features/search/extraction.ts'
import type { TestServer } from './call.ts'

export async function makePdf(...pages: string[]): Promise<Buffer> {
  const pdf = await PDFDocument.create()
  const font = await pdf.embedFont(StandardFonts.Helvetica)
  for (const text of pages) pdf.addPage().drawText(text, { x: 50, y: 700, size: 12, font })
  return Buffer.from(await pdf.save())
}

interface BuiltFile {
  kind: SearchKind
  siteId: number
  institutionId: number | null
  displayName: string
  content: Buffer
  extension?: string
  typeCode?: string
  carrierCode?: string | null
  safety?: 'TRUSTED' | 'PASSED' | 'HELD'
  userId?: number
}

/** @returns the record's id */
export async function buildFile(server: TestServer, file: BuiltFile): Promise<number> {
  const {
    kind,
    siteId,
    institutionId,
    displayName,
    content,
    extension = 'pdf',
    typeCode = 'MBR',
    carrierCode = null,
    safety = 'TRUSTED',
    userId = 0,
  } = file
  const { sha256, sizeBytes } = await server.kernel.files.put(content)
  const { ownerDb } = server
  await ownerDb
    .insertInto('storedFile')
    .values({ sha256, sizeBytes, mediaType: 'application/octet-stream', safety })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const stored = { siteId, extension, fileSha256: sha256, sizeBytes }
  const named = {
    typeCode,
    yearOverride: 2026,
    name: displayName,
    displayName,
    uploadName: `${displayName}.${extension}`,
    path: displayName,
    carrierCode,
  }
  const { id } =
    kind === 'DOCUMENT'
      ? await ownerDb
          .insertInto('document')
          .values({ ...stored, ...named, institutionId })
          .returning('id')
          .executeTakeFirstOrThrow()
      : kind === 'REPORT'
        ? await ownerDb
            .insertInto('clientReport')
            .values({ ...stored, ...named, institutionId: institutionId ?? 0 })
            .returning('id')
            .executeTakeFirstOrThrow()
        : await ownerDb
            .insertInto('bankUpload')
            .values({ ...stored, institutionId: institutionId ?? 0, userId, uploadBatch: crypto.randomUUID(), uploadName: displayName })
            .returning('id')
            .executeTakeFirstOrThrow()
  return id
}

/** Runs the job to its end, as a worker would. */
export const readAll = ({ kernel }: TestServer): Promise<void> =>
  readFiles.run(kernel, {}, { id: 'test', attempt: 1, lastAttempt: false, signal: new AbortController().signal })
