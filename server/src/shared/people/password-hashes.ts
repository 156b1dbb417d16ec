/**
 * The one place that reads what passwords are compared with (docs/adr/0042): fixed statements on connections of their own, as the owner. The roles that
 * answer requests cannot read it, so that no mistake in any other statement can tell it.
 */
import type { Kernel } from '../../platform/kernel.ts'
import { verifyPassword } from '../../platform/security/passwords.ts'

type Hashes = Pick<Kernel, 'signInDb'>

/** @param userId 0 for nobody, and undefined while guesses are locked: the same work, and never right */
export async function isPasswordOf({ signInDb }: Hashes, userId: number | undefined, password: string): Promise<boolean> {
  const found = await signInDb
    .selectFrom('userAccount')
    .select('passwordHash')
    .where('id', '=', userId ?? 0)
    .executeTakeFirst()
  return verifyPassword(found?.passwordHash, password)
}

/** Whether it is the present password or one of those before, as many as `window` says with the present one. */
export async function wasPasswordOf({ signInDb }: Hashes, userId: number, password: string, window: number): Promise<boolean> {
  if (window === 0) return false
  const present = await signInDb.selectFrom('userAccount').select('passwordHash').where('id', '=', userId).execute()
  const former = await signInDb
    .selectFrom('passwordHistory')
    .select('passwordHash')
    .where('userId', '=', userId)
    .orderBy('id', 'desc')
    .limit(window - 1)
    .execute()
  for (const { passwordHash } of [...present, ...former])
    if (passwordHash !== null && (await verifyPassword(passwordHash, password))) return true
  return false
}
