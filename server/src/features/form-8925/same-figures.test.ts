/** A preparer recalculates the form: for generated registers, screen, PDF, XLSX, CSV and SQL tell the same lines to the person and the cent. */
import { downloadWorkbooks, form8925Reports } from '@corridor/contract/form-8925.ts'
import { cents, formatAmount } from '@corridor/domain/primitives/money.ts'
import { addDays, type PlainDate, plainDate } from '@corridor/domain/primitives/period.ts'
import { type Form8925View, readForm8925View } from '@corridor/domain/reports/form-8925/view.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import papaparse from 'papaparse'
import { expect, test } from 'vitest'
import { useServer } from '../../test/call.ts'
import { pdfText, workbookOf } from '../../test/report-files.ts'
import { buildReportWorld } from '../../test/report-world.ts'

const server = useServer()
const RUNS = Number(process.env.FIGURE_RUNS ?? 8)
const PERIOD = plainDate('2025-12-31')
const day = plainDate

const story = fc.record({
  /** Several policies may be on one person. */
  person: fc.integer({ min: 0, max: 9 }),
  issued: fc.constantFrom(day('2003-05-01'), day('2006-08-17'), day('2006-08-18'), day('2016-06-15'), day('2025-10-01'), day('2026-02-01')),
  replaced: fc.constantFrom(null, null, day('2001-01-01'), day('2009-01-01')),
  materialChange: fc.boolean(),
  ended: fc.constantFrom(null, null, null, day('2025-03-31'), day('2026-03-31')),
  benefit: fc.integer({ min: 1, max: 9_000_000_00 }),
})
const person = fc.record({
  role: fc.constantFrom('EMPLOYEE', 'OFFICER', 'DIRECTOR', 'FORMER_DIRECTOR'),
  left: fc.constantFrom(null, null, day('2024-06-30'), PERIOD, day('2026-01-31')),
  died: fc.constantFrom(null, null, null, day('2025-11-11'), day('2026-01-11')),
  /** Days from the consent to the issue of 2016-06-15; null is no consent. */
  consentDays: fc.constantFrom(null, 30, 0, -14, 400),
  disclosed: fc.integer({ min: 1_000_000_00, max: 20_000_000_00 }),
})
type Story = typeof story extends fc.Arbitrary<infer One> ? One : never
type Person = typeof person extends fc.Arbitrary<infer One> ? One : never

test('screen, PDF, XLSX, CSV and SQL agree', { timeout: 240_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(story, { minLength: 1, maxLength: 25 }),
      fc.array(person, { minLength: 10, maxLength: 10 }),
      fc.option(fc.integer({ min: 0, max: 4000 }), { nil: null }),
      async (stories, people, employees) => {
        const world = await buildReportWorld(server, {
          institutions: 1,
          policiesEach: Math.max(stories.length, 10),
          months: 1,
          period: PERIOD,
        })
        const [institutionId = 0] = world.institutionIds
        await tell(world.siteId, institutionId, stories, people, employees)
        const batchId = await world.startDirectly({ reportType: 'C8925Report' })
        await world.make(batchId)
        const { id, status } = await world.reportOf(institutionId)
        // Nothing held at the year's end, and nothing that ended in the year.
        if (stories.every(({ issued }) => issued > PERIOD)) {
          expect(status).toBe('Failed')
          return
        }
        expect(status).toBe('Ready')
        const { body } = await server.callAs(world.staff, form8925Reports.getReport, { batch: batchId, report: id })
        const view = readForm8925View(body.view)
        if (!view) throw new Error('no view')
        const { insured, amount } = await linesInSql(institutionId)
        expect([view.lines.line1, view.lines.line2, view.lines.line3]).toEqual([employees, insured, amount])
        expect(body.report).toMatchObject({ employees, insuredEmployees: insured, insuranceInForceCents: amount })
        const file = async (format: 'pdf' | 'csv') =>
          (await server.callAs(world.staff, form8925Reports.downloadReports, { batch: batchId, reportIds: String(id), format })).bytes
        compareWithText(view, await pdfText(await file('pdf')))
        await compareWithWorkbook(
          view,
          (await server.callAs(world.staff, downloadWorkbooks, { batch: batchId, reportIds: String(id) })).bytes,
        )
        compareWithCsv(view, (await file('csv')).toString())
      },
    ),
    { numRuns: RUNS, seed: Number(process.env.FIGURE_SEED ?? 20251231) },
  )
})

async function tell(siteId: number, institutionId: number, stories: readonly Story[], people: readonly Person[], employees: number | null) {
  const db = server.ownerDb
  await sql`delete from policy_valuation where institution_id = ${institutionId}`.execute(db)
  const insureds = await db.selectFrom('insured').select('id').where('institutionId', '=', institutionId).orderBy('id').execute()
  const policies = await db.selectFrom('policy').select('id').where('institutionId', '=', institutionId).orderBy('id').execute()
  for (const [index, { role, left, died, consentDays, disclosed }] of people.entries()) {
    const insuredId = insureds[index]?.id ?? 0
    const [status, since] = died ? (['DECEASED', died] as const) : left ? (['RETIRED', left] as const) : (['ACTIVE', null] as const)
    await sql`update insured set insured_role = ${role}, employment_status = ${status}, employment_status_date = ${since}, date_of_death = ${died}
      where institution_id = ${institutionId} and id = ${insuredId}`.execute(db)
    if (consentDays !== null)
      await sql`insert into consent (institution_id, site_id, insured_id, notice_date, consent_date, max_face_disclosed_cents, continue_after_termination, beneficiary_disclosed, kept_at)
        values (${institutionId}, ${siteId}, ${insuredId}, ${addDays(day('2016-06-15'), -consentDays)}, ${addDays(day('2016-06-15'), -consentDays)}, ${disclosed}, true, true, 'Vault')`.execute(
        db,
      )
  }
  for (const [index, { id }] of policies.entries()) {
    const one = stories[index]
    if (!one) {
      await sql`delete from policy_status_history where institution_id = ${institutionId} and policy_id = ${id}`.execute(db)
      await sql`delete from policy where institution_id = ${institutionId} and id = ${id}`.execute(db)
      continue
    }
    const insuredId = insureds[one.person]?.id ?? 0
    await sql`update policy set insured_id = ${insuredId}, issue_date = ${one.issued}, is_section1035_replacement = ${one.replaced !== null}, replaced_issue_date = ${one.replaced},
      material_change = ${one.materialChange} where institution_id = ${institutionId} and id = ${id}`.execute(db)
    const ended = endOf(one)
    if (ended !== null)
      await sql`update policy set policy_status = 'SURRENDERED', status_date = ${ended} where institution_id = ${institutionId} and id = ${id}`.execute(
        db,
      )
    if (one.issued <= PERIOD && (ended === null || ended > PERIOD))
      await sql`insert into policy_valuation (institution_id, policy_id, as_of_date, site_id, cash_surrender_value_cents, death_benefit_cents)
        values (${institutionId}, ${id}, ${PERIOD}, ${siteId}, 100, ${one.benefit})`.execute(db)
  }
  if (employees !== null)
    await sql`insert into employee_count (institution_id, tax_year_end, employees, source) values (${institutionId}, ${PERIOD}, ${employees}, 'Letter of the bank')`.execute(
      db,
    )
}

/** A policy never ends before it begins. */
const endOf = ({ issued, ended }: Story): PlainDate | null => (ended !== null && ended > issued ? ended : null)

/** Lines 2 and 3 straight from the tables, by other means than the snapshot's. */
async function linesInSql(institutionId: number): Promise<{ insured: number; amount: number }> {
  const { rows } = await sql<{ insured: number; amount: number }>`
    select count(distinct s.id)::int as insured, coalesce(sum(v.death_benefit_cents), 0)::bigint as amount
    from policy_valuation v join policy p on p.institution_id = v.institution_id and p.id = v.policy_id join insured s on s.institution_id = p.institution_id and s.id = p.insured_id
    where v.institution_id = ${institutionId} and v.as_of_date = ${PERIOD} and p.issue_date > '2006-08-17'
      and not (p.is_section1035_replacement and not p.material_change and coalesce(p.replaced_issue_date <= '2006-08-17', false))
      and coalesce(s.date_of_death > ${PERIOD}, true)
      and not (s.employment_status = 'RETIRED' and s.employment_status_date <= ${PERIOD})
      and not (s.insured_role = 'FORMER_DIRECTOR' and coalesce(s.employment_status_date <= ${PERIOD}, true))`.execute(server.ownerDb)
  return rows[0] ?? { insured: -1, amount: -1 }
}

function compareWithText({ schedule, lines, form }: Form8925View, text: string): void {
  const words = new Set(text.split(/\s+/))
  const figures = [
    ...schedule.rows.flatMap(({ cells }) => [
      String(cells.policyNumber),
      ...(typeof cells.deathBenefit === 'number' ? [formatAmount(cents(cells.deathBenefit))] : []),
    ]),
    ...form.flatMap(({ line, text: entry }) => (entry === '' || line === '4a' ? [] : [entry])),
    formatAmount(lines.line3),
  ]
  expect(figures.filter((figure) => !words.has(figure))).toEqual([])
}

async function compareWithWorkbook(view: Form8925View, bytes: Buffer): Promise<void> {
  const workbook = await workbookOf(bytes)
  expect(workbook.worksheets[1]?.name).toBe('Schedule')
  const sheet = workbook.worksheets[1]
  const labels = view.schedule.columns.map(({ label }) => label)
  const rows: unknown[][] = []
  sheet?.eachRow((row, number) => {
    if (number === 1) expect(labels.map((_, index) => row.getCell(index + 1).text)).toEqual(labels)
    else rows.push(labels.map((_, index) => row.getCell(index + 1)).map((cell) => (cell.formula ? cell.result : cell.value)))
  })
  const place = (key: string) => view.schedule.columns.findIndex((column) => column.key === key)
  const asCents = (value: unknown) => (typeof value === 'number' ? Math.round(value * 100) : null)
  expect(rows.slice(0, -1).map((row) => [row[place('policyNumber')], row[place('inScope')], asCents(row[place('deathBenefit')])])).toEqual(
    view.schedule.rows.map(({ cells }) => [cells.policyNumber, cells.inScope, cells.deathBenefit]),
  )
  expect(asCents(rows.at(-1)?.[place('line3')])).toBe(view.lines.line3)
  const elements = new Map<string, unknown>()
  workbook.getWorksheet('E-file data')?.eachRow((row) => elements.set(row.getCell(1).text, row.getCell(2).value))
  expect([
    elements.get('EndOfYearEmployeesQty'),
    elements.get('EndOfYearEmployeesInsuredQty'),
    asCents(elements.get('TotalEOYInsuranceAmt')),
  ]).toEqual([view.lines.line1, view.lines.line2, view.lines.line3])
}

function compareWithCsv({ schedule, lines }: Form8925View, text: string): void {
  const [labels = [], ...rows] = papaparse.parse<string[]>(text.replace(/^\uFEFF/, ''), { skipEmptyLines: true }).data
  const at = (row: string[], key: string) => row[labels.indexOf(schedule.columns.find((column) => column.key === key)?.label ?? '')] ?? ''
  expect(rows.map((row) => at(row, 'policyNumber'))).toEqual(schedule.rows.map(({ cells }) => cells.policyNumber))
  const sum = rows.reduce((total, row) => total + Math.round(Number(at(row, 'line3') || 0) * 100), 0)
  expect(sum).toBe(lines.line3)
}
