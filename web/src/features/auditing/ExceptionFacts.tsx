/** An exception's institution, carrier and policies, each leading to its page for whoever may open it; its month, and who is to settle it by when. */
import type { getException } from '@corridor/contract/auditing.ts'
import { institutions } from '@corridor/contract/institutions.ts'
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { getPolicy } from '@corridor/contract/register-policies.ts'
import type { Access } from '@corridor/domain/access/access.ts'
import { formatMonth, plainDate } from '@corridor/domain/primitives/period.ts'
import { Fragment, type ReactNode } from 'react'
import { useCan } from '../../kernel/session.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../ui/fields/Link.tsx'
import { formatMoment } from '../../ui/formats.ts'
import { DueDay } from '../../ui/states/DueDay.tsx'
import css from './auditing.module.css'

type Detail = ReplyOf<typeof getException>

export function ExceptionFacts({ exception }: { exception: Detail }) {
  const { institutionId, institutionName, carrierName, period, firstSeen, assignedToName, dueOn, overdue } = exception
  const facts: [string, ReactNode][] = [
    [
      'Institution',
      <LinkTo key="institution" access={institutions.endpoints.get.access} to={paths.institution(institutionId)} text={institutionName} />,
    ],
    ['Carrier', carrierName ?? '-'],
    ['Policy', <Policies key="policies" exception={exception} />],
    ['Month', formatMonth(plainDate(period))],
    ['First seen', formatMoment(firstSeen)],
    ['Assigned to', assignedToName ?? 'No one'],
  ]
  if (dueOn !== null) facts.push(['Due', <DueDay key="due" dueOn={dueOn} overdue={overdue} />])
  return (
    <dl className={css.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Its own policy, or those that it names. */
function Policies({ exception: { institutionId, carrierCode, policyId, policyNumber, insuredName, policies } }: { exception: Detail }) {
  const named = policyId === null ? policies : [{ policyId, policyNumber: `${policyNumber}${insuredName ? `, ${insuredName}` : ''}` }]
  if (named.length === 0) return `All of the institution’s${carrierCode === null ? '' : ' with this carrier'}`
  return named.map((policy, index) => (
    <Fragment key={policy.policyId}>
      {index === 0 ? null : ', '}
      <LinkTo access={getPolicy.access} to={paths.registerPolicy(institutionId, policy.policyId)} text={policy.policyNumber} />
    </Fragment>
  ))
}

/** The words alone for whoever may not open the page. */
const LinkTo = ({ access, to, text }: { access: Access; to: string; text: string }) => (useCan(access) ? <Link to={to}>{text}</Link> : text)
