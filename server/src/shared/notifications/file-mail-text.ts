/** Text of a mail about files: the template in use, the files by name, a link straight to them, and how to get fewer such mails. */
import { formatCount } from '@corridor/domain/primitives/money.ts'
import { fillTemplate } from '@corridor/domain/sites/mail-template.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import type { Recipient, TellableFile } from './file-mail-recipients.ts'
import { type TeamMember, type TemplateInUse, teamValues } from './mail-templates.ts'

export interface FileMail {
  publicUrl: string
  siteId: number
  template: TemplateInUse | undefined
  person: Recipient
  /** The new files they may open; at least one. */
  files: readonly TellableFile[]
  /** The page of them all; the list of what is new when there is none. */
  place: string | null
  team: readonly TeamMember[]
  dedupeKey: string
}

export function writeFileMail({ publicUrl, siteId, template = PLAIN, person, files, place, team, dedupeKey }: FileMail): Mail {
  const link = (to: string) => `${publicUrl}/login?fromUrl=${encodeURIComponent(to)}`
  const values = {
    firstName: person.firstName,
    lastName: person.lastName,
    institutionName: person.institutionName,
    institutionNumber: String(person.institutionId),
    fileType: typesOf(files),
    fileNames: namesOf(files),
    loginLink: link(placeOf(files, place)),
    choiceLink: link(CHOICE),
    ...teamValues(team),
  }
  return {
    recipient: person.email,
    subject: fillTemplate(template.subject, values),
    bodyText: fillTemplate(complete(template.body), values),
    dedupeKey,
    tellsOf: { siteId, userId: person.userId, files: files.map(({ kind, id, place: own }) => ({ kind, id, place: own })) },
  }
}

/** The page of the files: the one's own viewer, else the page of all that came together, else the list of what is new. */
export function placeOf(files: readonly TellableFile[], place: string | null): string {
  const [only, ...others] = files
  return only && others.length === 0 ? (only.place ?? viewerOf(only)) : (place ?? WHAT_IS_NEW)
}

/** "New: Asset Report, September 2026", "12 new files for First Coastal Bank: Asset Report, Form 8925" */
export function titleOf({ institutionName }: Recipient, files: readonly TellableFile[]): string {
  const [only, ...others] = files
  if (only && others.length === 0) return `New: ${only.displayName}`
  return `${formatCount(files.length)} new files for ${institutionName}: ${typesOf(files)}`
}

const typesOf = (files: readonly TellableFile[]): string => [...new Set(files.map(({ typeName }) => typeName))].join(', ')

const viewerOf = ({ kind, id }: TellableFile) => (kind === 'REPORT' ? `/view-report/${id}` : `/view-document/${id}`)
/** The client's dashboard begins with the files that the person has not opened yet. */
const WHAT_IS_NEW = '/dashboard'
const CHOICE = '/my-profile'

const MOST_NAMES = 10

function namesOf(files: readonly TellableFile[]): string {
  const named = files.length > MOST_NAMES + 1 ? files.slice(0, MOST_NAMES) : files
  const lines = named.map(({ displayName, typeName }) => `- ${displayName}${displayName.includes(typeName) ? '' : ` (${typeName})`}`)
  return [...lines, ...(named.length < files.length ? [`and ${files.length - named.length} more`] : [])].join('\n')
}

/** A template that does not say which files came, where they are, or how to get fewer mails, is completed: every mail says so. */
function complete(body: string): string {
  const names = (placeholder: string) => new RegExp(`\\{\\{\\s*${placeholder}\\s*\\}\\}`).test(body)
  const lines = body.trimEnd().split('\n')
  if (!names('loginLink')) lines.push('', '{{loginLink}}')
  if (!names('fileNames')) {
    const at = lines.findIndex((line) => line.includes('loginLink'))
    lines.splice(at, 0, '{{fileNames}}', '')
  }
  if (!names('choiceLink')) lines.push('', 'To get these emails daily, weekly or not at all: {{choiceLink}}')
  return `${lines.join('\n')}\n`
}

/** While no template of the type is in use. */
const PLAIN: TemplateInUse = {
  subject: 'New for {{institutionName}}: {{fileType}}',
  body: 'Dear {{firstName}} {{lastName}},\n\nThe following is new for {{institutionName}}:\n\n{{fileNames}}\n\nSign in to read it:\n\n{{loginLink}}\n\n{{member1Name}}\n{{member1Phone}} · {{member1Email}}\n',
}
