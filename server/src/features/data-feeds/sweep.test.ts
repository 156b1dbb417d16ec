import { expect, test } from 'vitest'
import type { Kernel, SendOptions } from '../../platform/kernel.ts'
import { buildSite } from '../../test/builders.ts'
import { useDatabase } from '../../test/database.ts'
import { sweepCarrierFiles } from './receive.ts'

const database = useDatabase()

test('a file that waits for a job that is gone gets another; one that just came, or was read, does not', async () => {
  const siteId = await buildSite(database.ownerDb)
  const file = async (status: 'RECEIVED' | 'PARSED', receivedAt: string) =>
    (
      await database.ownerDb
        .insertInto('carrierFile')
        .values({
          siteId,
          fileName: 'a.csv',
          sha256: `${Math.random()}`.padEnd(64, '0'),
          sizeBytes: 1,
          mediaType: 'text/csv',
          status,
          receivedAt,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  const lost = await file('RECEIVED', '2026-11-01T10:00:00Z')
  await file('RECEIVED', '2026-11-01T11:58:00Z')
  await file('PARSED', '2026-11-01T10:00:00Z')
  const sent: { payload: object; options?: SendOptions }[] = []
  const kernel = {
    ownerDb: database.ownerDb,
    now: () => new Date('2026-11-01T12:00:00Z'),
    jobs: { send: async () => undefined, sendAll: async (_: unknown, __: unknown, jobs: typeof sent) => void sent.push(...jobs) },
  } as unknown as Kernel
  await sweepCarrierFiles.run(kernel, {}, { id: '1', attempt: 1, lastAttempt: false, signal: new AbortController().signal })
  expect(sent).toEqual([{ payload: { siteId, fileId: lost }, options: { singletonKey: String(lost) } }])
})
