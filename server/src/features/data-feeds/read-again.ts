/** Reading a file once more after something about it changed: decisions and corrections are kept by line. */
import type { Trx } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/scope.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { checkInTransaction, type LockedFile } from './check-in-transaction.ts'
import { touch } from './counts.ts'
import { readCarrierFile } from './receive.ts'

/** Larger files are read again by a job. */
const AT_ONCE_ROWS = 20_000

/** @param file as it is stored by now, its row locked @returns whether it was checked at once, and its findings are those of this reading */
export async function readAgain(kernel: Kernel, scope: Scope, trx: Trx, file: LockedFile & { rowCount: number }): Promise<boolean> {
  await trx.updateTable('carrierFile').set({ status: 'RECEIVED', canceledBy: null }).where('id', '=', file.id).execute()
  if (file.rowCount <= AT_ONCE_ROWS) {
    await checkInTransaction(kernel, scope, trx, file)
    return true
  }
  await kernel.jobs.send(trx, readCarrierFile, { siteId: scope.siteId, fileId: file.id }, { singletonKey: String(file.id) })
  await touch(trx, file.id)
  return false
}
