/** Choices about the portal's frame. Written as corridor_app, whose policy lets through the person's own row only. */
import { getSettings, type PersonSettings, saveSettings } from '@corridor/contract/profile.ts'
import type { FastifyInstance } from 'fastify'
import { asPerson } from '../../platform/database/as-person.ts'
import type { Trx } from '../../platform/database/database.ts'
import { rawRoute } from '../../platform/http/route.ts'
import type { Kernel } from '../../platform/kernel.ts'

export function settingRoutes(app: FastifyInstance, kernel: Kernel): void {
  rawRoute(app, kernel, getSettings, async ({ session }) =>
    asPerson(kernel.db, session.userId, (trx) => selectSettings(trx, session.userId)),
  )
  rawRoute(app, kernel, saveSettings, async ({ session: { userId }, input: { openGroups, hidesFirstSteps } }) =>
    asPerson(kernel.db, userId, async (trx) => {
      const change = {
        ...(openGroups === undefined ? {} : { openGroups }),
        ...(hidesFirstSteps === undefined ? {} : { firstStepsHiddenAt: hidesFirstSteps ? kernel.now().toISOString() : null }),
      }
      const named = { userId, ...change }
      await trx
        .insertInto('personSetting')
        .values(named)
        .onConflict((row) => row.column('userId').doUpdateSet(named))
        .execute()
      return selectSettings(trx, userId)
    }),
  )
}

async function selectSettings(trx: Trx, userId: number): Promise<PersonSettings> {
  const kept = await trx
    .selectFrom('personSetting')
    .select(['openGroups', 'firstStepsHiddenAt'])
    .where('userId', '=', userId)
    .executeTakeFirst()
  return { openGroups: kept?.openGroups ?? null, hidesFirstSteps: Boolean(kept?.firstStepsHiddenAt) }
}
