/** Somebody must always be able to manage: the rule behind deactivating, demoting and taking rights away. */
import type { Trx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors.ts'

/**
 * An active manager who may change people (USERS 2) remains when this one leaves. Managers taken out at the same moment wait for each other here.
 * @throws AppError('forbidden')
 */
export async function keepAManager(trx: Trx, leaving: number): Promise<void> {
  const managers = await lockManagers(trx)
  const able = await trx
    .selectFrom('userPermission')
    .select('userId')
    .where('code', '=', 'USERS')
    .where('access', '=', 2)
    .where('userId', 'in', managers.length > 0 ? managers : [0])
    .execute()
  if (able.every(({ userId }) => userId === leaving))
    throw new AppError('forbidden', {
      message: 'This is the last active manager who may manage people. Give another manager the permission Users at level 2 first.',
    })
}

/** In the order of their ids, so that two changes never wait for each other both. */
export async function lockManagers(trx: Trx): Promise<number[]> {
  const rows = await trx
    .selectFrom('userAccount')
    .select('id')
    .where('role', '=', 'd')
    .where('status', '=', 1)
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map(({ id }) => id)
}
