/** Every call that changes people, sign-in, membership, providers, schedules or settings, made in the way that would help whoever makes it. */
import * as emailChanges from '@corridor/contract/email-changes.ts'
import { chooseEmailTemplate, emailTemplates, testEmailTemplate } from '@corridor/contract/email-templates.ts'
import { institutions, setInstitutionSites } from '@corridor/contract/institutions.ts'
import type { Resource } from '@corridor/contract/kernel/resource.ts'
import * as mfa from '@corridor/contract/mfa.ts'
import { saveProfile } from '@corridor/contract/profile.ts'
import * as schedules from '@corridor/contract/report-schedules.ts'
import * as rights from '@corridor/contract/rights.ts'
import { setInstitutionTeam } from '@corridor/contract/service-team.ts'
import * as session from '@corridor/contract/session.ts'
import { saveSettings } from '@corridor/contract/settings.ts'
import * as sso from '@corridor/contract/single-sign-on.ts'
import { sites } from '@corridor/contract/sites.ts'
import { sendInvitation, users } from '@corridor/contract/users.ts'
import { PERMISSION_CODES } from '@corridor/domain/access/access.ts'
import type { Ground } from './ground.ts'

type Attempt = (ground: Ground) => Promise<{ status: number }>

const versionOf = async (
  { server }: Ground,
  table: 'userAccount' | 'site' | 'settings' | 'reportSchedule' | 'permissionTemplate' | 'emailTemplate' | 'institution',
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
/** For everybody there (ground.ts). */
const KNOWN = 'known to the person alone'
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

/** The newest that was made. */
const newest = async ({ server }: Ground, table: 'emailTemplate' | 'site') =>
  (await server.ownerDb.selectFrom(table).select('id').orderBy('id', 'desc').limit(1).executeTakeFirst())?.id ?? 0
const methodOf = async ({ server }: Ground, userId: number) =>
  (await server.ownerDb.selectFrom('mfaMethod').select('id').where('userId', '=', userId).executeTakeFirst())?.id ?? 0
const sessionOfClient = async ({ server, people }: Ground) =>
  (await server.ownerDb.selectFrom('userSession').select('id').where('userId', '=', people.cfo).executeTakeFirst())?.id ?? 0
/** Each of a resource's calls on rows that are there. */
const onRows = (name: string, { endpoints }: Resource, idOf: (ground: Ground) => Promise<number> | number) => ({
  [`deactivate ${name}`]: async (g: Ground) => g.act(endpoints.bulk, { action: 'deactivate', ids: [await idOf(g)] }),
  [`reactivate ${name}`]: async (g: Ground) => g.act(endpoints.bulk, { action: 'reactivate', ids: [await idOf(g)] }),
  [`delete ${name}`]: async (g: Ground) => g.act(endpoints.remove, { ids: [await idOf(g)] }),
  [`bring ${name} back`]: async (g: Ground) => g.act(endpoints.restore, { ids: [await idOf(g)] }),
})

export const ATTEMPTS: Readonly<Record<string, Attempt>> = {
  'give a client an address of one’s own': (g) => change(g, g.people.cfo, { email: mailbox(g) }),
  'give a manager an address of one’s own': (g) => change(g, g.people.manager, { email: mailbox(g) }),
  'give a client a phone of one’s own': (g) => change(g, g.people.cfo, { phone: '3125550142' }),
  'ask for another address of a client': (g) => g.act(emailChanges.requestEmailChange, { id: g.people.cfo, email: mailbox(g) }),
  'ask for another address of a manager': (g) => g.act(emailChanges.requestEmailChange, { id: g.people.manager, email: mailbox(g) }),
  'agree for a client': (g) => g.act(emailChanges.agreeToEmailChange, { id: g.people.cfo }),
  'agree for a manager': (g) => g.act(emailChanges.agreeToEmailChange, { id: g.people.manager }),
  'ask for another address of one’s own': (g) => g.act(emailChanges.requestOwnEmailChange, { email: `cfo-too@${g.domain}` }),
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
  ...onRows('a client', users, (g) => g.people.cfo),
  'end a client’s sessions': (g) => g.act(session.endUserSessions, { id: g.people.cfo }),
  'take a client’s second factor away': async (g) => g.act(mfa.removeMfaMethod, { id: await methodOf(g, g.people.cfo) }),
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
  'switch to a bank': (g) => g.act(session.switchInstitution, { id: g.bank }),
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
    g.act(schedules.createSchedule, {
      name: 'Mine',
      reportType: 'AssetReport',
      isQuarterly: false,
      businessDay: 5,
      institutionIds: [],
      hold: false,
    }),
  'change a schedule': async (g) =>
    g.act(schedules.updateSchedule, { id: g.scheduleId, updatedAt: await versionOf(g, 'reportSchedule', g.scheduleId), hold: false }),
  'run a schedule': (g) => g.act(schedules.runSchedule, { id: g.scheduleId }),
  'change one’s own profile': async (g) => g.act(saveProfile, { updatedAt: await versionOf(g, 'userAccount', g.self), title: 'CFO' }),
  'add a second factor': (g) => g.act(mfa.startMfaSetup, { channel: 'email' }),
  'prefer a client’s second factor': async (g) => g.act(mfa.changeMfaMethod, { id: await methodOf(g, g.people.cfo), preferred: true }),
  'make recovery codes': (g) => g.act(mfa.makeRecoveryCodes, {}),
  'ask for a passkey': (g) => g.act(mfa.askPasskey, {}),
  'have a code sent': (g) => g.act(mfa.sendMfaCode, {}),
  'answer with a guess': (g) => g.act(mfa.verifyMfa, { code: '000000' }),
  'give one’s password again': (g) => g.act(session.confirmSession, { password: KNOWN }),
  'choose another password': (g) => g.act(session.changePassword, { current: KNOWN, password: 'Lantern-Quarry-7703' }),
  'end a client’s session by its number': async (g) => g.act(session.endSession, { id: await sessionOfClient(g) }),
  'end one’s other sessions': (g) => g.act(session.endOtherSessions, {}),
  'switch to a site': async (g) => g.act(session.switchSite, { id: await newest(g, 'site') }),
  'make a template of everything': (g) =>
    g.act(rights.permissionTemplates.endpoints.create, { name: `Everything ${mailbox(g)}`, permissions: EVERYTHING }),
  'remove a template': (g) => g.act(rights.removePermissionTemplate, { id: g.templateId }),
  ...onRows('a template', rights.permissionTemplates, (g) => g.templateId),
  'open a site of one’s own': (g) =>
    g.act(sites.endpoints.create, { name: `Site ${mailbox(g)}`, displayName: 'Site', url: `site${mailboxes}.${g.own}` }),
  ...onRows('a site', sites, (g) => newest(g, 'site')),
  'word a mail anew': async (g) => {
    const id = await newest(g, 'emailTemplate')
    const body = `https://${g.own}/?to={{firstName}} {{loginLink}}`
    return g.act(emailTemplates.endpoints.update, { id, updatedAt: await versionOf(g, 'emailTemplate', id), body })
  },
  'choose a wording of one’s own': async (g) =>
    g.act(chooseEmailTemplate, { id: await newest(g, 'emailTemplate'), where: 'everywhere', used: true }),
  'have a client’s invitation sent to oneself': (g) =>
    g.act(testEmailTemplate, { type: 0, userId: g.people.cfo, subject: 'Come', body: '{{loginLink}}' }),
  ...onRows('a wording', emailTemplates, (g) => newest(g, 'emailTemplate')),
  'open a bank of one’s own': (g) => g.act(institutions.endpoints.create, { name: `Bank ${mailbox(g)}` }),
  'name a bank anew': async (g) =>
    g.act(institutions.endpoints.update, { id: g.bank, updatedAt: await versionOf(g, 'institution', g.bank), name: `Bank ${mailbox(g)}` }),
  'put a bank on another site': async (g) => g.act(setInstitutionSites, { id: g.bank, siteIds: [g.site, await newest(g, 'site')] }),
  ...onRows('a bank', institutions, (g) => g.bank),
  'serve a bank': (g) => g.act(setInstitutionTeam, { id: g.bank, userIds: [g.self], before: [] }),
  'pause a schedule': (g) => g.act(schedules.pauseSchedule, { id: g.scheduleId, paused: true }),
  'delete a schedule': (g) => g.act(schedules.deleteSchedule, { id: g.scheduleId }),
  'bring a schedule back': (g) => g.act(schedules.restoreSchedule, { id: g.scheduleId }),
}

/** The other calls, by feature or by their own name, and their bearing on who signs in as whom. */
export const NOT_TRIED: Readonly<Record<string, string>> = {
  'session.login': 'needs the password: made with every account that was gained (gains.ts)',
  'session.checkPasswordLink': 'needs the link: made with every link that comes to a mailbox of one’s own',
  'session.forgotPassword': 'the links it sends are sent for everybody there',
  'session.enterSite': 'moves the session of the browser that asked: own-sessions.test.ts',
  'session.logout': 'ends one’s own session',
  'email-changes.cancelEmailChange': 'leaves the address as it is',
  'email-changes.cancelOwnEmailChange': 'leaves the address as it is',
  'rights.endViewAs': 'gives back one’s own session',
  'email-changes.answerEmailChangeLink': 'needs the link: made with every link that comes to a mailbox of one’s own',
  'single-sign-on.startSingleSignOn': 'made as a client, through the provider of whoever tries',
  'profile.uploadAvatar': 'a portrait',
  'profile.saveSettings': 'how one’s own frame of the portal looks',
  'charts.assignOwners': 'names who looks after a bank or a carrier’s files, which opens nothing to that person',
  'profile.removeAvatar': 'a portrait',
  'sites.setSiteLogo': 'a picture',
  'sites.removeSiteLogo': 'a picture',
  'institutions.setInstitutionLogo': 'a picture',
  'institutions.removeInstitutionLogo': 'a picture',
  'institutions.createSubsidiary': 'a name in reports; nobody belongs to one',
  'institutions.saveSubsidiary': 'a name in reports; nobody belongs to one',
  'institutions.removeSubsidiary': 'a name in reports; nobody belongs to one',
  ...Object.fromEntries(
    [
      ['figures, files and papers', 'period-locks asset-reports form-8925 annual-reviews data-feeds jobs report-records questionnaires'],
      [
        'figures, files and papers',
        'questionnaire-sheet questionnaire-decisions review-words uploads documents bank-uploads service-desk service-desk-intake',
      ],
      [
        'figures, files and papers',
        'institution-terms register register-backing register-holdings register-policies carriers carrier-terms rate-table',
      ],
      ['figures, files and papers', 'auditing audit-settings audit-sign-offs financial-impact board-books salesforce'],
      ['a manager’s alone; nobody gets more than the manager holds, which is tried in shared/onboarding', 'onboarding'],
      ['names and the order of things', 'client-menus search report-configuration report-types announcements'],
      ['kept for the person alone', 'drafts saved-views notifications'],
      ['a key acts as whoever made it and holds less: key-access.test.ts and features/api-keys', 'api-keys'],
    ].flatMap(([why = '', features = '']) => features.split(' ').map((feature) => [feature, why])),
  ),
}
