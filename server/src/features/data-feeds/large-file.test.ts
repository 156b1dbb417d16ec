import { getFile, listFindings, setMapping } from '@corridor/contract/data-feeds.ts'
import { correctCells } from '@corridor/contract/feed-lines.ts'
import { expect, test } from 'vitest'
import type { LiveEvent } from '../../platform/kernel.ts'
import { feedText } from '../../test/feed-fixture.ts'
import { useFeeds } from '../../test/feed-server.ts'

const feeds = useFeeds({ jobs: true })
const ROWS = 24_000

/** Statuses told of a file, until the one that is waited for. */
function told(fileId: () => number, status: string): Promise<string[]> {
  const heard: string[] = []
  return new Promise((resolve) => {
    const stop = feeds.server.kernel.events.subscribe(feeds.book.siteId, (event: LiveEvent) => {
      if (event.type !== 'file' || (fileId() > 0 && event.fileId !== fileId())) return
      heard.push(event.status ?? '')
      if (event.status !== status) return
      stop()
      resolve(heard)
    })
  })
}

test('a large file is answered at once, read by a job with progress told, and read again by a job under another mapping', async () => {
  const known = feeds.sound()
  const [pattern] = known
  if (!pattern) throw new Error('no policies')
  const unknown = Array.from({ length: ROWS - known.length }, (_, index) => ({
    ...pattern,
    policyNumber: `X-${index}`,
    insured: 'Somebody whose name is long enough to fill a line',
  }))
  const done = told(() => 0, 'VALIDATED')
  const file = await feeds.handedIn(feedText([...known, ...unknown]))
  expect(file).toMatchObject({ status: 'RECEIVED', rowCount: 0 })
  expect(await done).toEqual(['RECEIVED', expect.stringMatching(/^2\d{4} rows$/), 'VALIDATED'])
  const checked = (await feeds.server.callAs(feeds.staff, getFile, { id: file.id })).body
  expect(checked).toMatchObject({ status: 'VALIDATED', rowCount: ROWS, matched: known.length, newPolicies: ROWS - known.length })
  // More findings of a rule than can be read are counted in one sentence that blocks all the same.
  const listed = (await feeds.server.callAs(feeds.staff, listFindings, { id: file.id, ruleCode: 'V2', take: 1 })).body.page.totalRecords
  const rest = (await feeds.server.callAs(feeds.staff, listFindings, { id: file.id, ruleCode: 'FILE' })).body.records
  expect([listed, rest[0]?.message, rest[0]?.severity]).toEqual([
    5000,
    expect.stringMatching(/^18,9\d\d more lines have the finding/),
    'error',
  ])
  const cells = [
    { header: 'Val Date', value: '2/30/2026' },
    { header: 'DB', value: '50.00' },
  ]
  const refused = await feeds.server.callAs(feeds.staff, correctCells, { id: file.id, line: 2, cells, reason: 'Typed from the statement' })
  const sameWords = await feeds.handedIn(feedText(known.slice(1)), { fileName: 'small.csv' })
  const small = await feeds.server.callAs(feeds.staff, correctCells, {
    id: sameWords.id,
    line: 2,
    cells,
    reason: 'Typed from the statement',
  })
  expect([refused.status, refused.error.meta]).toEqual([400, { 'cells.Val Date': [expect.stringContaining('2/30/2026')] }])
  expect(refused.error.meta).toEqual(small.error.meta)
  const again = told(() => file.id, 'VALIDATED')
  const answer = await feeds.server.callAs(feeds.staff, setMapping, {
    id: file.id,
    mapping: { ...checked.mapping, Premium: null },
    updatedAt: checked.updatedAt,
    keep: false,
  })
  expect(answer.body.status).toBe('RECEIVED')
  await again
  expect((await feeds.server.callAs(feeds.staff, getFile, { id: file.id })).body).toMatchObject({
    status: 'VALIDATED',
    mappingSource: 'given',
    rowCount: ROWS,
  })
}, 90_000)
