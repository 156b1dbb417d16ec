/** Importing without a browser: what the command line, the demo and tests call. The same steps as over HTTP, recorded as the product's own doing. */

import type { Readable } from 'node:stream'
import type { PlainDate } from '@corridor/domain/primitives/period.ts'
import { recordSystemActivity } from '../../platform/audit-log/activity.ts'
import { inScope, type Scope } from '../../platform/http/scope.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { checkIfStale, type PostResult, postInTransaction } from './post-valuations.ts'
import { checkReceived, receiveFile } from './receive.ts'
import { expectCheck } from './run-check.ts'

/** Receives, reads and checks a file before it answers, whatever its size. `duplicateOf` is its own id when these bytes were there before. */
export async function importFile(
  kernel: Kernel,
  scope: Scope,
  file: { content: Readable | Buffer | { path: string }; fileName: string; carrierCode?: string | null; period?: PlainDate | null },
): Promise<{ id: number; duplicateOf: number | null }> {
  expectCheck()
  const received = await receiveFile(kernel, scope, file, (trx, event) => recordSystemActivity(trx, { ...event, siteId: scope.siteId }))
  await checkReceived(kernel, scope, received.id)
  return received
}

/** @throws AppError as the endpoint does: open_errors, period_locked, wrong_status, input */
export async function postFile(kernel: Kernel, scope: Scope, id: number, restatementReason?: string): Promise<PostResult> {
  await inScope(kernel.db, scope, (trx) => checkIfStale(kernel, scope, trx, id))
  return inScope(kernel.db, scope, (trx) =>
    postInTransaction(kernel, scope, trx, { id, restatementReason }, (event) =>
      recordSystemActivity(trx, { ...event, siteId: scope.siteId }),
    ),
  )
}
