/** Drafts of what people type: each their own, one an open form, gone when saved or after a month. */
import { DRAFT_MOST, discardDraft, listDrafts, saveDraft } from '@corridor/contract/drafts.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import type { JsonValue } from '../../db/schema.ts'
import { AppError, inputError } from '../../platform/http/errors.ts'
import { route } from '../../platform/http/route.ts'
import type { Kernel } from '../../platform/kernel.ts'

/** Drafts of one person on one site; more than this many open forms nobody has. */
const MOST = 200
const kept = z.object({ version: z.number(), content: z.record(z.string(), z.unknown()) })

export function draftRoutes(app: FastifyInstance, kernel: Kernel): void {
  route(app, kernel, listDrafts, async ({ input, scope, trx }) => {
    const found = await trx
      .selectFrom('draft')
      .select(['writer', 'content', 'savedAt'])
      .where('userId', '=', scope.userId)
      .where('siteId', '=', scope.siteId)
      .where('key', '=', input.key)
      .orderBy('savedAt', 'desc')
      .orderBy('writer')
      .limit(20)
      .execute()
    return { records: found.map((draft) => ({ ...draft, content: kept.parse(draft.content).content })) }
  })
  route(app, kernel, saveDraft, async ({ input: { key, writer, ...draft }, scope, trx }) => {
    const text = JSON.stringify(draft)
    if (text.length > DRAFT_MOST) throw new AppError('too_large', { message: 'This is too much text to keep as a draft. Save the form.' })
    const savedAt = kernel.now().toISOString()
    const content = sql<JsonValue>`${text}::jsonb`
    const { count } = await trx
      .selectFrom('draft')
      .select((of) => of.fn.countAll<number>().as('count'))
      .where('userId', '=', scope.userId)
      .where('siteId', '=', scope.siteId)
      .where('writer', '<>', writer)
      .executeTakeFirstOrThrow()
    if (count >= MOST) throw inputError({ key: ['You have too many unsaved drafts. Open them and save or discard them.'] })
    await trx
      .insertInto('draft')
      .values({ userId: scope.userId, siteId: scope.siteId, key, writer, content, savedAt })
      .onConflict((conflict) =>
        conflict
          .columns(['userId', 'siteId', 'key', 'writer'])
          .doUpdateSet({ content, savedAt })
          .where(sql<boolean>`(draft.content ->> 'version')::bigint <= ${draft.version}`),
      )
      .execute()
    return { savedAt }
  })
  route(app, kernel, discardDraft, async ({ input, scope, trx }) => {
    await trx
      .deleteFrom('draft')
      .where('userId', '=', scope.userId)
      .where('siteId', '=', scope.siteId)
      .where('key', '=', input.key)
      .where('writer', '=', input.writer)
      .execute()
    return undefined
  })
}
