/** Steps that a new institution still needs until its people read its first report, in the order of the work; nothing once all are done. */
import { capitalFigures, policyLimitTerms, taxProfiles } from '@corridor/contract/institution-terms.ts'
import { getRelated } from '@corridor/contract/institutions.ts'
import { getInstitutionMembership, saveInstitutionMembership } from '@corridor/contract/rights.ts'
import { useCan } from '../../kernel/session.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../ui/fields/Link.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { REPORT_TYPES_PLACE } from './institution-panel.ts'
import css from './institutions.module.css'

export function SettingUp({ institutionId }: { institutionId: number }) {
  const maySetUp = useCan(saveInstitutionMembership.access)
  const related = useEndpoint(getRelated, { id: institutionId }, { enabled: maySetUp }).data?.records
  const membership = useEndpoint(getInstitutionMembership, { id: institutionId }, { enabled: maySetUp }).data
  const capital = useEndpoint(capitalFigures.endpoints.list, { id: institutionId }, { enabled: maySetUp }).data?.records
  const taxes = useEndpoint(taxProfiles.endpoints.list, { id: institutionId }, { enabled: maySetUp }).data?.records
  const limits = useEndpoint(policyLimitTerms.endpoints.list, { id: institutionId }, { enabled: maySetUp }).data?.records
  if (!related || !membership || !capital || !taxes || !limits) return null
  const has = (kind: string) => related.some((each) => each.kind === kind && each.count > 0)
  const steps = [
    {
      isDone: taxes.length > 0,
      title: 'Enter its tax profile',
      why: 'Tax-equivalent yields are computed from its rates.',
      to: paths.institution(institutionId, 'tax'),
    },
    {
      isDone: capital.length > 0,
      title: 'Enter its capital',
      why: 'Concentrations are measured against it: without it, reports and reviews show no limits in use.',
      to: paths.institution(institutionId, 'capital'),
    },
    {
      isDone: limits.length > 0,
      title: 'Enter its board’s limits',
      why: 'Without them, reports and reviews show the guideline of the interagency statement.',
      to: paths.institution(institutionId, 'limits'),
    },
    {
      isDone: has('plans'),
      title: 'Add its plans',
      why: 'Each policy belongs to a plan.',
      to: paths.register(institutionId, { list: 'plans' }),
    },
    {
      isDone: has('policies'),
      title: 'Bring in its policies',
      why: 'Upload the carrier’s file: its rows name the institution, and what is new in it, insureds included, is added to the register.',
      to: paths.dataFeeds(),
    },
    {
      isDone: has('policies'),
      title: 'Or enter its insureds by hand',
      why: 'A policy that no carrier’s file brings is entered for an insured on file.',
      to: paths.register(institutionId, { list: 'insureds' }),
    },
    {
      isDone: has('users'),
      title: 'Invite its people',
      why: 'They sign in by the link in the invitation.',
      to: paths.newUser(institutionId),
    },
    {
      isDone: membership.reportTypeCodes.length > 0,
      title: 'Choose the report types its people see',
      why: 'Until then a released report is seen by no one there.',
      to: `${paths.institution(institutionId, 'profile')}#${REPORT_TYPES_PLACE}`,
    },
    {
      isDone: has('reports'),
      title: 'Generate and release its first report',
      why: 'Its people see a report once it is released.',
      to: paths.generateReports(),
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
