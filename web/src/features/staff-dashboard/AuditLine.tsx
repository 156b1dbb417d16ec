/** Open exceptions of the newest month, audit by audit, in one line: as many as each audit’s page lists. */
import { formatCount } from '@corridor/domain/primitives/money.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useAuditChecks } from '../../shared/exceptions/use-audit-checks.ts'
import { Link } from '../../ui/fields/Link.tsx'
import css from './StaffDashboardPage.module.css'

export function AuditLine() {
  const { audits } = useAuditChecks()
  if (audits.length === 0) return null
  return (
    <div className={css.audits}>
      <IconAlertTriangle size={16} aria-hidden />
      <ul aria-label="Open exceptions by audit">
        {audits.map(({ path, title, sentence, open, to }) => (
          <li key={path} title={sentence}>
            <Link to={to}>{title}</Link> <b>{formatCount(open)}</b>
          </li>
        ))}
      </ul>
    </div>
  )
}
