import { expect, test } from 'vitest'
import { buildBook } from './book.ts'
import { demoRequests } from './demo-requests.ts'
import { demoTerms } from './terms.ts'

test('each request of the demo came to the bell of whom the product would have told: its owner, who answered it, or the whole team', async () => {
  const { book } = await buildBook({ ...demoTerms(undefined), keepContent: false })
  const { serviceRequest, notification } = demoRequests(book)
  const told = serviceRequest.map(({ id, ownerId }) => {
    const bells = notification.filter(({ link }) => link === `/service-requests/${id}`)
    return [ownerId, bells.map(({ userId }) => userId), bells.every(({ readAt }) => readAt !== null)]
  })
  const team = book.serviceTeamMember.filter(
    ({ institutionId, siteId }) => institutionId === serviceRequest.at(-1)?.institutionId && siteId === 1,
  )
  expect(told.map(([ownerId, people, isRead]) => (ownerId === null ? [people, isRead] : [[ownerId], isRead]))).toEqual(
    told.map(([, people, isRead]) => [people, isRead]),
  )
  expect(told.at(-1)).toEqual([null, team.map(({ userId }) => userId), false])
})

test('each answer of the team came to the bell of whom it answers, read where the request is done', async () => {
  const { book } = await buildBook({ ...demoTerms(undefined), keepContent: false })
  const { serviceRequest, notification } = demoRequests(book)
  const answered = serviceRequest.filter(({ firstAnsweredAt }) => firstAnsweredAt !== null)
  expect(answered.length).toBeGreaterThan(2)
  const bells = notification.filter(({ kind }) => kind === 'REQUEST_ANSWERED')
  expect(bells.map(({ userId, link, readAt }) => [userId, link, readAt !== null])).toEqual(
    answered.map(({ id, userId, status }) => [userId, `/service-request/${id}`, status === 'DONE']),
  )
  expect(bells.map(({ title }) => title)).toContain('Your request “Title of an insured officer changed” waits for your answer')
})
