/** Every action the activity log can hold: its kind, whether it was refused, and the words that tell it. A test compares it with the server's code. */

export type ActivityKind = 'sign_in' | 'denial' | 'view' | 'download' | 'release' | 'permission' | 'change' | 'system'

export interface Told {
  kind: ActivityKind
  /** Reads on from the person's name: "Ada Quill {did}". */
  did: string
  /** True: what it was done to is part of `did` already. */
  whole?: true
  outcome?: 'refused'
}
/** Followed by what it was done to. */
export const told = (kind: ActivityKind, did: string): Told => ({ kind, did })
/** Says it all. */
const whole = (kind: ActivityKind, did: string): Told => ({ kind, did, whole: true })
const refused = (kind: ActivityKind, did: string): Told => ({ kind, did, whole: true, outcome: 'refused' })

export const ACTIONS: Readonly<Record<string, Told>> = {
  'session.started': whole('sign_in', 'signed in'),
  'session.refused': refused('sign_in', 'was refused at sign-in'),
  'session.locked': refused('sign_in', 'was locked out after too many attempts'),
  'session.ended': whole('sign_in', 'signed out'),
  'session.ended_others': whole('sign_in', 'ended their other sessions'),
  'session.ended_for': told('sign_in', 'ended a session of'),
  'session.confirmed': whole('sign_in', 'gave the password again'),
  'session.confirm_refused': refused('sign_in', 'gave a wrong password when asked again'),
  'session.institution': told('sign_in', 'switched to'),
  'session.site': told('sign_in', 'switched to'),
  'password.forgotten': whole('sign_in', 'asked for a new password'),
  'password.set': whole('sign_in', 'set the first password'),
  'password.reset': whole('sign_in', 'set a new password through a link'),
  'password.changed': whole('sign_in', 'changed the password'),
  'mfa.begun': whole('sign_in', 'began to set up a second factor'),
  'mfa.sent': whole('sign_in', 'had a code sent'),
  'mfa.asked': whole('sign_in', 'was asked for a passkey'),
  'mfa.passed': whole('sign_in', 'confirmed the sign-in with the second factor'),
  'mfa.added': whole('sign_in', 'added a second factor'),
  'mfa.refused': refused('sign_in', 'gave a wrong second factor'),
  'mfa.changed': whole('sign_in', 'changed a second factor'),
  'mfa.removed': whole('sign_in', 'removed a second factor'),
  'mfa.recovery-codes': whole('sign_in', 'made new recovery codes'),
  'mfa.reset': told('sign_in', 'reset the second factors of'),
  'identity.unlinked': told('sign_in', 'took the bank’s own sign-in from'),

  'access.not_signed_in': refused('denial', 'called with a session that has ended'),
  'access.forbidden': refused('denial', 'was refused for want of a right'),
  'access.mfa_required': refused('denial', 'was refused before the second factor'),
  'access.read_only_view': refused('denial', 'was refused a change while viewing as somebody else'),
  'access.cross_site': refused('denial', 'was refused: the call came from another web site'),
  'access.not_found': refused('denial', 'asked for something that is not there, or not theirs to see'),
  'page.refused': refused('denial', 'was refused a page'),
  'access.folded': refused('denial', 'was refused more often than one row each could tell'),

  'policy.viewed': told('view', 'looked at the detail of'),
  'insured.viewed': told('view', 'looked at the detail of'),
  'feed.rows.viewed': told('view', 'looked at personal detail in'),
  'view_as.started': told('view', 'began to view as'),
  'view_as.ended': told('view', 'stopped viewing as'),
  'view_as.looked': whole('view', 'looked at what the person sees'),

  'report.downloaded': told('download', 'downloaded'),
  'client_report.downloaded': told('download', 'downloaded'),
  'feed.downloaded': told('download', 'downloaded'),
  'list.exported': whole('download', 'exported a list'),

  'report.released': told('release', 'released'),
  'report.withdrawn': told('release', 'withdrew'),
  'report.made': told('change', 'made'),
  'batch.started': told('change', 'asked for the reports of'),
  'report.made_preliminary': told('change', 'had a preliminary version made of'),
  'report.deleted': told('change', 'deleted'),
  'report.restored': told('change', 'brought back'),

  'feed.received': told('change', 'handed in'),
  'feed.posted': told('change', 'posted'),
  'feed.discarded': told('change', 'discarded'),
  'feed.rows.rejected': told('change', 'rejected rows of'),
  'feed.rows.restored': told('change', 'took back rejected rows of'),
  'feed.findings.accepted': told('change', 'accepted findings of'),
  'feed.mapping.changed': told('change', 'changed the column mapping of'),
  'policy.created': told('change', 'entered'),
  'register.entered': told('change', 'entered'),
  'register.taken_out': told('change', 'took out of the register'),

  'permissions.changed': told('permission', 'changed the permissions of'),
  'membership.changed': told('permission', 'changed the report types of'),
  'identity-provider.saved': told('permission', 'set up the own sign-in of'),
  'identity-provider.removed': told('permission', 'removed the own sign-in of'),
  'settings.saved': whole('permission', 'changed the security settings'),
  'users.invited': told('change', 'invited'),
  'profile.saved': whole('change', 'changed their profile'),
  'profile.portrait': whole('change', 'changed their portrait'),
  'institutions.sites': told('change', 'changed the sites of'),
  'institutions.service-team': told('change', 'changed the service team of'),
  'service-requests.sent': whole('change', 'wrote to the service team'),

  'user.created': told('system', 'was made a manager at the command line:'),
  'backup.made': whole('system', 'made a backup'),
  'backup.restored': whole('system', 'restored a backup'),
  'keys.rotated': whole('system', 'changed the encryption keys'),
}

/** Verbs of records of every kind: `carriers.saved`. */
export const VERBS: Readonly<Record<string, Told>> = {
  created: told('change', 'created'),
  added: told('change', 'added to'),
  saved: told('change', 'changed'),
  corrected: told('change', 'corrected'),
  deleted: told('change', 'deleted'),
  removed: told('change', 'removed'),
  deactivated: told('change', 'deactivated'),
  reactivated: told('change', 'reactivated'),
  restored: told('change', 'brought back'),
}

/** What an entity of the log is called in a sentence; one that is not here is called by its own name. */
export const ENTITIES: Readonly<Record<string, string>> = {
  report: 'asset report',
  report_batch: 'batch',
  client_report: 'released report',
  carrierFile: 'carrier file',
  users: 'user',
  institutions: 'institution',
  sites: 'site',
  carriers: 'carrier',
  subsidiaries: 'subsidiary',
  'register.plan': 'plan',
  'register.policy': 'policy',
  'register.insured': 'insured',
  'register.consent': 'consent',
  'register.agreement': 'split-dollar agreement',
  'register.transaction': 'transaction',
  'register.status': 'policy status',
  'register.valuation': 'posted value of policy',
  'report-types': 'report type',
  'email-templates': 'email template',
  'saved-views': 'saved view',
  'permission-templates': 'permission template',
}
