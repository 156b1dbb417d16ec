/** Every call that changes people, sign-in, membership, providers, schedules or settings, made in the way that would help whoever makes it. */
import { agreeToEmailChange, requestEmailChange, requestOwnEmailChange } from '@corridor/contract/email-changes.ts'
import { emailTemplates } from '@corridor/contract/email-templates.ts'
import * as mfa from '@corridor/contract/mfa.ts'
import { saveProfile } from '@corridor/contract/profile.ts'
import { createSchedule, runSchedule, updateSchedule } from '@corridor/contract/report-schedules.ts'
import * as rights from '@corridor/contract/rights.ts'
import { endUserSessions, switchInstitution } from '@corridor/contract/session.ts'
import { saveSettings } from '@corridor/contract/settings.ts'
import * as sso from '@corridor/contract/single-sign-on.ts'
import { sites } from '@corridor/contract/sites.ts'
import { sendInvitation, users } from '@corridor/contract/users.ts'
import { PERMISSION_CODES } from '@corridor/domain/access.ts'
import type { Ground } from './ground.ts'

type Attempt = (ground: Ground) => Promise<{ status: number }>

const versionOf = async (
  { server }: Ground,
  table: 'userAccount' | 'site' | 'settings' | 'reportSchedule' | 'permissionTemplate',
  id: number,
) =>
  (await server.ownerDb.selectFrom(table).select('updatedAt').where('id', '=', id).executeTakeFirst())?.updatedAt ??
  new Date().toISOString()
const rightsOf = async ({ server }: Ground, id: number) =>
  (await server.ownerDb.selectFrom('userAccount').select('permissionsUpdatedAt').where('id', '=', id).executeTakeFirst())
    ?.permissionsUpdatedAt ?? new Date().toISOString()
const providerOf = async ({ server, bank, site }: Ground) =>
  (
    await server.ownerDb
      .selectFrom('identityProvider')
      .select('updatedAt')
      .where('institutionId', '=', bank)
      .where('siteId', '=', site)
      .executeTakeFirst()
  )?.updatedAt ?? null

const EVERYTHING = PERMISSION_CODES.map((code) => ({ code, access: 2 as const }))
let mailboxes = 0
const mailbox = ({ own }: Ground) => `box${++mailboxes}@${own}`
const change = (ground: Ground, id: number, changes: object) =>
  versionOf(ground, 'userAccount', id).then((updatedAt) => ground.act(users.endpoints.update, { id, updatedAt, ...changes }))
const person = (ground: Ground, more: object) => ({
  firstName: 'Some',
  lastName: 'Body',
  email: mailbox(ground),
  role: 2 as const,
  institutionId: ground.bank,
  invite: true,
  ...more,
})
/** The newest account that was not there from the beginning, else one's own. */
const puppetOf = async ({ server, own, self }: Ground): Promise<number> =>
  (
    await server.ownerDb
      .selectFrom('userAccount')
      .select('id')
      .where('email', 'like', `box%@${own}`)
      .orderBy('id', 'desc')
      .executeTakeFirst()
  )?.id ?? self

export const ATTEMPTS: Readonly<Record<string, Attempt>> = {
  'give a client an address of one’s own': (g) => change(g, g.people.cfo, { email: mailbox(g) }),
  'give a manager an address of one’s own': (g) => change(g, g.people.manager, { email: mailbox(g) }),
  'give a client a phone of one’s own': (g) => change(g, g.people.cfo, { phone: '3125550142' }),
  'ask for another address of a client': (g) => g.act(requestEmailChange, { id: g.people.cfo, email: mailbox(g) }),
  'ask for another address of a manager': (g) => g.act(requestEmailChange, { id: g.people.manager, email: mailbox(g) }),
  'agree for a client': (g) => g.act(agreeToEmailChange, { id: g.people.cfo }),
  'agree for a manager': (g) => g.act(agreeToEmailChange, { id: g.people.manager }),
  'ask for another address of one’s own': (g) => g.act(requestOwnEmailChange, { email: `cfo-too@${g.domain}` }),
  'open an account at a bank': (g) => g.act(users.endpoints.create, person(g, {})),
  'open a Team Member’s account at a bank': (g) => g.act(users.endpoints.create, person(g, { role: 3 })),
  'open a representative’s account': (g) =>
    g.act(users.endpoints.create, person(g, { role: 1, institutionId: null, institutionIds: [g.bank] })),
  'open a manager’s account': (g) => g.act(users.endpoints.create, person(g, { role: 4, institutionId: null })),
  'move one’s own account to a bank': async (g) => change(g, await puppetOf(g), { institutionId: g.bank }),
  'make oneself a manager': (g) => change(g, g.self, { role: 4 }),
  'make one’s other account a manager': async (g) => change(g, await puppetOf(g), { role: 4, institutionId: null }),
  'make a client a representative of one’s own': (g) => change(g, g.people.cfo, { role: 1, institutionId: null, institutionIds: [g.bank] }),
  'give a representative a bank': (g) => change(g, g.people.representative, { institutionIds: [g.bank, g.otherBank] }),
  'take a bank oneself': (g) => change(g, g.self, { institutionIds: [g.bank, g.otherBank] }),
  'invite a client again': (g) => g.act(sendInvitation, { id: g.people.cfo }),
  'deactivate a client': (g) => g.act(users.endpoints.bulk, { action: 'deactivate', ids: [g.people.cfo] }),
  'reactivate a client': (g) => g.act(users.endpoints.bulk, { action: 'reactivate', ids: [g.people.cfo] }),
  'delete a client': (g) => g.act(users.endpoints.remove, { ids: [g.people.cfo] }),
  'bring a client back': (g) => g.act(users.endpoints.restore, { ids: [g.people.cfo] }),
  'end a client’s sessions': (g) => g.act(endUserSessions, { id: g.people.cfo }),
  'take a client’s second factor away': async (g) => {
    const method = await g.server.ownerDb.selectFrom('mfaMethod').select('id').where('userId', '=', g.people.cfo).executeTakeFirst()
    return g.act(mfa.removeMfaMethod, { id: method?.id ?? 0 })
  },
  'take a client’s bank account away': (g) => g.act(mfa.unlinkIdentities, { userId: g.people.cfo }),
  'raise one’s own rights': async (g) =>
    g.act(rights.saveUserPermissions, { id: g.self, permissions: EVERYTHING, updatedAt: await rightsOf(g, g.self) }),
  'raise the rights of one’s other account': async (g) => {
    const id = await puppetOf(g)
    return g.act(rights.saveUserPermissions, { id, permissions: EVERYTHING, updatedAt: await rightsOf(g, id) })
  },
  'take rights from a template': async (g) =>
    g.act(rights.applyTemplate, {
      id: g.self,
      templateId: g.templateId,
      mode: 'merge',
      updatedAt: await rightsOf(g, g.self),
      templateUpdatedAt: await versionOf(g, 'permissionTemplate', g.templateId),
    }),
  'raise a template': async (g) =>
    g.act(rights.permissionTemplates.endpoints.update, {
      id: g.templateId,
      updatedAt: await versionOf(g, 'permissionTemplate', g.templateId),
      permissions: EVERYTHING,
    }),
  'widen one’s own membership': (g) =>
    g.act(rights.saveMembership, { userId: g.self, institutionId: g.otherBank, ownTypeCodes: ['MBR', 'SMB', 'USR'], updatedAt: null }),
  'widen a bank’s membership': (g) =>
    g.act(rights.saveInstitutionMembership, { id: g.bank, reportTypeCodes: ['MBR', 'USR'], updatedAt: null }),
  'look as a client': (g) => g.act(rights.startViewAs, { userId: g.people.cfo }),
  'switch to a bank': (g) => g.act(switchInstitution, { id: g.bank }),
  'enter a provider of one’s own for a bank': async (g) =>
    g.act(sso.saveIdentityProvider, {
      id: g.bank,
      issuer: g.provider.issuer,
      clientId: g.provider.clientId,
      clientSecret: g.provider.clientSecret,
      domains: [g.domain],
      strongAcrValues: [],
      enabled: true,
      updatedAt: await providerOf(g),
    }),
  'confirm that provider as the bank': async (g) =>
    g.act(sso.answerOwnProvider, { answer: 'confirm', updatedAt: (await providerOf(g)) ?? new Date().toISOString() }),
  'look for that provider’s record': (g) => g.act(sso.checkProviderDomain, { id: g.bank, domain: g.domain }),
  'remove a bank’s provider': (g) => g.act(sso.removeIdentityProvider, { id: g.bank }),
  'lead a site elsewhere': async (g) =>
    g.act(sites.endpoints.update, { id: g.site, updatedAt: await versionOf(g, 'site', g.site), url: `portal.${g.own}` }),
  'hide the link of invitations in an address': (g) =>
    g.act(emailTemplates.endpoints.create, {
      name: `Signup ${mailbox(g)}`,
      type: 0,
      subject: 'Come',
      body: `https://${g.own}/#{{loginLink}}`,
    }),
  'let everybody guess': async (g) => g.act(saveSettings, { updatedAt: await versionOf(g, 'settings', 1), failedAttempts: 100 }),
  'turn four eyes off': async (g) => g.act(saveSettings, { updatedAt: await versionOf(g, 'settings', 1), fourEyesRelease: false }),
  'have reports made': (g) =>
    g.act(createSchedule, { name: 'Mine', reportType: 'AssetReport', isQuarterly: false, businessDay: 5, institutionIds: [], hold: false }),
  'change a schedule': async (g) =>
    g.act(updateSchedule, { id: g.scheduleId, updatedAt: await versionOf(g, 'reportSchedule', g.scheduleId), hold: false }),
  'run a schedule': (g) => g.act(runSchedule, { id: g.scheduleId }),
  'change one’s own profile': async (g) => g.act(saveProfile, { updatedAt: await versionOf(g, 'userAccount', g.self), title: 'CFO' }),
  'add a second factor': (g) => g.act(mfa.startMfaSetup, { channel: 'email' }),
}
