/** The firm's settings: one row, read and changed by managers. A new policy holds from the next sign-in and the next password on. */
import { getSettings, saveSettings } from '@corridor/contract/settings.ts'
import { settingProblems } from '@corridor/domain/sites/settings.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { AppError, inputError } from '../../platform/http/errors.ts'
import { route } from '../../platform/http/route.ts'
import { requireRecentSignIn } from '../../platform/http/sessions.ts'
import type { Kernel } from '../../platform/kernel.ts'

export function settingsRoutes(app: FastifyInstance, kernel: Kernel): void {
  const shown = (row: Row) => ({
    ...row,
    secondFactor: kernel.configuration.mfaRequired,
    fourEyesForced: kernel.configuration.fourEyesRelease,
  })
  route(app, kernel, getSettings, async ({ trx }) => shown(await selectSettings(trx)))
  route(app, kernel, saveSettings, async ({ trx, input, record, request }) => {
    requireRecentSignIn({ kernel, request })
    const { updatedAt, ...changes } = input
    const before = await selectSettings(trx, true)
    if (before.updatedAt !== new Date(updatedAt).toISOString())
      throw new AppError('conflict', { meta: { current: shown(before), yours: changes } })
    const problems = settingProblems({ ...before, ...defined(changes) })
    if (Object.keys(problems).length > 0) throw inputError(problems)
    await trx
      .updateTable('settings')
      // Later than before by a millisecond at least: two saves never carry the same time.
      .set({
        ...defined(changes),
        updatedAt: sql`greatest(${kernel.now().toISOString()}::timestamptz, updated_at + interval '1 millisecond')`,
      })
      .execute()
    const changed = Object.entries(changes).filter(([name, value]) =>
      Object.entries(before).some(([field, old]) => field === name && old !== value),
    )
    await record({
      action: 'settings.saved',
      entity: 'settings',
      entityId: before.id,
      before: Object.fromEntries(changed.map(([name]) => [name, Object.entries(before).find(([field]) => field === name)?.[1]])),
      after: Object.fromEntries(changed),
    })
    return shown(await selectSettings(trx))
  })
}

type Row = Awaited<ReturnType<typeof selectSettings>>

const selectSettings = (trx: Trx, lock = false) => {
  const query = trx.selectFrom('settings').selectAll()
  return (lock ? query.forUpdate() : query).executeTakeFirstOrThrow()
}

/** Without the fields that were not named. */
const defined = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
