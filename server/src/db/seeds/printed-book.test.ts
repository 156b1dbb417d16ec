/** The book of printed papers (terms.ts): other banks under the numbers of the demo's. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useServer } from '../../test/call.ts'
import { loadDemo, seedDemo } from './demo.ts'
import { printedTerms } from './terms.ts'

const server = useServer()

test('a demo with other banks starts: nothing that is told of the demo’s own is planted in it, both last months are audited, and its reports are asked for', async () => {
  const terms = printedTerms(server.configuration.keys)
  const small = terms.institutions.map((bank) => ({ ...bank, boli: { ...bank.boli, policies: 3 } }))
  await loadDemo(server.ownerDb, server.kernel, { ...terms, institutions: small })
  await seedDemo(server.ownerDb, server.kernel)
  const { rows } = await sql<Record<'suppressed' | 'exceptions' | 'audited' | 'openings' | 'reports', number>>`
    select (select count(*)::int from audit_suppression) as suppressed,
      (select count(*)::int from audit_exception where period = '2026-09-30') as exceptions,
      (select count(*)::int from audit_run where site_id = 1) as audited,
      (select count(distinct year_end)::int from opening_balance) as openings,
      (select count(distinct institution_id)::int from report) as reports`.execute(server.ownerDb)
  expect(rows).toEqual([{ suppressed: 0, exceptions: 0, audited: 2, openings: 3, reports: 3 }])
})
