/** Whether a password may be taken: the settings' rules and, on the server alone, the commonest passwords, names everybody knows, and former ones. */
import { COMMON_PASSWORD, CONTEXT_PASSWORD, commonForms, holdsName, REUSED_PASSWORD } from '@corridor/domain/guessable-passwords.ts'
import { passwordViolations } from '@corridor/domain/password-policy.ts'
import { dictionary } from '@zxcvbn-ts/language-common'
import { sql } from 'kysely'
import type { Trx } from './database.ts'
import { hashPassword, verifyPassword } from './passwords.ts'

/** Every message that stands against it, all at once; empty when it will do. */
export async function passwordProblems(trx: Trx, userId: number, password: string, confirmation?: string): Promise<string[]> {
  const settings = await trx.selectFrom('settings').selectAll().executeTakeFirstOrThrow()
  const problems = passwordViolations(settings, password, confirmation)
  if (isCommon(password)) problems.push(COMMON_PASSWORD)
  if (holdsName(password, await selectNames(trx, userId))) problems.push(CONTEXT_PASSWORD)
  if (await isReused(trx, userId, password, settings.reusePasswords)) problems.push(REUSED_PASSWORD(settings.reusePasswords))
  return problems
}

/** Takes it: the former one is kept as far back as any policy may look. */
export async function storePassword(trx: Trx, userId: number, password: string, now: Date): Promise<void> {
  const { passwordHash } = await trx.selectFrom('userAccount').select('passwordHash').where('id', '=', userId).executeTakeFirstOrThrow()
  const at = now.toISOString()
  if (passwordHash !== null) await trx.insertInto('passwordHistory').values({ userId, passwordHash, replacedAt: at }).execute()
  await trx
    .deleteFrom('passwordHistory')
    .where('userId', '=', userId)
    .where('id', 'not in', (kept) =>
      kept.selectFrom('passwordHistory').select('id').where('userId', '=', userId).orderBy('id', 'desc').limit(LONGEST_MEMORY),
    )
    .execute()
  await trx
    .updateTable('userAccount')
    .set({ passwordHash: await hashPassword(password), passwordChangedAt: at })
    .where('id', '=', userId)
    .execute()
}

/** As far back as `reusePasswords` may be set. */
const LONGEST_MEMORY = 24

/** Case-folded already; 49,000 of them, the commonest first. */
const COMMON = new Set(dictionary['passwords-common'])
export const isCommon = (password: string): boolean => commonForms(password).some((form) => COMMON.has(form))

/** Of the product, the person, and the sites and institutions that are theirs. */
async function selectNames(trx: Trx, userId: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select unnest(array[u.first_name, u.middle_name, u.last_name, u.email]) as name from user_account u where u.id = ${userId}
    union select unnest(array[s.name, s.display_name]) from site s join user_site us on us.site_id = s.id where us.user_id = ${userId}
    union select i.name from institution i where i.id = (select u.institution_id from user_account u where u.id = ${userId})
      or exists (select from user_institution ui where ui.user_id = ${userId} and ui.institution_id = i.id)`.execute(trx)
  return ['Corridor', ...rows.flatMap(({ name }) => (name ? [name] : []))]
}

/** The present password is the last of the window. */
async function isReused(trx: Trx, userId: number, password: string, window: number): Promise<boolean> {
  if (window === 0) return false
  const present = await trx.selectFrom('userAccount').select('passwordHash').where('id', '=', userId).executeTakeFirst()
  const former = await trx
    .selectFrom('passwordHistory')
    .select('passwordHash')
    .where('userId', '=', userId)
    .orderBy('id', 'desc')
    .limit(window - 1)
    .execute()
  for (const { passwordHash } of [...(present ? [present] : []), ...former])
    if (passwordHash !== null && (await verifyPassword(passwordHash, password))) return true
  return false
}
