/** Mails about management's own assessment: to the institution when it is asked for or given back, to the service team when it is signed. */
import { formatLongDate, type PlainDate, plainDate, yearOf } from '@corridor/domain/primitives/period.ts'
import type { ReviewFrame } from '@corridor/domain/reports/annual-review/outline.ts'
import type { Trx } from '../../platform/database/database.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { queueMails } from '../../platform/mail/mail.ts'
import { selectPeopleWith, selectTeamAddresses } from '../../shared/people/people-with.ts'

type Needs = Pick<Kernel, 'configuration' | 'jobs' | 'now'>

export interface Asked {
  id: number
  siteId: number
  institutionId: number
  institutionName: string
  frame: ReviewFrame
  period: PlainDate
  dueOn: string | null
}

export const reviewName = ({ frame, period }: Pick<Asked, 'frame' | 'period'>): string => `Annual ${frame} Review ${yearOf(period)}`

/** With the rights of staff. @param key tells one occasion from another @returns how many mails are new */
export async function askPeople(
  kernel: Needs,
  trx: Trx,
  asked: Asked,
  { subject, opening, key }: { subject: string; opening: string[]; key: string },
): Promise<number> {
  const { id, siteId, institutionId, institutionName, dueOn } = asked
  const people = await selectPeopleWith(trx, siteId, [institutionId], 'ANNUAL_BOLI_REVIEW')
  const link = `${kernel.configuration.publicUrl}/login?fromUrl=${encodeURIComponent('/annual-review/assessment')}`
  return queueMails(
    kernel,
    trx,
    people.map(({ userId, email, firstName, lastName }) => ({
      recipient: email,
      subject: `${subject}: ${reviewName(asked)} of ${institutionName}`,
      bodyText: [
        `Dear ${firstName} ${lastName},`,
        ...opening,
        ...(dueOn === null ? [] : [`Please sign it by ${formatLongDate(plainDate(dueOn))}.`]),
        'Your text is saved as you type, so you can stop and continue at any time.',
        `Enter it here: ${link}`,
      ].join('\n\n'),
      dedupeKey: `review assessment ${siteId} ${id} ${key} ${userId}`,
    })),
  )
}

/** With the rights of staff. */
export async function mailTeam(
  kernel: Needs,
  trx: Trx,
  asked: Asked,
  signed: { number: number; signerName: string; signerTitle: string; reportId: number; batchId: number },
): Promise<number> {
  const recipients = await selectTeamAddresses(trx, asked.siteId, asked.institutionId)
  if (recipients.length === 0) return 0
  return queueMails(kernel, trx, [
    {
      recipient: recipients.join(', '),
      subject: `${asked.institutionName} signed management’s assessment of the ${reviewName(asked)}`,
      bodyText: [
        `${signed.signerName}, ${signed.signerTitle} of ${asked.institutionName}, signed management’s assessment of the ${reviewName(asked)}${signed.number > 1 ? ' again' : ''}. Regenerate the review to include it.`,
        `See it here: ${kernel.configuration.publicUrl}/annual-review/${signed.batchId}/results/${signed.reportId}/config?tab=assessment`,
      ].join('\n\n'),
      dedupeKey: `review assessment ${asked.siteId} ${asked.id} signed ${signed.number}`,
    },
  ])
}
