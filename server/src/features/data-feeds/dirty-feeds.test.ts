/**
 * Files as carriers really send them, each with one known defect: nothing in them is misread without a word, and what is found is what the table says.
 * `npm run faults` tries all of them, `npm test` a sample of every kind.
 */
import { expect, test } from 'vitest'
import { DIRTY_FEEDS, sampleOf } from '../../test/dirty-feeds/all.ts'
import { KINDS } from '../../test/dirty-feeds/dirty-feed.ts'
import { judge } from '../../test/dirty-feeds/judge.ts'
import { useFeeds } from '../../test/feed-server.ts'

const feeds = useFeeds({ policiesEach: 9 })

const WHOLE = process.env.FAULTS === 'whole'
const SAMPLE = 20
const SEED = Number(process.env.FAULTS_SEED ?? 20_261_031)

test('every defect has a name of its own, and there are at least 200', () => {
  expect(new Set(DIRTY_FEEDS.map(({ kind, name }) => `${kind}: ${name}`)).size).toBe(DIRTY_FEEDS.length)
  expect(DIRTY_FEEDS.length).toBeGreaterThanOrEqual(200)
})

test('the sample has every kind of defect', () =>
  expect(new Set(sampleOf(DIRTY_FEEDS, SAMPLE, SEED).map(({ kind }) => kind))).toEqual(new Set(KINDS)))

test.each((WHOLE ? DIRTY_FEEDS : sampleOf(DIRTY_FEEDS, SAMPLE, SEED)).map((feed) => [feed.kind, feed.name, feed] as const))(
  '%s: %s',
  async (_kind, _name, feed) => expect(await judge(feed, feeds)).toEqual({ silent: [], wrong: [] }),
)
