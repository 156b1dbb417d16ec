/** Reasons that keep an institution's month from release, in a list: exceptions are counted and lead to where they are settled; the dialog of the release names them. */
import { countedReason } from '@corridor/domain/auditing/close-gate.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../ui/fields/Link.tsx'
import css from './exceptions.module.css'

interface GateReasonsProps {
  reasons: readonly string[]
  institutionId: number
  /** The month whose exceptions are counted, where the page knows it. */
  period?: string
  /** Straight to the exception, where there is one alone. */
  to?: string | undefined
  /** Before them stands that they are open. */
  areOpen?: boolean
}

export const GateReasons = ({
  reasons,
  institutionId,
  period,
  to = blockingErrors(institutionId, period),
  areOpen = false,
}: GateReasonsProps) =>
  reasons.map((reason, index) => {
    const { words: counted, names } = countedReason(reason)
    const words = areOpen ? counted.replace(' open ', ' ') : counted
    return (
      <span key={reason}>
        {names === null ? (
          words
        ) : (
          <Link className={css.reason} to={to} title={names}>
            {words}
          </Link>
        )}
        {index < reasons.length - 1 ? '; ' : ''}
      </span>
    )
  })

/** The list of as many exceptions as the reasons count. */
export const blockingErrors = (institutionId: number, period: string | undefined): string =>
  paths.exceptionsOf(institutionId, period === undefined ? {} : { period, blocking: 'errors' })
