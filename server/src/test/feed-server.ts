/** For tests: a server, a book with last month posted, a person of staff, and the few calls that every test of feeds makes. */
import { listFindings, uploadFile } from '@corridor/contract/data-feeds.ts'
import { addMonthEnds, type PlainDate } from '@corridor/domain/primitives/period.ts'
import { beforeEach, expect } from 'vitest'
import type { Configuration } from '../platform/configuration.ts'
import { buildBook, TEST_PERIOD, type TestBook } from './book.ts'
import { signedInAs } from './builders.ts'
import { type TestServer, useServer } from './call.ts'
import { type FeedLine, type FeedPolicy, formOf, policiesOf, soundLine } from './feed-fixture.ts'

type Line = Record<string, string | number>

export interface FeedServer {
  server: TestServer
  /** The month after the last one posted. */
  period: PlainDate
  book: TestBook
  carrier: string
  policies: FeedPolicy[]
  /** The cookie of somebody who may post and change institutions. */
  staff: string
  sound: () => FeedLine[]
  /** The sound lines with one of them changed. */
  changed: (index: number, change: Line) => Line[]
  /** Sets the clock to a day, and signs the person in on it. */
  goTo: (day: PlainDate) => Promise<void>
  upload: (
    content: Buffer | string,
    options?: { fields?: Record<string, string>; cookie?: string; fileName?: string },
  ) => Promise<{ status: number; json: unknown }>
  /** Uploads what must be taken. */
  handedIn: (content: Buffer | string, fields?: Record<string, string>) => Promise<ReturnType<typeof uploadFile.reply.parse>>
  findingsOf: (id: number, more?: object) => Promise<ReturnType<typeof listFindings.reply.parse>['records']>
  /** Open findings as rule and line. */
  rulesOf: (id: number) => Promise<[string, number | null][]>
}

/** A new book of two institutions for every test, with two months posted unless told otherwise. @param options.jobs runs queued jobs too */
export function useFeeds({
  jobs = false,
  policiesEach = 6,
  configuration = {},
}: {
  jobs?: boolean
  policiesEach?: number
  configuration?: Partial<Configuration>
} = {}): FeedServer {
  const server = useServer({ jobs, configuration })
  const staffAt = (now: Date) =>
    signedInAs(server.ownerDb, 'b', { siteId: feeds.book.siteId, permissions: { ASSET_REPORT: 2, INSTITUTIONS: 2 }, now })
  const feeds: FeedServer = {
    server,
    period: addMonthEnds(TEST_PERIOD, 1),
    book: { siteId: 0, institutionIds: [], carrierCodes: [], period: TEST_PERIOD },
    carrier: '',
    policies: [],
    staff: '',
    sound: () => feeds.policies.map((policy) => soundLine(policy, feeds.period)),
    changed: (index, change) => feeds.sound().map((line, at) => (at === index ? { ...line, ...change } : line)),
    goTo: async (day) => {
      const now = new Date(`${day}T17:00:00Z`)
      server.setNow(now)
      feeds.staff = await staffAt(now)
    },
    upload: async (content, { fields = {}, cookie = feeds.staff, fileName = 'feed.csv' } = {}) => {
      const { payload, headers } = formOf(content, fileName, fields)
      const answer = await server.app.inject({ method: 'POST', url: '/api/etl/files', payload, headers, cookies: { sid: cookie } })
      return { status: answer.statusCode, json: answer.json() }
    },
    handedIn: async (content, fields = { carrierCode: feeds.carrier }) => {
      const { status, json } = await feeds.upload(content, { fields })
      expect([status, status === 201 ? '' : JSON.stringify(json)]).toEqual([201, ''])
      return uploadFile.reply.parse(json)
    },
    findingsOf: async (id, more = {}) => (await server.callAs(feeds.staff, listFindings, { id, take: 1000, ...more })).body.records,
    rulesOf: async (id) => (await feeds.findingsOf(id, { status: ['OPEN'] })).map(({ ruleCode, lineNumber }) => [ruleCode, lineNumber]),
  }
  beforeEach(async () => {
    server.setNow(undefined)
    feeds.book = await buildBook(server.ownerDb, { institutions: 2, policiesEach, months: 2 })
    feeds.carrier = feeds.book.carrierCodes[0] ?? ''
    feeds.policies = await policiesOf(server.ownerDb, feeds.carrier, feeds.period)
    feeds.staff = await staffAt(new Date())
  })
  return feeds
}
