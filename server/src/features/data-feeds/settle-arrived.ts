/** A file that no person uploaded: posted when nothing stands against it and its carrier allows that, else somebody is told that it waits and why. */
import { counted } from '@corridor/domain/primitives/counted.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { recordSystemActivity } from '../../platform/audit-log/activity.ts'
import type { Trx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors.ts'
import { inScope, type Scope, scopeOfSystem } from '../../platform/http/scope.ts'
import type { JobDefinition, Kernel } from '../../platform/kernel.ts'
import { tellOfArrival } from './arrival-mails.ts'
import { arrivalInWords } from './arrivals.ts'
import { checkIfStale, postInTransaction } from './post-valuations.ts'

export const settleArrivedFile: JobDefinition<{ siteId: number; fileId: number }> = {
  name: 'settle-arrived-file',
  title: 'Automatic posting of a carrier file',
  parse: (payload) => z.strictObject({ siteId: z.int(), fileId: z.int() }).parse(payload),
  run: (kernel, { siteId, fileId }) => settleArrived(kernel, scopeOfSystem(siteId), fileId),
  concurrency: 1,
  retryLimit: 5,
}

/** Any number of times: a file that is posted stays so, and one mail tells of one that waits. */
async function settleArrived(kernel: Kernel, scope: Scope, fileId: number): Promise<void> {
  await inScope(kernel.db, scope, (trx) => checkIfStale(kernel, scope, trx, fileId))
  const reasons = await inScope(kernel.db, scope, (trx) => reasonsToWait(trx, scope, fileId))
  if (reasons === null) return
  const refusal = reasons.length > 0 ? undefined : await post(kernel, scope, fileId)
  const why = refusal ? [refusal] : reasons
  if (why.length > 0) await inScope(kernel.db, scope, (trx) => tellOfArrival(kernel, trx, scope, fileId, why))
}

/** @returns a sentence when a rule of posting stands against it after all: values that are posted already would change, say */
async function post(kernel: Kernel, scope: Scope, fileId: number): Promise<string | undefined> {
  try {
    await inScope(kernel.db, scope, async (trx) => {
      // The findings of a moment ago must still hold in the transaction that posts.
      const reasons = await reasonsToWait(trx, scope, fileId)
      if (reasons === null) return
      if (reasons.length > 0) throw new AppError('wrong_status', { message: reasons.join(' ') })
      const file = await trx.selectFrom('carrierFile').select(['arrival', 'arrivalName']).where('id', '=', fileId).executeTakeFirstOrThrow()
      await postInTransaction(kernel, scope, trx, { id: fileId }, (event) =>
        recordSystemActivity(trx, {
          ...event,
          siteId: scope.siteId,
          after: { ...(typeof event.after === 'object' ? event.after : {}), arrived: arrivalInWords(file) },
        }),
      )
    })
    return undefined
  } catch (cause) {
    if (!(cause instanceof AppError) || cause.status >= 500 || cause.code === 'already_running') throw cause
    const [told] = Object.values(cause.meta ?? {}).flat()
    return cause.code === 'input' && typeof told === 'string' ? told : cause.message
  }
}

interface Standing {
  status: string
  needsPassword: boolean
  failure: string | null
  carriers: string[]
  carrierCode: string | null
  postsByItself: boolean
  rowCount: number
  matched: number
  newPolicies: number
  rejected: number
  errors: number
  warnings: number
  notes: number
  carrierName: string | null
}

/** Sentences, the gravest first; none when the file may be posted without a person. Null: there is nothing left to decide. */
async function reasonsToWait(trx: Trx, scope: Scope, fileId: number): Promise<string[] | null> {
  const { rows } = await sql<Standing>`
    select f.status, f.needs_password, f.failure, array(select jsonb_array_elements_text(coalesce(f.summary -> 'carriers', '[]'))) as carriers, f.carrier_code,
      coalesce(a.posts_by_itself, false) as posts_by_itself, f.row_count, f.matched, f.new_policies, f.rejected, c.short_name as carrier_name,
      count(g.id) filter (where g.severity = 'error')::int as errors, count(g.id) filter (where g.severity = 'warning')::int as warnings,
      count(g.id) filter (where g.severity = 'info')::int as notes
    from carrier_file f
    left join carrier c on c.code = f.carrier_code
    left join carrier_arrival a on a.site_id = f.site_id and a.carrier_code = f.carrier_code
    left join carrier_file_finding g on g.file_id = f.id
    where f.id = ${fileId} and f.site_id = ${scope.siteId} and f.arrival in ('API_KEY', 'INBOX')
    group by f.id, a.site_id, a.carrier_code, c.id`.execute(trx)
  const [file] = rows
  if (!file || file.status === 'POSTED' || file.status === 'RECEIVED') return null
  if (file.status === 'REJECTED') return file.failure === null ? null : [file.failure]
  const others = file.carriers.filter((code) => code !== file.carrierCode)
  const some = (count: number, noun: string) => (count === 0 ? [] : [counted(count, noun)])
  const findings = [...some(file.errors, 'error'), ...some(file.warnings, 'warning'), ...some(file.notes, 'note')]
  return [
    ...(file.needsPassword
      ? ['The workbook is protected with a password.']
      : file.status === 'PARSED'
        ? ['Its columns have to be assigned before it can be checked.']
        : []),
    ...(file.carrierCode === null ? ['It names no carrier that it was sent for.'] : []),
    ...(others.length > 0 ? [`It holds rows of other carriers: ${others.join(', ')}.`] : []),
    ...(findings.length > 0 ? [`The check found ${findings.join(', ')}.`] : []),
    ...(file.newPolicies > 0 ? [`It names ${counted(file.newPolicies, 'new policy')}.`] : []),
    ...(file.rejected > 0 ? [`${counted(file.rejected, 'row was', 'rows were')} excluded.`] : []),
    ...(file.rowCount === 0 || file.matched !== file.rowCount - file.newPolicies - file.rejected
      ? ['Not every row was matched to a policy.']
      : []),
    ...(file.postsByItself ? [] : [`Files of ${file.carrierName ?? 'this carrier'} are posted by a person.`]),
  ]
}
