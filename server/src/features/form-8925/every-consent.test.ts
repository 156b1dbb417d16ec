/** A form whose people lack consents, beside a questionnaire that says that every one is held. */
import { form8925Reports } from '@corridor/contract/form-8925.ts'
import { plainDate } from '@corridor/domain/primitives/period.ts'
import { readForm8925View } from '@corridor/domain/reports/form-8925/view.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useServer } from '../../test/call.ts'
import { buildReportWorld } from '../../test/report-world.ts'

const server = useServer()
const PERIOD = plainDate('2025-12-31')

test('a form says that the returned questionnaire of its year states every consent held, and no other questionnaire', async () => {
  const db = server.ownerDb
  const world = await buildReportWorld(server, { institutions: 1, policiesEach: 3, months: 2, period: PERIOD })
  const { siteId, staff, institutionIds } = world
  const [bank = 0] = institutionIds
  await sql`update membership set report_type_codes = array['EOL'] where site_id = ${siteId}`.execute(db)
  await sql`insert into report_type (code, name, display_order) values ('EOL', 'Form 8925', 5) on conflict do nothing`.execute(db)
  const openItem = async () => {
    const order = { period: PERIOD, institutions: [{ id: bank, subsidary_id: null }], isRegenerating: true }
    const { id: batch } = (await server.callAs(staff, form8925Reports.generateReports, order)).body
    await world.make(batch)
    const [report] = (await server.callAs(staff, form8925Reports.listReports, { batch })).body.records
    const { view } = (await server.callAs(staff, form8925Reports.getReport, { batch, report: report?.id ?? 0 })).body
    return readForm8925View(view)?.openItems.find(({ key }) => key === 'CONSENT')?.text ?? ''
  }
  await sql`insert into questionnaire_defaults (site_id, version, content) values (${siteId}, 1, '{}')`.execute(db)
  const { rows } = await sql<{ id: number }>`
    with b as (insert into questionnaire_batch (site_id, batch_name, period) values (${siteId}, 'Questionnaires', ${PERIOD}) returning id)
    insert into questionnaire (institution_id, site_id, batch_id, period, year, defaults_version, status, sent_at, returned_at)
    select ${bank}, ${siteId}, b.id, ${PERIOD}, 2025, 1, 2, now(), now() from b returning id`.execute(db)
  const [{ id } = { id: 0 }] = rows
  await sql`insert into questionnaire_answer (institution_id, questionnaire_id, question_code, row_key, site_id, value)
    values (${bank}, ${id}, 'consents-located', '', ${siteId}, 'false')`.execute(db)
  expect(await openItem()).toMatch(/without a valid consent \(\d+ policies\)\.$/)
  await sql`update questionnaire_answer set value = 'true' where questionnaire_id = ${id}`.execute(db)
  expect(await openItem()).toMatch(/ The questionnaire of 2025 states that every consent is held\.$/)
  await sql`update questionnaire set status = 1, book = '{}' where id = ${id}`.execute(db)
  expect(await openItem(), 'opened again').not.toContain('questionnaire')
})
