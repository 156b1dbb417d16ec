/** `prepare` fills a database with the large book; `audit` audits its last month as the job does and tells time and memory; `pass` lets PostgreSQL add up the same month. */
import { plainDate } from '@corridor/domain/primitives/period.ts'
import { seedLarge } from '@corridor/server/db/seeds/large.ts'
import { readConfiguration } from '@corridor/server/platform/configuration.ts'
import { connect } from '@corridor/server/platform/database/database.ts'
import { auditWholeMonth, runAudit } from '@corridor/server/shared/auditing/audit-run.ts'
import { createKernel } from '@corridor/server/start/create-kernel.ts'
import { sql } from 'kysely'

const [what, ownerUrl = '', appUrl = '', folder = '', size = '0'] = process.argv.slice(2)
/** The last month of the large book, and its portal. */
const period = plainDate('2026-09-30')
const siteId = 1
const tell = (message: object) => process.send?.(message, () => process.exit(0))

if (what === 'prepare') {
  await seedLarge(ownerUrl, { institutions: Math.ceil(Number(size) / 200), policiesEach: 200 })
  tell({})
} else if (what === 'audit') {
  const { kernel, close } = await createKernel(readConfiguration({ DATA_DIR: folder }), {
    ownerUrl,
    appUrl,
    // The job is known as always, and this program does its work.
    definitions: [{ ...runAudit, run: async () => {} }],
    log: { info: () => {}, error: () => {} },
  })
  const { id } = await kernel.ownerDb.insertInto('auditRun').values({ siteId, period }).returning('id').executeTakeFirstOrThrow()
  const before = process.memoryUsage.rss()
  let peak = before
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss())
  }, 10)
  const cpu = process.cpuUsage()
  const started = performance.now()
  const totals = await auditWholeMonth(kernel, siteId, id)
  const seconds = (performance.now() - started) / 1000
  const used = process.cpuUsage(cpu)
  clearInterval(timer)
  const { rows } = await sql<{ asked: number }>`
    select coalesce(sum(n.value::int), 0)::int as asked from audit_coverage c cross join jsonb_each_text(c.asked) n where c.period = ${period}`.execute(
    kernel.ownerDb,
  )
  await close()
  if (!totals) throw new Error('nothing was audited')
  tell({
    ...totals,
    seconds,
    asked: rows[0]?.asked ?? 0,
    cpuSeconds: (used.user + used.system) / 1e6,
    before: before / 1e6,
    peak: peak / 1e6,
  })
} else {
  const { db, close } = connect(ownerUrl)
  const pass = () =>
    sql`select sum(v.cash_surrender_value_cents), sum(v.death_benefit_cents), sum(v.interest_credited_cents), sum(v.cost_of_insurance_cents)
      from policy_valuation v join policy p on p.institution_id = v.institution_id and p.id = v.policy_id
      where v.site_id = ${siteId} and v.as_of_date = ${period} and v.status = 'POSTED'`.execute(db)
  await pass()
  const started = performance.now()
  await pass()
  const seconds = (performance.now() - started) / 1000
  await close()
  tell({ seconds })
}
