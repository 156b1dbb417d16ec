/** Papers of an institution, beside the reports it has received, and the people who may open each. */
import { listInstitutionFiles } from '@corridor/contract/documents.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { signedInAs } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'
import { useHoldings } from '../../test/holdings.ts'

const server = useServer()
const book = useHoldings(() => server.ownerDb)

test('an institution’s page lists its papers beside its reports, and says what the reader may open', async () => {
  const { siteId, institutionId } = book
  const ask = async (permissions: Record<string, 1>) => {
    const cookie = await signedInAs(server.ownerDb, 'b', { siteId, permissions })
    const { status, body } = await server.callAs(cookie, listInstitutionFiles, { id: institutionId, sort: 'kind', desc: false })
    return status === 200 ? body.records.map(({ kind, id, mayOpen }) => [kind, id, mayOpen]) : status
  }
  expect(await ask({ INSTITUTIONS: 1 })).toEqual([
    ['document', book.documentId, false],
    ['report', book.clientReportId, false],
  ])
  expect(await ask({ DOCUMENT_CENTER: 1 })).toEqual([
    ['document', book.documentId, true],
    ['report', book.clientReportId, false],
  ])
  expect(await ask({ INSTITUTIONS: 1, CLIENT_REPORTS: 1 })).toContainEqual(['report', book.clientReportId, true])
  expect(await ask({ CLIENT_REPORTS: 1 })).toBe(403)
})

test('files of one day stand by their period, the newest first, and those of a later day before them', async () => {
  const { siteId, institutionId, clientReportId } = book
  const cookie = await signedInAs(server.ownerDb, 'b', { siteId, permissions: { INSTITUTIONS: 1 } })
  const paper = async (yearOverride: number, createdAt: string) =>
    (
      await sql<{ id: number }>`
        insert into client_report (institution_id, site_id, type_code, upload_name, year_override, name, display_name, extension, path, file_sha256, size_bytes, origin, created_at)
        select institution_id, site_id, type_code, ${`${yearOverride}-`} || upload_name, ${yearOverride}::int, name, display_name, extension, path, file_sha256, size_bytes, 'UPLOADED', ${createdAt}::timestamptz
        from client_report where id = ${clientReportId} and institution_id = ${institutionId} returning id`.execute(server.ownerDb)
    ).rows[0]?.id
  const old = await paper(2024, '2031-05-02T15:00:00Z')
  const recent = await paper(2030, '2031-05-02T14:00:00Z')
  const later = await paper(2023, '2031-05-03T14:00:00Z')
  const { body } = await server.callAs(cookie, listInstitutionFiles, { id: institutionId, kind: 'report' })
  expect(body.records.map(({ id }) => id)).toEqual([later, recent, old, clientReportId])
})
