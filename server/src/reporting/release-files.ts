/** The PDF of a version as it reads where it stands: the stored one once it is released, else the same pages with another end (docs/adr/0041). */
import type { Release, ReportStamp } from '@corridor/domain/reports/heading.ts'
import type { StoredFile } from '../platform/files/file-store.ts'
import { AppError } from '../platform/http/errors.ts'
import { inScope, scopeOfSystem } from '../platform/http/scope.ts'
import { storedFile } from '../platform/http/send-file.ts'
import type { Kernel } from '../platform/kernel.ts'
import { familyOf } from './family.ts'
import { printedNow, renderMarks } from './pdf/pool.ts'
import { type DrawnMarks, marksFor } from './pdf/release-marks.ts'
import { markedAs, roomOf } from './pdf/stamps.ts'
import { readVersion, type VersionFile } from './versions.ts'

export async function pdfOf(kernel: Kernel, file: VersionFile): Promise<StoredFile | Buffer> {
  return file.release.standing === 'released'
    ? storedFile({ sha256: file.pdfSha256, sizeBytes: file.pdfSizeBytes })
    : pdfAs(kernel, file, file.release)
}

type PrintedVersion = Pick<VersionFile, 'institutionId' | 'reportId' | 'version' | 'siteId' | 'reportType' | 'stamp' | 'pdfSha256'>

/** The same version, the same release: the same bytes. @throws AppError not_found for a version without a paper */
export async function pdfAs(kernel: Kernel, version: PrintedVersion, release: Release): Promise<Buffer> {
  if (version.pdfSha256 === null) throw new AppError('not_found')
  const kept = await kernel.files.read(version.pdfSha256)
  return markedPdf(roomOf(kept) ? kept : await printedAnew(kernel, version), version.stamp, release)
}

/** The pages of a printed report with the stamp and the note of a release. @throws Error for pages that kept no room for them */
export async function markedPdf(file: Buffer, stamp: ReportStamp, release: Release): Promise<Buffer> {
  const place = roomOf(file)
  if (!place) throw new Error('a report was printed without room for its stamp')
  const { drawn, words } = marksFor(stamp, place, release)
  return markedAs(file, { ...words, drawing: await drawingOf(drawn) })
}

/** A paper that was printed before papers kept room for their stamp: its inputs print it again. */
async function printedAnew(kernel: Kernel, version: PrintedVersion): Promise<Buffer> {
  const scope = scopeOfSystem(version.siteId)
  const { snapshot } = await inScope(kernel.db, scope, (trx) => readVersion(trx, scope, version))
  return (await familyOf(version.reportType).print(snapshot, version.reportType, kernel.files)).bytes
}

/** A site has few stamps, and each of its drafts shows one of them. */
const drawings = new Map<string, Promise<Buffer>>()
const DRAWINGS_KEPT = 256

function drawingOf(marks: DrawnMarks): Promise<Buffer> {
  const key = JSON.stringify(marks)
  const known = drawings.get(key)
  if (known) return known
  if (drawings.size >= DRAWINGS_KEPT) drawings.clear()
  const drawing = printedNow(renderMarks(marks)).then(({ bytes }) => bytes)
  drawings.set(key, drawing)
  drawing.catch(() => drawings.delete(key))
  return drawing
}
