/** The check of a file of which nothing is kept: what a source would bring in, with every finding, before anything is taken from it. */
import type { DryFinding } from '@corridor/contract/salesforce.ts'
import { sql } from 'kysely'
import { inScope, type Scope } from '../../platform/http/scope.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { checkInTransaction } from './check-in-transaction.ts'
import type { ReceivedContent } from './receive.ts'

/** @param path the bytes, on this machine @returns findings in the order of the lines, and why the file cannot be read at all */
export async function dryRun(
  kernel: Kernel,
  scope: Scope,
  path: string,
  { mapping, forms }: NonNullable<ReceivedContent['reading']>,
): Promise<{ findings: DryFinding[]; refusal: string | null }> {
  const found: { findings: DryFinding[]; refusal: string | null } = { findings: [], refusal: null }
  const undo = new Error('a dry run keeps nothing')
  try {
    await inScope(kernel.db, scope, async (trx) => {
      const file = await trx
        .insertInto('carrierFile')
        .values({
          siteId: scope.siteId,
          fileName: 'dry run',
          sha256: 'dry run',
          sizeBytes: 0,
          mediaType: 'text/csv',
          mappingSource: 'given',
          mapping: sql`${JSON.stringify(mapping)}::jsonb`,
          forms: sql`${JSON.stringify(forms)}::jsonb`,
        })
        .returningAll()
        .executeTakeFirstOrThrow()
      await checkInTransaction(kernel, scope, trx, file, path)
      found.findings = await trx
        .selectFrom('carrierFileFinding')
        .select(['lineNumber as line', 'columnName as column', 'value', 'severity', 'message'])
        .where('fileId', '=', file.id)
        .where('status', '=', 'OPEN')
        .orderBy(sql`line_number nulls first`)
        .orderBy('id')
        .execute()
      found.refusal = (await trx.selectFrom('carrierFile').select('failure').where('id', '=', file.id).executeTakeFirstOrThrow()).failure
      throw undo
    })
  } catch (cause) {
    if (cause !== undo) throw cause
  }
  return found
}
