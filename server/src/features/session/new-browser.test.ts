/** The mail to a person whose right password was given in a browser that is not known. */
import { afterEach, beforeAll, expect, test } from 'vitest'
import { hashPassword } from '../../platform/security/passwords.ts'
import { buildInstitution, buildSite, buildUser, next } from '../../test/builders.ts'
import { type TestServer, useServer } from '../../test/call.ts'

const server = useServer()
const production = useServer({ configuration: { mfaRequired: true } })
const PASSWORD = 'Seven-quiet-otters-1'
const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const world = { hash: '' }

beforeAll(async () => {
  world.hash = await hashPassword(PASSWORD)
})
afterEach(() => server.setNow(undefined))

/** A client of two sites of the firm, who was invited and never signed in. */
async function client(at: TestServer = server) {
  const contact = { contactName: 'Client services', contactEmail: 'desk@firm.example', contactPhone: '2025550190' }
  const [one, other] = [
    await buildSite(at.ownerDb, { timeZone: 'Pacific/Honolulu', ...contact }),
    await buildSite(at.ownerDb, { timeZone: 'America/Chicago' }),
  ]
  const institutionId = await buildInstitution(at.ownerDb, { sites: [one, other] })
  const email = `person${next()}@bank.test`
  await buildUser(at.ownerDb, 'c', { sites: [one, other], institutionId, email, firstName: 'Jane', passwordHash: world.hash })
  return { email, one, other }
}

interface Given {
  password?: string
  browser?: string
  siteId?: number
  device?: string
}
/** @returns the cookie by which the browser is known from then on; "" where the sign-in was refused */
async function signIn(email: string, { password = PASSWORD, browser = CHROME, siteId, device }: Given = {}, at: TestServer = server) {
  const reply = await at.app.inject({
    method: 'POST',
    url: '/api/session/login',
    remoteAddress: '203.0.113.7',
    headers: { 'user-agent': browser },
    cookies: device ? { device } : {},
    payload: { email, password, ...(siteId ? { siteId } : {}) },
  })
  return decodeURIComponent(reply.cookies.find(({ name }) => name === 'device')?.value ?? '')
}

const mailsTo = (recipient: string, at: TestServer = server) =>
  at.ownerDb.selectFrom('mailOutbox').select(['subject', 'bodyText']).where('recipient', '=', recipient).orderBy('id').execute()

test('a new browser is told by one mail: when on the site’s clock, which browser, from where, and whom to tell', async () => {
  const { email, one } = await client()
  await signIn(email)
  server.setNow(new Date('2026-11-21T06:05:00Z'))
  const device = await signIn(email, { browser: FIREFOX, siteId: one })
  const [mail, ...others] = await mailsTo(email)
  expect([mail?.subject, others]).toEqual(['Your account was signed in to from a new browser', []])
  for (const line of [
    'Dear Jane,',
    'Your account was signed in to from a new browser.',
    '- When: 11/20/2026, 8:05 PM HST',
    '- Browser: Firefox on Linux',
    '- Network address: 203.0.113.7',
    'http://localhost:3000/my-profile',
  ])
    expect(mail?.bodyText.split('\n')).toContain(line)
  expect(mail?.bodyText).toContain('choose a new one at http://localhost:3000/forgotten-password.')
  expect(mail?.bodyText).toContain('Then tell Client services at desk@firm.example or (202) 555-0190.')
  server.setNow(new Date('2026-11-23T06:05:00Z'))
  await signIn(email, { browser: FIREFOX, siteId: one, device })
  expect(await mailsTo(email)).toHaveLength(1)
})

test('the first sign-in of an account is told to nobody, and its browser is known from then on', async () => {
  const { email } = await client()
  const device = await signIn(email)
  expect(device).not.toBe('')
  await signIn(email, { device })
  expect(await mailsTo(email)).toEqual([])
})

test('a wrong password is told to nobody, whether the address has an account or not', async () => {
  const { email } = await client()
  await signIn(email)
  expect(await signIn(email, { password: 'guess', browser: FIREFOX })).toBe('')
  expect(await signIn('nobody@bank.test', { browser: FIREFOX })).toBe('')
  expect([...(await mailsTo(email)), ...(await mailsTo('nobody@bank.test'))]).toEqual([])
})

test('another of the person’s sites does not make it their first sign-in', async () => {
  const { email, one, other } = await client()
  await signIn(email, { siteId: other })
  await signIn(email, { siteId: one, browser: FIREFOX })
  expect(await mailsTo(email)).toHaveLength(1)
})

test('a browser that takes no cookie is told once within an hour; another one beside it is told as well', async () => {
  const { email } = await client()
  await signIn(email)
  server.setNow(new Date('2026-11-21T06:05:00Z'))
  for (const browser of [FIREFOX, FIREFOX, CHROME]) await signIn(email, { browser })
  expect(await mailsTo(email)).toHaveLength(2)
  server.setNow(new Date('2026-11-21T07:05:00Z'))
  await signIn(email, { browser: FIREFOX })
  expect(await mailsTo(email)).toHaveLength(3)
})

test('where the second factor is still asked for, the mail says that the password was given, and not that anybody is in', async () => {
  const { email } = await client(production)
  await signIn(email, {}, production)
  await signIn(email, { browser: FIREFOX }, production)
  const [mail, ...others] = await mailsTo(email, production)
  expect([mail?.subject, others]).toEqual(['Your password was entered in a new browser', []])
  expect(mail?.bodyText).toContain('the second factor still had to be confirmed')
  expect(mail?.bodyText).not.toContain('signed in')
})

test('staff are told to turn to the managers of their site', async () => {
  const email = `staff${next()}@firm.test`
  const sites = [await buildSite(server.ownerDb, { contactName: 'Client services' })]
  await buildUser(server.ownerDb, 'b', { sites, email, passwordHash: world.hash })
  await signIn(email)
  await signIn(email, { browser: FIREFOX })
  expect((await mailsTo(email)).map(({ bodyText }) => bodyText)).toEqual([expect.stringContaining('Then tell the managers of your site.')])
})
