/** Mails about a questionnaire: to the institution when it is sent, late, given back or a section is theirs; to the service team when it is returned. */

import { formatLongDate, plainDate } from '@corridor/domain/primitives/period.ts'
import { maskPhone } from '@corridor/domain/primitives/typed-input.ts'
import type { Trx } from '../../platform/database/database.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { type Mail, queueMails } from '../../platform/mail/mail.ts'
import { selectServiceTeams, type TeamMember } from '../../shared/notifications/mail-templates.ts'
import { selectTeamAddresses } from '../../shared/people/people-with.ts'
import type { Answerer } from './people.ts'
import { questionnaireName } from './queries.ts'

type Needs = Pick<Kernel, 'configuration' | 'jobs' | 'now'>

export interface Asked {
  id: number
  institutionId: number
  institutionName: string
  year: number
  dueOn: string | null
}
export type Occasion =
  | { kind: 'sent'; note: string }
  | { kind: 'reminder'; number: number }
  | { kind: 'reopened'; note: string; number: number }
  | { kind: 'section'; title: string; by: string; at: string }

/** With the rights of staff. @returns how many mails are new */
export async function writeToPeople(
  kernel: Needs,
  trx: Trx,
  siteId: number,
  asked: Asked,
  people: readonly Answerer[],
  occasion: Occasion,
  causedBy: number | null,
): Promise<number> {
  const teams = await selectServiceTeams(trx, siteId, [asked.institutionId], causedBy)
  return queueMails(
    kernel,
    trx,
    people.map((person) => mailOf(kernel, siteId, asked, person, occasion, teams.get(asked.institutionId) ?? [])),
  )
}

function mailOf(kernel: Needs, siteId: number, asked: Asked, person: Answerer, occasion: Occasion, team: readonly TeamMember[]): Mail {
  const { id, institutionName, year, dueOn } = asked
  const name = questionnaireName(year)
  const [member] = team
  const link = `${kernel.configuration.publicUrl}/login?fromUrl=${encodeURIComponent('/questionnaires/annual')}`
  const { subject, opening, key } = wordsOf(name, institutionName, occasion)
  return {
    recipient: person.email,
    subject,
    bodyText: [
      `Dear ${person.firstName} ${person.lastName},`,
      ...opening,
      ...(dueOn === null ? [] : [`Please return it by ${formatLongDate(plainDate(dueOn))}.`]),
      `Last year’s answers and what we have on file are filled in: confirm or change them. Your answers are saved as you type, so you can stop and continue at any time.`,
      `Answer it here: ${link}`,
      ...(member
        ? [[member.name, member.title, member.phone ? maskPhone(member.phone) : null, member.email].filter(Boolean).join('\n')]
        : []),
    ].join('\n\n'),
    dedupeKey: `questionnaire ${siteId} ${id} ${key} ${person.userId}`,
  }
}

function wordsOf(name: string, institution: string, occasion: Occasion): { subject: string; opening: string[]; key: string } {
  switch (occasion.kind) {
    case 'sent':
      return {
        subject: `${name} for ${institution}`,
        opening: [`The ${name} for ${institution} is open for your answers.`, ...(occasion.note ? [occasion.note] : [])],
        key: 'sent',
      }
    case 'reminder':
      return {
        subject: `Reminder: ${name} for ${institution}`,
        opening: [`The ${name} for ${institution} has not been returned yet.`],
        key: `reminder ${occasion.number}`,
      }
    case 'reopened':
      return {
        subject: `Please review again: ${name} for ${institution}`,
        opening: [`We reopened the ${name} for ${institution}. Please review the following:`, occasion.note],
        key: `reopened ${occasion.number}`,
      }
    case 'section':
      return {
        subject: `${name}: “${occasion.title}” is yours to answer`,
        opening: [`${occasion.by} asks you to answer the section “${occasion.title}” of the ${name} for ${institution}.`],
        key: `section ${occasion.title} ${occasion.at}`,
      }
  }
}

/** The service team hears of a return; where none is named, the site's own contact. With the rights of staff. */
export async function mailTeam(
  kernel: Needs,
  trx: Trx,
  siteId: number,
  asked: Asked & { batchId: number },
  signed: { number: number; signerName: string; signerTitle: string },
): Promise<number> {
  const recipients = await selectTeamAddresses(trx, siteId, asked.institutionId)
  if (recipients.length === 0) return 0
  const name = questionnaireName(asked.year)
  return queueMails(kernel, trx, [
    {
      recipient: recipients.join(', '),
      subject: `${asked.institutionName} returned the ${name}`,
      bodyText: [
        `${signed.signerName}, ${signed.signerTitle} of ${asked.institutionName}, signed and returned the ${name}${signed.number > 1 ? ' again' : ''}.`,
        `Its answers beside last year’s: ${kernel.configuration.publicUrl}/annual-questionnaire/${asked.batchId}/results/${asked.id}`,
      ].join('\n\n'),
      dedupeKey: `questionnaire ${siteId} ${asked.id} returned ${signed.number}`,
    },
  ])
}
