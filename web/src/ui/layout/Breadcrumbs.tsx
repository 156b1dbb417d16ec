/** The way down to this page; the page itself is the title below and not repeated. */

import { Link } from '../fields/Link.tsx'
import css from './Breadcrumbs.module.css'

export function Breadcrumbs({ steps }: { steps: readonly { label: string; to: string }[] }) {
  return (
    <nav aria-label="Breadcrumb" data-no-print>
      <ol className={css.crumbs}>
        {steps.map((step) => (
          <li key={step.to}>
            <Link to={step.to}>{step.label}</Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}
