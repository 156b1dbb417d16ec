/** The mail to the owner of an API key about its making and its new secrets. */
import { rotateApiKey } from '@corridor/contract/api-keys.ts'
import { formatDate, plainDate } from '@corridor/domain/primitives/period.ts'
import { beforeAll, expect, test } from 'vitest'
import { buildCarrier, buildInstitution, buildSite, buildUser, next, signIn } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'
import { inDays, keyMaker } from '../../test/key-calls.ts'

const server = useServer()
const world = { siteId: 0 }
const keyOf = keyMaker(server)

beforeAll(async () => {
  world.siteId = await buildSite(server.ownerDb)
})

async function staff() {
  const email = `staff${next()}@firm.test`
  const permissions = { USERS: 2, CARRIERS: 2, ASSET_REPORT: 2 } as const
  const id = await buildUser(server.ownerDb, 'b', { sites: [world.siteId], permissions, email })
  return { email, cookie: await signIn(server.ownerDb, id, { siteId: world.siteId }) }
}
const mailsTo = (recipient: string) =>
  server.ownerDb.selectFrom('mailOutbox').select(['subject', 'bodyText']).where('recipient', '=', recipient).orderBy('id').execute()

test('a key is told to its owner with its name, rights, limit and last day, and how to end it; the mail holds no part of its secret', async () => {
  const { email, cookie } = await staff()
  const institutionId = await buildInstitution(server.ownerDb, { sites: [world.siteId], name: 'Alder Bank' })
  const { secret, hint } = await keyOf(cookie, {
    scopes: [
      { code: 'CARRIERS', access: 1 },
      { code: 'ASSET_REPORT', access: 2 },
    ],
    institutionId,
    expiresOn: inDays(26),
  })
  const [mail, ...others] = await mailsTo(email)
  expect([mail?.subject, others]).toEqual(['An API key was created for your account', []])
  for (const line of [
    '- Key: Nightly extract',
    '- Rights: Carriers (view), Asset Report (change)',
    '- Limited to: Alder Bank',
    `- Last day: ${formatDate(plainDate(inDays(26)))}`,
    '- Network address: 127.0.0.1',
    'http://localhost:3000/users/api-keys',
  ])
    expect(mail?.bodyText.split('\n')).toContain(line)
  for (const part of [secret, hint]) expect(JSON.stringify(mail)).not.toContain(part)
})

test.each([
  [0, 'The one before no longer works.'],
  [1, 'The one before goes on for an hour.'],
  [24, 'The one before goes on for 24 hours.'],
] as const)('a new secret is told as well, and that the one before goes on for %i hours', async (overlapHours, said) => {
  const { email, cookie } = await staff()
  const { id } = await keyOf(cookie)
  const { body } = await server.callAs(cookie, rotateApiKey, { id, overlapHours })
  const mail = (await mailsTo(email))[1]
  expect(mail).toMatchObject({ subject: 'Your API key was given a new secret', bodyText: expect.stringContaining(said) })
  for (const part of [body.secret, body.hint]) expect(JSON.stringify(mail)).not.toContain(part)
})

test('a carrier’s key is told as what it sends, and a bank’s own to its Client, with the page of the bank’s keys', async () => {
  const { email, cookie } = await staff()
  await keyOf(cookie, { scopes: [], carrierCode: await buildCarrier(server.ownerDb, { shortName: 'Acme' }) })
  expect((await mailsTo(email))[0]?.bodyText).toContain('- Rights: sends files of Acme\n')

  const institutionId = await buildInstitution(server.ownerDb, { sites: [world.siteId], reportTypes: ['MBR'] })
  const address = `client${next()}@bank.test`
  const client = await buildUser(server.ownerDb, 'c', { sites: [world.siteId], institutionId, email: address })
  await keyOf(await signIn(server.ownerDb, client, { siteId: world.siteId, institutionId }), {
    scopes: [{ code: 'ASSET_REPORT', access: 1 }],
  })
  const [mail] = await mailsTo(address)
  expect(mail?.bodyText).toContain(`\n\nhttp://localhost:3000/institutions/${institutionId}/api-keys\n\n`)
  expect(mail?.bodyText).toContain('- Rights: Asset Report (view)\n')
})
