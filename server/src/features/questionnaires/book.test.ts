/** The register as a questionnaire asks about it. */
import { plainDate } from '@corridor/domain/primitives/period.ts'
import { expect, test } from 'vitest'
import { inScope, scopeOfSystem } from '../../platform/http/scope.ts'
import { useServer } from '../../test/call.ts'
import { useQuestionnaires } from '../../test/questionnaire-world.ts'
import { readBook } from './book.ts'

const server = useServer()
const { world } = useQuestionnaires(server)

test('people without a signed consent are those whom Form 8925 finds without one: held since section 101(j), nothing signed', async () => {
  const { siteId, institutionId, insuredId } = world
  const db = server.ownerDb
  const read = () =>
    inScope(server.kernel.db, scopeOfSystem(siteId), (trx) => readBook(trx, siteId, institutionId, plainDate('2026-11-21')))
  const missing = async () => (await read()).withoutConsent?.map(({ name }) => name)
  const needed = async () => (await read()).needConsent
  const policy = (changes: object) => db.updateTable('policy').set(changes).where('insuredId', '=', insuredId).execute()

  await policy({ issueDate: plainDate('2006-08-17') })
  expect(await missing(), 'issued on the last day outside section 101(j)').toEqual([])
  const before = (await needed()) ?? 0
  await policy({ issueDate: plainDate('2006-08-18') })
  expect(await missing()).toEqual(['Dan Dorn'])
  expect(await needed()).toBe(before + 1)
  await policy({ isSection1035Replacement: true, replacedIssueDate: plainDate('2004-03-01') })
  expect(await missing(), 'in exchange for an older policy').toEqual([])
  await policy({ materialChange: true })
  expect(await missing(), 'and changed since').toEqual(['Dan Dorn'])

  const consent = { siteId, institutionId, insuredId, noticeDate: plainDate('2006-08-01') }
  await db
    .insertInto('consent')
    .values({ ...consent, consentDate: null })
    .execute()
  expect(await missing(), 'notified and not signed').toEqual(['Dan Dorn'])
  await db
    .insertInto('consent')
    .values({ ...consent, consentDate: plainDate('2006-08-02') })
    .execute()
  expect(await missing()).toEqual([])
  expect(await needed(), 'whoever has signed still counts').toBe(before + 1)
})
