/** Whether a password may be taken: the settings' rules and, on the server alone, the commonest passwords, names everybody knows, and former ones. */
import { COMMON_PASSWORD, CONTEXT_PASSWORD, commonForms, holdsName, REUSED_PASSWORD } from '@corridor/domain/access/common-passwords.ts'
import { passwordViolations } from '@corridor/domain/access/password-policy.ts'
import { dictionary } from '@zxcvbn-ts/language-common'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { hashPassword } from '../../platform/security/passwords.ts'
import { wasPasswordOf } from './password-hashes.ts'

/** Every message that stands against it, all at once; empty when it will do. */
export async function passwordProblems(
  kernel: Pick<Kernel, 'signInDb'>,
  trx: Trx,
  userId: number,
  password: string,
  confirmation?: string,
): Promise<string[]> {
  const settings = await trx.selectFrom('settings').selectAll().executeTakeFirstOrThrow()
  const problems = passwordViolations(settings, password, confirmation)
  if (isCommon(password)) problems.push(COMMON_PASSWORD)
  if (holdsName(password, await selectNames(trx, userId))) problems.push(CONTEXT_PASSWORD)
  if (await wasPasswordOf(kernel, userId, password, settings.reusePasswords)) problems.push(REUSED_PASSWORD(settings.reusePasswords))
  return problems
}

/** Takes it: the database keeps the former one, as far back as any policy may look. */
export async function storePassword(trx: Trx, userId: number, password: string, now: Date): Promise<void> {
  await trx
    .updateTable('userAccount')
    .set({ passwordHash: await hashPassword(password), passwordChangedAt: now.toISOString() })
    .where('id', '=', userId)
    .execute()
  await trx
    .deleteFrom('passwordHistory')
    .where('userId', '=', userId)
    .where('id', 'not in', (kept) =>
      kept.selectFrom('passwordHistory').select('id').where('userId', '=', userId).orderBy('id', 'desc').limit(LONGEST_MEMORY),
    )
    .execute()
}

/** As far back as `reusePasswords` may be set. */
const LONGEST_MEMORY = 24

/** Case-folded already; 49,000 of them, the commonest first. */
const COMMON = new Set(dictionary['passwords-common'])
export const isCommon = (password: string): boolean => commonForms(password).some((form) => COMMON.has(form))

/** Values of the product, the person, and the sites and institutions that are theirs. */
async function selectNames(trx: Trx, userId: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select unnest(array[u.first_name, u.middle_name, u.last_name, u.email]) as name from user_account u where u.id = ${userId}
    union select unnest(array[s.name, s.display_name]) from site s join user_site us on us.site_id = s.id where us.user_id = ${userId}
    union select i.name from institution i where i.id = (select u.institution_id from user_account u where u.id = ${userId})
      or exists (select from user_institution ui where ui.user_id = ${userId} and ui.institution_id = i.id)`.execute(trx)
  return ['Corridor', ...rows.flatMap(({ name }) => (name ? [name] : []))]
}
