/** Read before a release: which audits of the month somebody has signed off as they stand, and the way to the others. Nothing waits for it. */
import { listSignOffs } from '@corridor/contract/audit-sign-offs.ts'
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { AUDIT_CHECK_CODES, AUDIT_CHECKS } from '@corridor/domain/auditing/rules.ts'
import { formatMonth, plainDate } from '@corridor/domain/primitives/period.ts'
import { Fragment } from 'react'
import { useCan } from '../kernel/session.ts'
import { useEndpoint } from '../kernel/use-endpoint.ts'
import { paths } from '../paths.ts'
import { Link } from '../ui/fields/Link.tsx'
import { BlockSkeleton } from '../ui/states/Skeletons.tsx'
import css from './reports.module.css'

/** @param months the periods of the reports to release */
export function SignOffs({ months }: { months: readonly string[] }) {
  const mayRead = useCan(listSignOffs.access)
  return mayRead ? [...new Set(months)].map((period) => <OfMonth key={period} period={period} />) : null
}

type SignOffs = ReplyOf<typeof listSignOffs>['records']

/** More than the five audits of a month are ever signed off, withdrawn and signed off again. */
const MOST = 200
export const useSignOffs = (period: string, options: { enabled?: boolean } = {}) =>
  useEndpoint(listSignOffs, { period, take: MOST }, { isQuiet: true, ...options })

/** A month's audits that nobody has signed off as they stand, with their earlier sign-offs. */
export const unsignedAudits = (records: SignOffs) =>
  AUDIT_CHECK_CODES.map((check) => ({ check, own: records.filter((record) => record.check === check) })).filter(
    ({ own }) => !own.some(({ isCurrent }) => isCurrent),
  )

export const signedAudits = (unsigned: number): string => `${AUDIT_CHECK_CODES.length - unsigned} of ${AUDIT_CHECK_CODES.length}`

/** "Sign-offs: none of the 5 audits of October 2026 is signed off" */
export function signOffsText(period: string, unsigned: number): string {
  const [month, all] = [formatMonth(plainDate(period)), AUDIT_CHECK_CODES.length]
  const signed = all - unsigned
  return unsigned === 0
    ? `Sign-offs: all ${all} audits of ${month} are signed off`
    : `Sign-offs: ${signed === 0 ? 'none' : signed} of the ${all} audits of ${month} ${signed > 1 ? 'are' : 'is'} signed off`
}

function OfMonth({ period }: { period: string }) {
  const { data, isError } = useSignOffs(period)
  if (isError) return <p className={css.previewNote}>The sign-offs of this month’s audits could not be read.</p>
  return data ? <Told period={period} records={data.records} /> : <BlockSkeleton height={40} />
}

function Told({ period, records }: { period: string; records: SignOffs }) {
  const open = unsignedAudits(records)
  if (open.length === 0) return <p className={css.previewNote}>{signOffsText(period, 0)}.</p>
  return (
    <p className={css.previewWarning}>
      {signOffsText(period, open.length)}. Still open:{' '}
      {open.map(({ check, own }, index) => (
        <Fragment key={check}>
          {index === 0 ? '' : ', '}
          <Link to={paths.audit(check, { period })}>{AUDIT_CHECKS[check].title}</Link>
          {own.some(({ withdrawnAt }) => withdrawnAt === null) ? ' (changed since its sign-off)' : ''}
        </Fragment>
      ))}
      .
    </p>
  )
}
