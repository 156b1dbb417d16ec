/** Every hour: institutions whose questionnaire is open and whose day has come are written to, until they return it. */

import { plainDate } from '@corridor/domain/primitives/period.ts'
import { recordSystemActivity } from '../../platform/audit-log/activity.ts'
import { inScope, scopeOfSystem } from '../../platform/http/scope.ts'
import type { JobDefinition } from '../../platform/kernel.ts'
import { dayOfSite } from '../../shared/site-day.ts'
import { selectAnswerers } from './people.ts'
import { lockQuestionnaires } from './queries.ts'
import { remindOne } from './sending.ts'

/** Looked at in one run; the others come with the next. */
const AT_MOST = 500

export const remindOfQuestionnaires: JobDefinition<Record<string, never>> = {
  name: 'remind-of-questionnaires',
  title: 'Reminders of questionnaires',
  parse: () => ({}),
  concurrency: 1,
  retryLimit: 1,
  schedule: '10 * * * *',
  run: async (kernel, _, { signal }) => {
    // A day that may have begun somewhere; each site's own day decides below.
    const latest = plainDate(new Date(kernel.now().getTime() + 14 * 3_600_000).toISOString().slice(0, 10))
    const due = await kernel.ownerDb
      .selectFrom('questionnaire')
      .select(['id', 'siteId'])
      .where('status', '=', 1)
      .where('nextReminderOn', 'is not', null)
      .where('nextReminderOn', '<=', latest)
      .orderBy('nextReminderOn')
      .orderBy('id')
      .limit(AT_MOST)
      .execute()
    for (const { id, siteId } of due) {
      if (signal.aborted) return
      const scope = scopeOfSystem(siteId)
      await inScope(kernel.db, scope, async (trx) => {
        const [row] = await lockQuestionnaires(trx, scope, [id])
        const today = await dayOfSite(kernel, trx, siteId)
        // Returned, or reminded by hand, since it was found.
        if (!row || row.status !== 1 || row.nextReminderOn === null || row.nextReminderOn > today) return
        const people = await selectAnswerers(trx, siteId, [row.institutionId])
        const { to } = await remindOne(kernel, trx, scope, row, people, today, null)
        await recordSystemActivity(trx, {
          action: 'questionnaire.reminded',
          entity: 'questionnaire',
          entityId: id,
          siteId,
          institutionId: row.institutionId,
          after: { year: row.year, to },
        })
      })
    }
  },
}
