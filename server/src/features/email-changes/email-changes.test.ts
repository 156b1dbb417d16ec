import {
  agreeToEmailChange,
  answerEmailChangeLink,
  cancelEmailChange,
  getEmailChange,
  getOwnEmailChange,
  readEmailChangeLink,
  requestEmailChange,
  requestOwnEmailChange,
} from '@corridor/contract/email-changes.ts'
import { getSession } from '@corridor/contract/session.ts'
import { users } from '@corridor/contract/users.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { createPasswordLink } from '../../shared/people/password-links.ts'
import { buildInstitution, buildSite, buildUser, next, signIn } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'

const server = useServer()
const JOINED = { passwordChangedAt: new Date().toISOString(), passwordHash: 'of no password' }
/** For some weeks now. */
const SETTLED = { createdAt: '2020-01-01T00:00:00Z', permissionsUpdatedAt: '2020-01-01T00:00:00Z' }
const world = { site: 0, bank: 0, client: 0, email: '', newEmail: '', staff: '', manager: '', second: '', clientCookie: '' }

beforeEach(async () => {
  const db = server.ownerDb
  world.site = await buildSite(db)
  world.bank = await buildInstitution(db, { sites: [world.site] })
  world.email = `cfo${next()}@bank.example`
  world.newEmail = `cfo${next()}@elsewhere.example`
  world.client = await buildUser(db, 'c', {
    sites: [world.site],
    institutionId: world.bank,
    email: world.email,
    firstName: 'Ada',
    ...JOINED,
  })
  const someone = async (role: 'b' | 'd') =>
    signIn(db, await buildUser(db, role, { sites: [world.site], permissions: { USERS: 2 }, ...JOINED, ...SETTLED }), { siteId: world.site })
  world.staff = await someone('b')
  world.manager = await someone('d')
  world.second = await someone('d')
  world.clientCookie = await signIn(db, world.client, { siteId: world.site, institutionId: world.bank })
})

const ask = (cookie: string, email = world.newEmail, id = world.client) => server.callAs(cookie, requestEmailChange, { id, email })
const addressOf = async (id = world.client) =>
  (await server.ownerDb.selectFrom('userAccount').select('email').where('id', '=', id).executeTakeFirstOrThrow()).email
const mailsTo = (recipient: string) =>
  server.ownerDb.selectFrom('mailOutbox').select(['subject', 'bodyText']).where('recipient', '=', recipient).orderBy('id').execute()
/** The token in the latest mail to an address. */
async function tokenTo(recipient: string): Promise<string> {
  const [token] = (await mailsTo(recipient))
    .flatMap(({ bodyText }) => /confirm-email#token=([\w-]{43})/.exec(bodyText)?.[1] ?? [])
    .slice(-1)
  return token ?? 'x'.repeat(43)
}
const answer = async (recipient: string, said: 'confirm' | 'refuse' = 'confirm') =>
  server.callAs(undefined, answerEmailChangeLink, { token: await tokenTo(recipient), answer: said })
/** Steps of the change in the activity log. */
const logged = async () =>
  (
    await server.ownerDb
      .selectFrom('activity')
      .select('action')
      .where('entity', '=', 'users')
      .where('entityId', '=', String(world.client))
      .where('action', 'like', 'email-change.%')
      .orderBy('id')
      .execute()
  ).map(({ action }) => action.replace('email-change.', ''))
const isSignedIn = async (cookie: string) => (await server.callAs(cookie, getSession, {})).body.userId !== 0

describe('the address of somebody who has joined', () => {
  test('is not changed by the form, neither by staff nor by a manager', async () => {
    for (const cookie of [world.staff, world.manager]) {
      const { body } = await server.callAs(cookie, users.endpoints.get, { id: world.client })
      const updatedAt = 'updatedAt' in body ? body.updatedAt : ''
      const saved = await server.callAs(cookie, users.endpoints.update, { id: world.client, updatedAt, email: world.newEmail })
      expect([saved.status, Object.keys(saved.error.meta ?? {})]).toEqual([400, ['email']])
    }
    expect(await addressOf()).toBe(world.email)
  })

  test('is held by the database as well, under both runtime roles', async () => {
    for (const role of ['corridor_staff', 'corridor_app'])
      await expect(
        server.kernel.db.transaction().execute(async (trx) => {
          await sql`select set_config('app.site', ${String(world.site)}, true)`.execute(trx)
          await sql`set local role ${sql.raw(role)}`.execute(trx)
          await sql`update user_account set email = ${world.newEmail} where id = ${world.client}`.execute(trx)
        }),
      ).rejects.toThrow('changed by its own request alone')
    expect(await addressOf()).toBe(world.email)
  })

  test('changes when the new address was proved and the person agreed, whichever comes first; then everything open has ended', async () => {
    for (const order of [
      ['new', 'present'],
      ['present', 'new'],
    ] as const) {
      const [email, newEmail] = [await addressOf(), `cfo${next()}@third.example`]
      const cookie = await signIn(server.ownerDb, world.client, { siteId: world.site, institutionId: world.bank })
      await server.ownerDb.transaction().execute((trx) => createPasswordLink(server.kernel, trx, world.client, 'reset'))
      expect((await ask(world.staff, newEmail)).body.change).toMatchObject({ newEmail, provedAt: null, agreedAt: null, mayAgree: false })
      const sent = { new: newEmail, present: email }
      expect((await answer(sent[order[0]])).body).toEqual({ status: 'waiting' })
      expect([await addressOf(), await isSignedIn(cookie)]).toEqual([email, true])
      expect((await answer(sent[order[1]])).body).toEqual({ status: 'changed' })
      expect([await addressOf(), await isSignedIn(cookie)]).toEqual([newEmail, false])
      const links = await server.ownerDb.selectFrom('singleUseToken').select('purpose').where('userId', '=', world.client).execute()
      expect(links).toEqual([])
      for (const address of [email, newEmail]) expect((await mailsTo(address)).at(-1)?.subject).toBe('Your sign-in address was changed')
    }
  })

  test('stays, whatever one manager does alone', async () => {
    await ask(world.manager)
    expect((await server.callAs(world.manager, agreeToEmailChange, { id: world.client })).status).toBe(403)
    expect((await answer(world.newEmail)).body).toEqual({ status: 'waiting' })
    expect((await server.callAs(world.manager, agreeToEmailChange, { id: world.client })).status).toBe(403)
    expect(await addressOf()).toBe(world.email)
  })

  test('changes through a second manager, where the present mailbox is lost', async () => {
    await ask(world.manager)
    const seen = await server.callAs(world.second, getEmailChange, { id: world.client })
    expect(seen.body.change).toMatchObject({ mayAgree: true, requestedBy: expect.stringMatching(/^Pat Person/) })
    expect((await server.callAs(world.second, agreeToEmailChange, { id: world.client })).body.change).toMatchObject({ mayAgree: false })
    expect(await addressOf()).toBe(world.email)
    expect((await answer(world.newEmail)).body).toEqual({ status: 'changed' })
    expect(await addressOf()).toBe(world.newEmail)
    expect(await logged()).toEqual(['requested', 'agreed', 'proved', 'made'])
  })

  test.each(['createdAt', 'permissionsUpdatedAt'] as const)(
    'is agreed to by no manager whose %s lies less than a week back',
    async (moment) => {
      await ask(world.manager)
      const { id } = await server.ownerDb.selectFrom('userAccount').select('id').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
      const since = (days: number) => new Date(Date.now() - days * 86_400_000 + 60_000).toISOString()
      const agree = async () => (await server.callAs(world.second, agreeToEmailChange, { id: world.client })).status
      await server.ownerDb
        .updateTable('userAccount')
        .set({ [moment]: since(7) })
        .where('id', '=', id)
        .execute()
      expect((await server.callAs(world.second, getEmailChange, { id: world.client })).body.change?.mayAgree).toBe(false)
      expect(await agree()).toBe(403)
      await server.ownerDb
        .updateTable('userAccount')
        .set({ [moment]: since(8) })
        .where('id', '=', id)
        .execute()
      expect(await agree()).toBe(200)
    },
  )

  test('is agreed to by no manager who was made one within the week, however old the account', async () => {
    await ask(world.manager)
    const boss = await signIn(
      server.ownerDb,
      await buildUser(server.ownerDb, 'd', { sites: [world.site], permissions: { USERS: 2 }, ...JOINED, ...SETTLED }),
      { siteId: world.site },
    )
    const colleague = await buildUser(server.ownerDb, 'b', { sites: [world.site], permissions: { USERS: 2 }, ...JOINED, ...SETTLED })
    const { body } = await server.callAs(boss, users.endpoints.get, { id: colleague })
    const updatedAt = 'updatedAt' in body ? body.updatedAt : ''
    expect((await server.callAs(boss, users.endpoints.update, { id: colleague, updatedAt, role: 4 })).status).toBe(200)
    const made = await signIn(server.ownerDb, colleague, { siteId: world.site })
    expect((await server.callAs(made, agreeToEmailChange, { id: world.client })).status).toBe(403)
  })

  test('is agreed to by no staff, and of staff asked for by managers alone', async () => {
    await ask(world.manager)
    expect((await server.callAs(world.staff, agreeToEmailChange, { id: world.client })).status).toBe(403)
    const colleague = await buildUser(server.ownerDb, 'b', { sites: [world.site], ...JOINED })
    expect((await ask(world.staff, world.newEmail, colleague)).status).toBe(403)
    expect((await ask(world.manager, world.newEmail, colleague)).status).toBe(200)
  })

  test('is not asked for again, nor for somebody deactivated', async () => {
    expect((await ask(world.staff, world.email.toUpperCase())).error.meta).toEqual({ email: ['This is the current address.'] })
    await server.ownerDb.updateTable('userAccount').set({ status: 0 }).where('id', '=', world.client).execute()
    expect((await ask(world.staff)).error).toMatchObject({ code: 'wrong_status', message: 'Reactivate this person first.' })
  })

  test('is agreed to in vain where somebody else has it by then', async () => {
    await ask(world.manager)
    await answer(world.newEmail)
    await buildUser(server.ownerDb, 'c', { sites: [world.site], institutionId: world.bank, email: world.newEmail.toUpperCase() })
    const agreed = await server.callAs(world.second, agreeToEmailChange, { id: world.client })
    expect(agreed.error).toMatchObject({ code: 'conflict', message: expect.stringMatching(/^Someone else has this address now\./) })
    expect(await addressOf()).toBe(world.email)
  })

  test('is one person’s: requests, links and sessions of others stay as they are', async () => {
    const email = `cio${next()}@bank.example`
    const other = await buildUser(server.ownerDb, 'c', { sites: [world.site], institutionId: world.bank, email, ...JOINED })
    const cookie = await signIn(server.ownerDb, other, { siteId: world.site, institutionId: world.bank })
    await server.ownerDb.transaction().execute((trx) => createPasswordLink(server.kernel, trx, other, 'reset'))
    await ask(world.staff, `cio${next()}@elsewhere.example`, other)
    const { change } = (await ask(world.staff)).body
    expect(Date.parse(change?.expiresAt ?? '') - Date.parse(change?.requestedAt ?? '')).toBe(7 * 86_400_000)
    await ask(world.staff, `cfo${next()}@elsewhere.example`)
    await answer(world.email, 'refuse')
    await ask(world.staff)
    await answer(world.newEmail)
    expect((await answer(world.email)).body).toEqual({ status: 'changed' })
    const links = await server.ownerDb.selectFrom('singleUseToken').select('purpose').where('userId', '=', other).execute()
    expect([links.length, await isSignedIn(cookie)]).toEqual([1, true])
    expect((await server.callAs(world.staff, getEmailChange, { id: other })).body.change).not.toBeNull()
    expect((await answer(email)).body).toEqual({ status: 'waiting' })
  })

  test('of another site is not there', async () => {
    const other = await buildSite(server.ownerDb)
    const stranger = await buildUser(server.ownerDb, 'b', { sites: [other], ...JOINED })
    for (const call of [getEmailChange, cancelEmailChange, agreeToEmailChange])
      expect([call.path, (await server.callAs(world.manager, call, { id: stranger })).status]).toEqual([call.path, 404])
    expect((await ask(world.manager, world.newEmail, stranger)).status).toBe(404)
  })

  test('is asked for with a recent password alone', async () => {
    await sql`update user_session set confirmed_at = now() - interval '11 minutes'`.execute(server.ownerDb)
    expect((await ask(world.staff)).error.code).toBe('confirm_required')
    expect((await server.callAs(world.clientCookie, requestOwnEmailChange, { email: world.newEmail })).error.code).toBe('confirm_required')
    await sql`insert into email_change (user_id, new_email, requested_by, requested_at, expires_at, new_token_hash)
      select ${world.client}, ${world.newEmail}, max(id), now(), now() + interval '1 day', '\\x00' from user_account`.execute(
      server.ownerDb,
    )
    expect((await server.callAs(world.second, agreeToEmailChange, { id: world.client })).error.code).toBe('confirm_required')
  })
})

describe('one’s own address', () => {
  test('changes once the link sent to the new one was used', async () => {
    const asked = await server.callAs(world.clientCookie, requestOwnEmailChange, { email: world.newEmail })
    expect(asked.body.change).toMatchObject({ newEmail: world.newEmail, agreedBy: expect.stringContaining('Ada'), mayAgree: false })
    expect(await addressOf()).toBe(world.email)
    expect((await answer(world.newEmail)).body).toEqual({ status: 'changed' })
    expect([await addressOf(), await isSignedIn(world.clientCookie)]).toEqual([world.newEmail, false])
  })

  test('is kept by a word from the present mailbox', async () => {
    await server.callAs(world.clientCookie, requestOwnEmailChange, { email: world.newEmail })
    const link = await server.callAs(undefined, readEmailChangeLink, { token: await tokenTo(world.email) })
    expect(link.body).toMatchObject({ sentTo: 'present', own: true, newEmail: world.newEmail })
    expect((await answer(world.email, 'refuse')).body).toEqual({ status: 'refused' })
    expect((await answer(world.newEmail)).error.code).toBe('link_over')
    expect((await server.callAs(world.clientCookie, getOwnEmailChange, {})).body.change).toBeNull()
    expect([await addressOf(), await logged()]).toEqual([world.email, ['requested', 'refused']])
  })

  test('takes nobody else’s, and tells nobody beforehand that there is one', async () => {
    const taken = await buildUser(server.ownerDb, 'c', { sites: [world.site], institutionId: world.bank, email: world.newEmail })
    expect((await server.callAs(world.clientCookie, requestOwnEmailChange, { email: world.newEmail.toUpperCase() })).status).toBe(200)
    expect((await answer(world.newEmail.toUpperCase())).body).toEqual({ status: 'taken' })
    expect([await addressOf(), await addressOf(taken)]).toEqual([world.email, world.newEmail])
  })
})

describe('a link about a change of address', () => {
  test('serves no more once the request was refused, canceled, replaced, made, or is a week old', async () => {
    const over = async (token: string) => (await server.callAs(undefined, readEmailChangeLink, { token })).error.code
    await ask(world.staff)
    const first = await tokenTo(world.email)
    await ask(world.staff, `cfo${next()}@fourth.example`)
    expect(await over(first)).toBe('link_over')

    const second = await tokenTo(world.email)
    expect((await server.callAs(world.staff, cancelEmailChange, { id: world.client })).status).toBe(204)
    expect([await over(second), (await logged()).at(-1)]).toEqual(['link_over', 'canceled'])

    await ask(world.staff)
    expect((await answer(world.email, 'refuse')).body).toEqual({ status: 'refused' })
    expect(await over(await tokenTo(world.email))).toBe('link_over')

    await ask(world.staff)
    await sql`update email_change set expires_at = now() where ended_at is null`.execute(server.ownerDb)
    expect(await over(await tokenTo(world.newEmail))).toBe('link_over')
    expect((await server.callAs(world.staff, getEmailChange, { id: world.client })).body.change).toBeNull()
  })

  test('to the present address cannot prove the new one, nor the other way round', async () => {
    await ask(world.staff)
    await answer(world.email)
    expect((await answer(world.email)).body).toEqual({ status: 'waiting' })
    expect(await addressOf()).toBe(world.email)
  })

  test('whoever asked hears of a refusal', async () => {
    const asker = await server.ownerDb.selectFrom('userAccount').select('email').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
    await ask(world.second)
    await answer(world.newEmail, 'refuse')
    expect((await mailsTo(asker.email)).map(({ subject }) => subject)).toEqual(['A change of address was refused'])
  })
})

test('two answers at one moment make one change', async () => {
  await ask(world.staff)
  const tokens = [await tokenTo(world.email), await tokenTo(world.newEmail)]
  const said = await Promise.all(tokens.map((token) => server.callAs(undefined, answerEmailChangeLink, { token, answer: 'confirm' })))
  expect(said.map(({ body }) => body.status).toSorted()).toEqual(['changed', 'waiting'])
  expect(await addressOf()).toBe(world.newEmail)
})

test('a person asks for twenty changes a day at most', async () => {
  for (let asked = 0; asked < 20; asked++) await ask(world.staff)
  expect((await ask(world.staff)).error.code).toBe('too_many_requests')
  expect((await ask(world.second)).status).toBe(200)
  await sql`update email_change set requested_at = requested_at - interval '1 day'`.execute(server.ownerDb)
  expect((await ask(world.staff)).status).toBe(200)
})
