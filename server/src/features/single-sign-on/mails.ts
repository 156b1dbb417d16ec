/** Messages to a bank's people and the managers about the bank's sign-in provider: nobody changes who gets in behind their backs. */
import { randomUUID } from 'node:crypto'
import type { IdentityProvider } from '@corridor/contract/single-sign-on.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { queueMails } from '../../platform/mail/mail.ts'

interface Happening {
  institutionId: number
  siteId: number
  by: { firstName: string; lastName: string }
  happened: 'entered' | 'changed' | 'removed' | 'confirmed' | 'refused'
  provider: Pick<IdentityProvider, 'issuer' | 'domains' | 'enabled'> & { proofs?: IdentityProvider['proofs'] }
}

/** To the bank's Clients and Team Members on the site. */
export async function mailBank(kernel: Kernel, trx: Trx, happening: Happening): Promise<void> {
  const { institutionId, siteId, provider, happened } = happening
  const by = `${happening.by.firstName} ${happening.by.lastName}`
  const { rows: readers } = await sql<{ email: string; firstName: string; role: 'a' | 'c'; bank: string }>`
    select u.email, u.first_name, u.role, i.name as bank from user_account u
    join user_site s on s.user_id = u.id and s.site_id = ${siteId} join institution i on i.id = u.institution_id
    where u.institution_id = ${institutionId} and u.role in ('a', 'c') and u.status = 1`.execute(trx)
  const open = happened !== 'removed' && happened !== 'refused' && provider.proofs?.some(({ proof }) => proof === null)
  const bodyFor = ({ firstName, role, bank }: (typeof readers)[number]) =>
    [
      `Dear ${firstName},`,
      `${by} ${happened} the provider through which the people of ${bank} may sign in to Corridor:`,
      `${provider.issuer}\nfor addresses at ${provider.domains.join(', ')}`,
      ...(open
        ? [
            'No one can sign in through it until your bank confirms it: by a record in its DNS, or by a Client with an address at the domain.',
            ...(role === 'c'
              ? [`You can look at it and confirm or refuse it under Profile: ${kernel.configuration.publicUrl}/my-profile`]
              : []),
          ]
        : []),
      ...(happened === 'removed' || happened === 'refused' ? ['Everyone signs in with a password from now on.'] : []),
      'If your bank did not ask for this, tell your service team at once.',
    ].join('\n\n')
  await queueMails(
    kernel,
    trx,
    readers.map((reader) => ({
      recipient: reader.email,
      subject: `Sign-in provider of ${reader.bank}: ${happened}`,
      bodyText: `${bodyFor(reader)}\n`,
      dedupeKey: `identity provider ${randomUUID()}`,
    })),
  )
}

/** To the site's managers, when a bank refuses what was entered for it. */
export async function mailManagers(kernel: Kernel, trx: Trx, { institutionId, siteId, by, provider }: Happening): Promise<void> {
  const { rows: readers } = await sql<{ email: string; firstName: string; bank: string }>`
    select u.email, u.first_name, i.name as bank from user_account u join user_site s on s.user_id = u.id and s.site_id = ${siteId}
    cross join institution i where i.id = ${institutionId} and u.role = 'd' and u.status = 1`.execute(trx)
  await queueMails(
    kernel,
    trx,
    readers.map(({ email, firstName, bank }) => ({
      recipient: email,
      subject: `${bank} refused its sign-in provider`,
      bodyText: `Dear ${firstName},\n\n${by.firstName} ${by.lastName} of ${bank} refused ${provider.issuer} as the provider of ${provider.domains.join(', ')}. It was turned off. Find out who entered it and why.\n`,
      dedupeKey: `identity provider refused ${randomUUID()}`,
    })),
  )
}
