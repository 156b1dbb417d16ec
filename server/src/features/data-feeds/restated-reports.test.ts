/** A report that was made with a value which a carrier's file has restated since, or that came late, is to be made again. */
import { assetReports } from '@corridor/contract/asset-reports.ts'
import { acceptWarnings, postFile } from '@corridor/contract/data-feeds.ts'
import { addMonthEnds, type PlainDate } from '@corridor/domain/primitives/period.ts'
import { expect, test } from 'vitest'
import { scopeOfSystem } from '../../platform/http/scope.ts'
import { generateSome } from '../../reporting/generation.ts'
import { feedText, policiesOf, soundLine } from '../../test/feed-fixture.ts'
import { useFeeds } from '../../test/feed-server.ts'

const feeds = useFeeds()
const { server } = feeds

const make = async (period: PlainDate) => {
  const { body } = await server.callAs(feeds.staff, assetReports.generateReports, {
    period,
    institutions: feeds.book.institutionIds,
    isRegenerating: true,
  })
  await generateSome(server.kernel, scopeOfSystem(feeds.book.siteId), body.id)
}
/** By institution: whether its report of the month is to be made again; null where there is none ready. */
const outdated = async (period: PlainDate) => {
  const { records } = (await server.callAs(feeds.staff, assetReports.listReports, { batch: 0, reportingPeriod: period })).body
  return feeds.book.institutionIds.map((id) => {
    const report = records.find(({ institutionId }) => institutionId === id)
    return report?.currentVersion ? report.outdatedSince !== null : null
  })
}

test('restated or late, a posted value marks the reports that print it, of its bank and of the months it reaches', async () => {
  const month = feeds.book.period
  const [, second] = feeds.book.institutionIds
  await make(month)
  expect(await outdated(month)).toEqual([false, false])
  // The month that follows is not in it.
  const next = await feeds.handedIn(feedText(feeds.sound()))
  expect((await server.callAs(feeds.staff, postFile, { id: next.id })).status).toBe(200)
  expect(await outdated(month)).toEqual([false, false])
  // One policy's value of the month before is restated: a report shows thirteen months.
  const before = addMonthEnds(month, -1)
  const lines = (await policiesOf(server.ownerDb, feeds.carrier, month))
    .filter(({ institutionId }) => institutionId === second)
    .map((policy) => ({
      ...soundLine(policy, before),
      begin: '',
      accountValue: policy.priorCents + 12_345,
      cashSurrenderValue: policy.priorCents + 12_345,
    }))
  const corrected = await feeds.handedIn(feedText(lines))
  const findings = (await feeds.findingsOf(corrected.id, { status: ['OPEN'] })).flatMap(({ id, settle }) =>
    settle === 'accept' ? [id] : [],
  )
  const reason = 'The carrier sent what it corrected alone'
  if (findings.length > 0) await server.callAs(feeds.staff, acceptWarnings, { id: corrected.id, findings, reason })
  const posted = await server.callAs(feeds.staff, postFile, { id: corrected.id, restatementReason: reason })
  expect([posted.status, posted.body.restated]).toEqual([200, lines.length])
  expect(await outdated(month)).toEqual([false, true])
  await make(month)
  expect(await outdated(month)).toEqual([false, false])
})

test('a policy that a file ends marks the report that printed it, though no value of it is posted', async () => {
  const { period } = feeds
  const first = await feeds.handedIn(feedText(feeds.sound()))
  expect((await server.callAs(feeds.staff, postFile, { id: first.id })).status).toBe(200)
  for (const other of feeds.book.carrierCodes.filter((code) => code !== feeds.carrier)) {
    const lines = (await policiesOf(server.ownerDb, other, period)).map((policy) => soundLine(policy, period))
    const { id } = await feeds.handedIn(feedText(lines), { carrierCode: other })
    expect((await server.callAs(feeds.staff, postFile, { id })).status).toBe(200)
  }
  await make(period)
  expect(await outdated(period)).toEqual([false, false])
  const ended = await feeds.handedIn(feedText(feeds.changed(0, { status: 'Surrendered' })))
  const found = (await feeds.findingsOf(ended.id, { status: ['OPEN'] })).filter(({ settle }) => settle === 'accept')
  await server.callAs(feeds.staff, acceptWarnings, {
    id: ended.id,
    findings: found.map(({ id }) => id),
    reason: 'Surrendered, says the carrier',
    statuses: [
      { finding: found.find(({ ruleCode }) => ruleCode === 'V10')?.id ?? 0, releasedCents: Number(feeds.policies[0]?.priorCents) },
    ],
  })
  const posted = await server.callAs(feeds.staff, postFile, { id: ended.id, restatementReason: 'Surrendered, says the carrier' })
  expect([posted.status, posted.body.restated]).toEqual([200, 0])
  expect(await outdated(period)).toEqual(feeds.book.institutionIds.map((id) => id === feeds.policies[0]?.institutionId))
})
