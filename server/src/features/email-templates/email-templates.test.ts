import {
  chooseEmailTemplate,
  emailTemplates,
  listMailReaders,
  previewEmailTemplate,
  testEmailTemplate,
} from '@corridor/contract/email-templates.ts'
import { beforeAll, expect, test } from 'vitest'
import { inScope, scopeOfSystem } from '../../platform/http/scope.ts'
import { createPasswordLink } from '../../shared/people/password-links.ts'
import { buildInstitution, buildSite, buildUser, signIn } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'

const server = useServer()
const world = { siteId: 0, otherSite: 0, bank: 0, strangers: 0, person: 0, stranger: 0, keeper: '', otherKeeper: '' }
const { create, update, get, remove } = emailTemplates.endpoints
const BODY =
  'Dear {{firstName}} {{lastName}},\n\nAbout {{institutionName}} ({{institutionNumber}}): {{loginLink}}\n\n{{member1Name}}, {{member2Phone}}\n'

beforeAll(async () => {
  const db = server.ownerDb
  world.siteId = await buildSite(db)
  world.otherSite = await buildSite(db)
  world.bank = await buildInstitution(db, { sites: [world.siteId], name: 'Alder <b>& Sons</b> Bank' })
  world.strangers = await buildInstitution(db, { sites: [world.otherSite] })
  world.person = await buildUser(db, 'c', {
    sites: [world.siteId],
    institutionId: world.bank,
    firstName: 'Ann',
    lastName: 'O’Neil',
    email: 'ann@alder.test',
  })
  world.stranger = await buildUser(db, 'c', { sites: [world.otherSite], institutionId: world.strangers })
  const keeper = await buildUser(db, 'b', {
    sites: [world.siteId, world.otherSite],
    permissions: { EMAIL_TEMPLATES: 2 },
    email: 'keeper@firm.test',
    firstName: 'Kim',
    lastName: 'Reed',
  })
  await db
    .insertInto('serviceTeamMember')
    .values({ institutionId: world.bank, siteId: world.siteId, userId: keeper, position: 1 })
    .execute()
  world.keeper = await signIn(db, keeper, { siteId: world.siteId })
  world.otherKeeper = await signIn(db, keeper, { siteId: world.otherSite })
})

const make = async (over = {}) =>
  (await server.callAs(world.keeper, create, { name: 'Welcome', subject: 'Welcome, {{firstName}}', body: BODY, type: 0, ...over })).body
const invitationOn = async (siteId: number, userId: number) => {
  await inScope(server.kernel.db, scopeOfSystem(siteId), (trx) => createPasswordLink(server.kernel, trx, userId, 'invite'))
  return server.ownerDb.selectFrom('mailOutbox').select(['subject', 'bodyText']).orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
}

test('placeholders that are not known are refused by name, in subject and text', async () => {
  const { status, error } = await server.callAs(world.keeper, create, {
    name: 'X',
    subject: 'Hi {{frstName}}',
    body: '{{salary}} {{bonus}} {{firstName',
    type: 0,
  })
  expect([status, error.meta]).toEqual([
    400,
    { subject: [expect.stringContaining('{{frstName}}')], body: [expect.stringMatching(/\{\{salary\}\}, \{\{bonus\}\}, “\{\{firstName”/)] },
  ])
  expect(
    (await server.callAs(world.keeper, create, { name: 'X', subject: 'One\nBcc: two', body: 'x', type: 0 })).error.meta,
  ).toHaveProperty('subject')
})

test('the preview is the mail: real names as plain text, and what is missing by name', async () => {
  const asked = { type: 0, subject: 'Welcome to {{institutionName}}', body: BODY, userId: world.person } as const
  const { body } = await server.callAs(world.keeper, previewEmailTemplate, asked)
  expect(body.subject).toBe('Welcome to Alder <b>& Sons</b> Bank')
  expect(body.text).toContain(`Dear Ann O’Neil,\n\nAbout Alder <b>& Sons</b> Bank (${world.bank}): `)
  expect(body.text).toContain('/change-password#token=example')
  expect(body.text).toContain('Kim Reed')
  expect(body.missing).toEqual(['member2Phone'])
  const ofFiles = await server.callAs(world.keeper, previewEmailTemplate, { ...asked, type: 1, body: '{{fileType}} {{loginLink}}' })
  expect(ofFiles.body.text).toMatch(/^Asset Report .*\/login\?fromUrl=/m)
})

test('people of another site are neither listed nor written about', async () => {
  expect((await server.callAs(world.keeper, listMailReaders, { institutionId: world.bank })).body.records).toEqual([
    { id: world.person, name: 'O’Neil, Ann' },
  ])
  expect((await server.callAs(world.keeper, listMailReaders, { institutionId: world.strangers })).body.records).toEqual([])
  for (const userId of [world.stranger, 2_147_483_000])
    expect((await server.callAs(world.keeper, previewEmailTemplate, { type: 0, subject: 'x', body: 'x', userId })).error.code).toBe(
      'not_found',
    )
})

/** Moves the time of day without ending anybody's session. */
async function clock(time: Date | undefined): Promise<void> {
  server.setNow(time)
  const lastSeenAt = (time ?? new Date()).toISOString()
  await server.ownerDb.updateTable('userSession').set({ lastSeenAt, absoluteExpiry: '2099-01-01T00:00:00Z' }).execute()
}

test('a test mail goes to oneself, ten an hour at most', async () => {
  await clock(new Date('2026-11-03T10:00:00Z'))
  const send = () =>
    server.callAs(world.keeper, testEmailTemplate, { type: 0, subject: 'Welcome, {{firstName}}', body: BODY, userId: world.person })
  expect((await send()).body).toEqual({ recipient: 'keeper@firm.test' })
  const sent = await server.ownerDb
    .selectFrom('mailOutbox')
    .select(['recipient', 'subject'])
    .where('recipient', '=', 'keeper@firm.test')
    .execute()
  expect(sent).toEqual([{ recipient: 'keeper@firm.test', subject: '[Test] Welcome, Ann' }])
  for (let count = 1; count < 10; count++) expect((await send()).status).toBe(200)
  const refused = await send()
  expect([refused.status, refused.error.retryAfter]).toEqual([429, 3600])
  // A part of a second counts as one: whoever waits as long as they are told is not refused again.
  await clock(new Date('2026-11-03T10:30:00.400Z'))
  expect((await send()).error.retryAfter).toBe(1800)
  await clock(new Date('2026-11-03T11:00:01Z'))
  expect((await send()).status).toBe(200)
  await clock(undefined)
})

test('two who choose at the same moment take turns, and one template is left in use', async () => {
  const ids = [(await make({ name: 'One', type: 1 })).id, (await make({ name: 'Two', type: 1 })).id]
  const answers = await Promise.all(
    ids.map((id) => server.callAs(world.keeper, chooseEmailTemplate, { id, where: 'everywhere', used: true })),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  const { records } = (await server.callAs(world.keeper, emailTemplates.endpoints.list, { type: 1 })).body
  expect(records.filter(({ usedEverywhere }) => usedEverywhere)).toHaveLength(1)
})

test('of several one is used: a site’s own choice before that of all sites, and mails follow it', async () => {
  const general = await make({ name: 'General', subject: 'General' })
  const own = await make({ name: 'Own', subject: 'Own' })
  expect((await invitationOn(world.siteId, world.person)).subject).toBe('Your account with Corridor')
  const choose = (id: number, where: 'site' | 'everywhere', used = true) =>
    server.callAs(world.keeper, chooseEmailTemplate, { id, where, used })
  expect((await choose(general.id, 'everywhere')).body).toMatchObject({ inUse: true, usedEverywhere: true, usedHere: false })
  expect((await choose(own.id, 'site')).body).toMatchObject({ inUse: true, usedHere: true })
  expect((await invitationOn(world.siteId, world.person)).subject).toBe('Own')
  expect((await invitationOn(world.otherSite, world.stranger)).subject).toBe('General')
  expect((await server.callAs(world.keeper, get, { id: general.id })).body.inUse).toBe(false)
  expect((await server.callAs(world.otherKeeper, get, { id: general.id })).body.inUse).toBe(true)
  // A template in use is neither deleted, from any site, nor turned into another type.
  expect((await server.callAs(world.keeper, remove, { ids: [own.id] })).error.meta).toEqual({ [own.id]: ['1 choice of this site'] })
  expect((await server.callAs(world.otherKeeper, remove, { ids: [own.id] })).error.code).toBe('in_use')
  const { updatedAt } = (await server.callAs(world.keeper, get, { id: own.id })).body
  expect((await server.callAs(world.keeper, update, { id: own.id, updatedAt, type: 1 })).error.meta).toHaveProperty('type')
  expect((await choose(own.id, 'site', false)).body.inUse).toBe(false)
  expect((await invitationOn(world.siteId, world.person)).subject).toBe('General')
  expect((await server.callAs(world.keeper, remove, { ids: [own.id] })).body.deleted).toEqual([own.id])
})
