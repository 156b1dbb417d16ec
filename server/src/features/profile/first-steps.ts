/** First steps, each looked up where its work is kept, so that what was done elsewhere or by somebody else counts. */
import { getFirstSteps } from '@corridor/contract/profile.ts'
import { allows, isStaff } from '@corridor/domain/access/access.ts'
import { FIRST_STEP_CODES, FIRST_STEPS, type FirstStep, PROFILE_PARTS, type ProfilePart } from '@corridor/domain/sites/first-steps.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { asPerson } from '../../platform/database/as-person.ts'
import type { Trx } from '../../platform/database/database.ts'
import { rawRoute } from '../../platform/http/route.ts'
import { type Scope, visible } from '../../platform/http/scope.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { DEMO_ACCOUNTS } from '../../shared/people/demo-accounts.ts'

/** A step is left out where the answer is missing: it is none of this person's. */
type Done = Partial<Record<FirstStep, boolean>>

export function firstStepRoutes(app: FastifyInstance, kernel: Kernel): void {
  rawRoute(app, kernel, getFirstSteps, async ({ session, scope, transact }) => {
    // They are the person's own, and no matter of whoever looks through their eyes.
    if (session.actingAs) return { steps: [] }
    const { isHidden, lacks, ...own } = await asPerson(kernel.db, session.userId, (trx) => selectOwn(kernel, trx, session.userId))
    if (isHidden) return { steps: [] }
    const done: Done = isStaff(session.userRole)
      ? await transact(({ trx }) => selectOfSite(trx, scope))
      : { ...own, FIRST_READING: await transact(({ trx }) => selectHasRead(trx, scope, session.userId)) }
    const steps = FIRST_STEP_CODES.flatMap((code) => {
      const isDone = done[code]
      if (isDone === undefined || !allows(session, FIRST_STEPS[code].access)) return []
      return [code === 'PROFILE' && lacks.length > 0 ? { code, isDone, lacks } : { code, isDone }]
    })
    return { steps: steps.every(({ isDone }) => isDone) ? [] : steps }
  })
}

async function selectOwn({ configuration }: Kernel, trx: Trx, userId: number): Promise<Done & { isHidden: boolean; lacks: ProfilePart[] }> {
  const { rows } = await sql<{
    email: string
    isHidden: boolean
    hasPassword: boolean
    hasFactor: boolean
    title: string | null
    phone: string | null
  }>`
    select exists (select from person_setting s where s.user_id = u.id and s.first_steps_hidden_at is not null) as is_hidden,
      u.email, u.has_password, exists (select from mfa_method m where m.user_id = u.id) as has_factor, u.title, u.phone
    from user_account u where u.id = ${userId}`.execute(trx)
  const [found] = rows
  if (!found) return { isHidden: true, lacks: [] }
  const lacks = PROFILE_PARTS.filter((part) => found[part] === null)
  // The bank's own sign-in page asks for the bank's second factor, so none is set up here; and one of a demo account, whose password everybody reads on the
  // sign-in page, would shut out everybody else.
  const isShared = configuration.mode === 'demo' && DEMO_ACCOUNTS.some(({ email }) => email === found.email)
  const ownsFactor = found.hasPassword && !isShared
  return { isHidden: found.isHidden, lacks, PROFILE: lacks.length === 0, ...(ownsFactor ? { SECOND_FACTOR: found.hasFactor } : {}) }
}

async function selectOfSite(trx: Trx, { siteId }: Scope): Promise<Done> {
  const { rows } = await sql<{ logo: boolean; carriers: boolean; institutions: boolean; people: boolean; file: boolean; report: boolean }>`
    select exists (select from site where id = ${siteId} and logo_sha256 is not null) as logo,
      exists (select from carrier where status = 'ACTIVE') as carriers,
      exists (select from institution_site s join institution i on i.id = s.institution_id where s.site_id = ${siteId} and i.status = 'ACTIVE') as institutions,
      exists (select from user_site s join user_account u on u.id = s.user_id where s.site_id = ${siteId} and u.status = 1 and u.role in ('a', 'c', 'e')) as people,
      exists (select from carrier_file where site_id = ${siteId}) or exists (select from policy_valuation where site_id = ${siteId} and status = 'POSTED') as file,
      exists (select from report where site_id = ${siteId} and released_at is not null) as report`.execute(trx)
  const [found] = rows
  if (!found) return {}
  return {
    LOGO: found.logo,
    CARRIERS: found.carriers,
    INSTITUTIONS: found.institutions,
    PEOPLE: found.people,
    FILE: found.file,
    REPORT: found.report,
  }
}

async function selectHasRead(trx: Trx, scope: Scope, userId: number): Promise<boolean> {
  const { rows } = await sql`select from file_opening o where ${visible(scope, 'o')} and o.user_id = ${userId} limit 1`.execute(trx)
  return rows.length > 0
}
