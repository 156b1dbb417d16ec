/** Whom somebody can act as now, tried by all that they can reach: their mailboxes, their provider, their session. */
import { agreeToEmailChange, answerEmailChangeLink } from '@corridor/contract/email-changes.ts'
import * as mfa from '@corridor/contract/mfa.ts'
import { saveProfile } from '@corridor/contract/profile.ts'
import { checkPasswordLink } from '@corridor/contract/session.ts'
import { startSingleSignOn } from '@corridor/contract/single-sign-on.ts'
import { sql } from 'kysely'
import { sendResetLink } from '../../shared/people/password-links.ts'
import { cookieIn, enterBy, type Ground, sessionOf } from './ground.ts'

const JOB = { id: 'escalation', attempt: 1, lastAttempt: true, signal: new AbortController().signal }

/** @returns a sentence for each gain; none when they can do no more than before */
export async function gainsOf(ground: Ground, before: Awaited<ReturnType<typeof sessionOf>>): Promise<string[]> {
  const { server, self } = ground
  const gains: string[] = []
  const own = await sessionOf(server, ground.cookie())
  if (own.actingAs) {
    const changed = await server.callAs(ground.cookie(), saveProfile, { updatedAt: new Date().toISOString(), title: 'CFO' })
    if (changed.status !== 403 || changed.error.code !== 'read_only') gains.push('changes something as the client looked at')
  } else if (own.userId === self) {
    if (own.userRole !== before.userRole) gains.push(`is ${own.userRole} and was ${before.userRole}`)
    for (const { code, access } of own.permissions)
      if (access > (before.permissions.find((entry) => entry.code === code)?.access ?? 0)) gains.push(`holds ${code} at ${access}`)
    const reach = (session: typeof own) => [session.institutionId, ...session.institutions.map(({ id }) => id)]
    // Staff look at every institution of their sites anyway.
    if (own.userRole !== 'b' && own.userRole !== 'd')
      for (const id of reach(own)) if (!reach(before).includes(id)) gains.push(`reaches institution ${id}`)
    const known = before.sites.map(({ id }) => id)
    for (const { id } of own.sites) if (!known.includes(id) && !(await holdsNothingNew(ground, id, known))) gains.push(`is on site ${id}`)
  } else if (own.userId !== 0) gains.push(`holds the session of ${own.email}`)

  const entered = new Map<string, string>()
  await followMails(ground, entered)
  for (const userId of Object.values(ground.people)) await sendResetLink.run(server.kernel, { userId }, JOB)
  await followMails(ground, entered)
  await throughProvider(ground, entered)
  // With whatever account was gained: agree to what was asked for with the first.
  for (const cookie of [...entered.values()])
    for (const id of [ground.people.cfo, ground.people.manager])
      if ((await server.callAs(cookie, agreeToEmailChange, { id })).status === 200) await followMails(ground, entered)

  for (const [email, cookie] of entered) {
    const session = await sessionOf(server, cookie)
    if (session.userId === 0 || session.userId === self || !session.isMfaValid) continue
    if (Object.values(ground.people).includes(session.userId)) gains.push(`is signed in as ${email}`)
    else if (!(await isListed(ground, session.userId, before.userRole)))
      gains.push(`has an account of its own, ${email}, that nobody was told of`)
  }
  return gains
}

/** A site that somebody made has nobody else in it, and no institution but those of the sites that they were on. */
const holdsNothingNew = async ({ server, self }: Ground, siteId: number, before: readonly number[]): Promise<boolean> =>
  (
    await sql`select from user_site where site_id = ${siteId} and user_id <> ${self}
      union all select from institution_site one where one.site_id = ${siteId} and not exists (
        select from institution_site known where known.institution_id = one.institution_id and known.site_id = any(${[...before]}::int[]))`.execute(
      server.ownerDb,
    )
  ).rows.length === 0

/** A new account is a manager's to open, or staff's where the bank's own domain is: logged, and told to the bank's clients or the other managers. */
async function isListed({ server, own }: Ground, userId: number, role: string): Promise<boolean> {
  const account = await server.ownerDb
    .selectFrom('userAccount')
    .select(['role', 'email'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const logged = await server.ownerDb
    .selectFrom('activity')
    .select('id')
    .where('action', '=', 'users.created')
    .where('entityId', '=', String(userId))
    .execute()
  // To the bank's clients or the other managers, who may be gone by now: to anybody but who tries.
  const told = await server.ownerDb
    .selectFrom('mailOutbox')
    .select('id')
    .where('bodyText', 'like', `%${account.email}%`)
    .where('recipient', 'not like', `%@${own}`)
    .execute()
  return role === 'd' && logged.length > 0 && (account.role === 'e' || told.length > 0)
}

/** Uses every link in mails that lie in the mailboxes of who tries. */
async function followMails({ server, own }: Ground, entered: Map<string, string>): Promise<void> {
  const mails = await server.ownerDb
    .selectFrom('mailOutbox')
    .select('bodyText')
    .where('recipient', 'like', `%@${own}`)
    .where('bodyText', 'like', '%#token=%')
    .orderBy('id')
    .execute()
  for (const { bodyText } of mails) {
    const [, page, token = ''] = /\/(confirm-email|change-password)#token=([\w-]{43})/.exec(bodyText) ?? []
    if (page === 'confirm-email') await server.callAs(undefined, answerEmailChangeLink, { token, answer: 'confirm' })
    if (page !== 'change-password') continue
    const { status, body } = await server.callAs(undefined, checkPasswordLink, { token })
    if (status !== 200) continue
    const cookie = await enterBy(server, token, body.email)
    if (cookie) entered.set(body.email, (await passSecondFactor({ server, own }, cookie)) ?? cookie)
  }
}

/** By a code sent to a mailbox of one's own, or by a first factor that is set up there. */
async function passSecondFactor({ server, own }: Pick<Ground, 'server' | 'own'>, cookie: string): Promise<string | undefined> {
  const { methods } = (await server.callAs(cookie, mfa.listMfaMethods, {})).body
  const setup = methods.length === 0 ? (await server.callAs(cookie, mfa.startMfaSetup, { channel: 'email' })).body.id : undefined
  if (setup === undefined) await server.callAs(cookie, mfa.sendMfaCode, {})
  const mail = await server.ownerDb
    .selectFrom('mailOutbox')
    .select('bodyText')
    .where('recipient', 'like', `%@${own}`)
    .where('subject', '=', 'Your code for Corridor')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  const code = /\b(\d{6})\b/.exec(mail?.bodyText ?? '')?.[1]
  if (!code) return undefined
  const { headers } = await server.callAs(cookie, mfa.verifyMfa, setup === undefined ? { code } : { code, setupId: setup })
  return cookieIn(headers)
}

/** The provider says that whoever is asked for is there, with every factor. */
async function throughProvider(ground: Ground, entered: Map<string, string>): Promise<void> {
  const { server, provider, bank, people } = ground
  const { rows } = await sql`select from identity_provider where institution_id = ${bank}`.execute(server.ownerDb)
  if (rows.length === 0) return
  const cfo = await server.ownerDb.selectFrom('userAccount').select('email').where('id', '=', people.cfo).executeTakeFirst()
  if (!cfo) return
  const { email } = cfo
  provider.people.set(email, { subject: `as ${email}`, email, email_verified: true, amr: ['mfa'] })
  const left = await server.callAs(undefined, startSingleSignOn, { email })
  if (left.status !== 200) return
  const jar = new Map<string, string>()
  let url = left.body.url
  for (let hop = 0; hop < 8 && url.startsWith(provider.issuer); hop++) {
    const reply = await fetch(url, { redirect: 'manual', headers: { cookie: [...jar].map((pair) => pair.join('=')).join('; ') } })
    for (const cookie of reply.headers.getSetCookie())
      jar.set(cookie.slice(0, cookie.indexOf('=')), cookie.slice(cookie.indexOf('=') + 1, cookie.indexOf(';')))
    url = new URL(reply.headers.get('location') ?? '', url).href
  }
  const browser = /(?:^|[,;\s])sso=([^;]+)/.exec([left.headers['set-cookie']].flat().join('\n'))?.[1] ?? ''
  const back = new URL(url)
  const reply = await server.app.inject({ url: back.pathname + back.search, cookies: { sso: browser } })
  const cookie = cookieIn(reply.headers)
  if (cookie) entered.set(email, cookie)
}
