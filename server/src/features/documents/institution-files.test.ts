/** Papers of an institution, beside the reports it has received, and the people who may open each. */
import { listInstitutionFiles } from '@corridor/contract/documents.ts'
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
