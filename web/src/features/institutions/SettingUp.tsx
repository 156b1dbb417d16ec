/** Steps that a new institution still needs before its people read its first report; nothing once all are done. */
import { getRelated } from '@corridor/contract/institutions.ts'
import { getInstitutionMembership, saveInstitutionMembership } from '@corridor/contract/rights.ts'
import { useCan } from '../../kernel/session.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../ui/fields/Link.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import css from './institutions.module.css'

export function SettingUp({ institutionId }: { institutionId: number }) {
  const maySetUp = useCan(saveInstitutionMembership.access)
  const related = useEndpoint(getRelated, { id: institutionId }, { enabled: maySetUp }).data?.records
  const membership = useEndpoint(getInstitutionMembership, { id: institutionId }, { enabled: maySetUp }).data
  if (!related || !membership) return null
  const has = (kind: string) => related.some((each) => each.kind === kind && each.count > 0)
  const steps = [
    {
      isDone: membership.reportTypeCodes.length > 0,
      title: 'Choose the report types its people see',
      why: 'Until then a released report is seen by no one there.',
      to: paths.institution(institutionId, 'profile'),
    },
    {
      isDone: has('users'),
      title: 'Invite its people',
      why: 'They sign in by the link in the invitation.',
      to: paths.newUser(institutionId),
    },
    {
      isDone: has('plans'),
      title: 'Add its plans',
      why: 'Each policy belongs to a plan.',
      to: paths.institution(institutionId, 'policies'),
    },
    {
      isDone: has('policies'),
      title: 'Bring in its policies',
      why: 'Upload the carrier’s file: what is new in it is added to the register.',
      to: paths.dataFeeds(),
    },
  ].filter(({ isDone }) => !isDone)
  if (steps.length === 0) return null
  return (
    <Panel title="Setting up" note="Still needed before its people read its first report">
      <ul className={css.lines}>
        {steps.map(({ title, why, to }) => (
          <li key={title}>
            <span className={css.about}>
              <b>
                <Link to={to}>{title}</Link>
              </b>
              <small>{why}</small>
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
