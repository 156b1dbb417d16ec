/** Where reports are configured: the way to each part that stands and opens to the person, and which Call Reports peers are taken from. */
import { type Access, allows, permission, STAFF_ROLES } from '@corridor/domain/access/access.ts'
import { IconFileAnalytics, IconForms, IconMap, IconReceipt } from '@tabler/icons-react'
import { useSession } from '../../kernel/session.ts'
import { PATTERNS } from '../../paths.ts'
import { Link } from '../../ui/fields/Link.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import record from '../../ui/layout/record-page.module.css'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { CallReportImports } from './CallReportImports.tsx'
import css from './report-configuration.module.css'

const staffWith = (...codes: Parameters<typeof permission>[0][]) => permission(codes.flat(), 1, STAFF_ROLES)
/** Each gated as in the sidebar, on top of its page's own access. */
const PARTS = [
  {
    title: 'State Config',
    path: PATTERNS.stateConfiguration,
    icon: IconMap,
    what: 'How each state taxes banks, by period: rates, tax bases, and limits of state-chartered banks.',
    access: staffWith('ANNUAL_QUESTIONNAIRE', 'ANNUAL_BOLI_REVIEW'),
  },
  {
    title: 'GL Accounts',
    path: PATTERNS.ledgerAccountConfiguration,
    icon: IconReceipt,
    what: 'Accounts that suggested journal entries post to unless an institution names its own.',
    access: staffWith('REPORT_CONFIGURATION'),
  },
  {
    title: 'Annual Questionnaire',
    path: PATTERNS.questionnaireConfiguration,
    icon: IconForms,
    what: 'Sections and questions that institutions are asked once a year.',
    access: staffWith('ANNUAL_QUESTIONNAIRE'),
  },
  {
    title: 'Annual BOLI Review',
    path: PATTERNS.boliReviewConfiguration,
    icon: IconFileAnalytics,
    what: 'Sections and wording of the review for banks.',
    access: staffWith('ANNUAL_BOLI_REVIEW'),
  },
  {
    title: 'Annual COLI Review',
    path: PATTERNS.coliReviewConfiguration,
    icon: IconFileAnalytics,
    what: 'Sections and wording of the review for corporations.',
    access: staffWith('ANNUAL_BOLI_REVIEW'),
  },
]

/** @param pages the pages there are: a part appears when its page does */
export function ReportConfigurationPage({ pages }: { pages: readonly { path: string; access: Access }[] }) {
  const session = useSession()
  const open = PARTS.filter(({ path, access }) => {
    const page = pages.find((each) => each.path === path)
    return page !== undefined && allows(session, page.access) && allows(session, access)
  })
  return (
    <>
      <PageHeader title="Report Configuration" note="Tax rates, accounts, questions and texts that reports use." />
      <div className={record.stack}>
        {open.length === 0 ? (
          <Panel>
            <EmptyState
              title="No sections available"
              why="Each section also requires the annual questionnaire or annual review permission."
            />
          </Panel>
        ) : (
          <ul className={css.parts}>
            {open.map((part) => (
              <li key={part.path}>
                <Link to={part.path} className={css.part}>
                  <part.icon size={22} stroke={1.6} aria-hidden />
                  <span>
                    <b>{part.title}</b>
                    <span>{part.what}</span>
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        )}
        <CallReportImports />
      </div>
    </>
  )
}
