/** The source of line 1 of Form 8925, beside what the portal knows of the year's questionnaire. */
import { form8925Reports, saveEmployeeCount } from '@corridor/contract/form-8925.ts'
import { type PlainDate, plainDate } from '@corridor/domain/primitives/period.ts'
import { readForm8925View } from '@corridor/domain/reports/form-8925/view.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { signedInAs } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'
import { buildQuestionnaire } from '../../test/questionnaires.ts'
import { buildReportWorld } from '../../test/report-world.ts'

const server = useServer()
const PERIOD = plainDate('2025-12-31')
const NOT_RETURNED = 'The annual questionnaire of the tax year had not been returned when this form was made.'

test('a form whose line 1 rests on a questionnaire that is still out says so, unless it was returned once or another source is given', async () => {
  const db = server.ownerDb
  const world = await buildReportWorld(server, { institutions: 1, policiesEach: 2, months: 2, period: PERIOD })
  const [institutionId = 0] = world.institutionIds
  const keeper = await signedInAs(db, 'b', { siteId: world.siteId, permissions: { INSTITUTIONS: 2 } })
  const state = async (source: string) => {
    const { updated } = await db.selectFrom('employeeCount').select(sql<string>`max(updated_at)`.as('updated')).executeTakeFirstOrThrow()
    const input = { id: institutionId, subsidary_id: null, taxYearEnd: PERIOD, employees: 118, source, updatedAt: updated }
    expect((await server.callAs(keeper, saveEmployeeCount, input)).status).toBe(200)
  }
  const said = async () => {
    const { body: batch } = await server.callAs(world.staff, form8925Reports.generateReports, {
      period: PERIOD,
      institutions: [{ id: institutionId, subsidary_id: null }],
      isRegenerating: true,
    })
    await world.make(batch.id)
    const { id } = await world.reportOf(institutionId)
    const view = readForm8925View((await server.callAs(world.staff, form8925Reports.getReport, { batch: batch.id, report: id })).body.view)
    return [view?.openItems.some(({ key }) => key === 'LINE_1_SOURCE'), view?.notes.some((note) => note.includes(NOT_RETURNED))]
  }
  const sha256 = '0'.repeat(64)
  await db.insertInto('storedFile').values({ sha256, sizeBytes: 3, mediaType: 'application/pdf' }).execute()
  const { id: clientId } = await db.selectFrom('userAccount').select('id').orderBy('id').executeTakeFirstOrThrow()

  await state('Annual Questionnaire 2025, 9 directors included')
  // Nothing is known of a year's questionnaire that the portal does not keep.
  const { questionnaireId } = await buildQuestionnaire(db, { institutionId, siteId: world.siteId }, clientId, sha256)
  const become = (over: { period?: PlainDate; reopenedAt?: string }) =>
    db.updateTable('questionnaire').set(over).where('id', '=', questionnaireId).execute()
  expect(await said()).toEqual([false, false])
  await become({ period: PERIOD })
  expect(await said()).toEqual([true, true])
  await state('Letter of January 12, 9 directors included')
  expect(await said()).toEqual([false, false])
  await state('Annual questionnaire 2025')
  // It was returned once: what is corrected in it now leaves what was signed.
  await become({ reopenedAt: '2026-02-20T16:00:00Z' })
  expect(await said()).toEqual([false, false])
})

test('the note on line 1 gives the day on which the questionnaire came back, and who recorded the number with its directors', async () => {
  const db = server.ownerDb
  const world = await buildReportWorld(server, { institutions: 1, policiesEach: 2, months: 2, period: PERIOD })
  const [institutionId = 0] = world.institutionIds
  const keeper = await signedInAs(db, 'b', { siteId: world.siteId, permissions: { INSTITUTIONS: 2 } })
  await db.updateTable('userAccount').set({ firstName: 'Dana', lastName: 'Reyes' }).where('role', '=', 'b').execute()
  const sha256 = '1'.repeat(64)
  await db.insertInto('storedFile').values({ sha256, sizeBytes: 3, mediaType: 'application/pdf' }).execute()
  const { id: clientId } = await db.selectFrom('userAccount').select('id').orderBy('id').executeTakeFirstOrThrow()
  const { questionnaireId } = await buildQuestionnaire(db, { institutionId, siteId: world.siteId }, clientId, sha256)
  // Ten in the evening of the fourteenth where the site is.
  await db
    .updateTable('questionnaire')
    .set({ period: PERIOD, status: 2, returnedAt: '2026-02-15T03:00:00Z', returnedBy: clientId })
    .where('id', '=', questionnaireId)
    .execute()
  const noteOn = async (source: string, updatedAt: string | null) => {
    const input = { id: institutionId, subsidary_id: null, taxYearEnd: PERIOD, employees: 166, source, updatedAt }
    expect((await server.callAs(keeper, saveEmployeeCount, input)).status).toBe(200)
    const orders = { period: PERIOD, institutions: [{ id: institutionId, subsidary_id: null }], isRegenerating: true }
    const { body: batch } = await server.callAs(world.staff, form8925Reports.generateReports, orders)
    await world.make(batch.id)
    const { id } = await world.reportOf(institutionId)
    const view = readForm8925View((await server.callAs(world.staff, form8925Reports.getReport, { batch: batch.id, report: id })).body.view)
    return view?.notes.find((note) => note.startsWith('Line 1:'))
  }
  const { updated } = await db
    .selectFrom('employeeCount')
    .select(sql<string | null>`max(updated_at) filter (where institution_id = ${institutionId})`.as('updated'))
    .executeTakeFirstOrThrow()
  expect(await noteOn('Annual questionnaire 2025, 9 directors included', updated)).toMatch(
    /^Line 1: Annual questionnaire 2025, returned 02\/14\/2026; recorded \d\d\/\d\d\/\d{4} by Dana Reyes, with 9 directors included\. /,
  )
  const { again } = await db
    .selectFrom('employeeCount')
    .select(sql<string>`max(updated_at) filter (where institution_id = ${institutionId})`.as('again'))
    .executeTakeFirstOrThrow()
  // Another source has nothing to do with the questionnaire’s return.
  expect(await noteOn('Letter of January 12', again)).toMatch(/^Line 1: Letter of January 12; recorded \d\d\/\d\d\/\d{4} by Dana Reyes\. /)
})
