/** One look at an institution: its value, its latest reports, what waits to be done, its limits, whom to reach, and what changed. */

import { listActivity } from '@corridor/contract/activity.ts'
import { countExceptions } from '@corridor/contract/auditing.ts'
import { boliChart } from '@corridor/contract/charts.ts'
import { limitsChart } from '@corridor/contract/dashboard.ts'
import { listContacts } from '@corridor/contract/institutions.ts'
import { getInstitutionTeam } from '@corridor/contract/service-team.ts'
import { headroomText } from '@corridor/domain/calculations/concentration.ts'
import { counted } from '@corridor/domain/primitives/counted.ts'
import { cents, formatCount, formatMoney, formatPercent, MISSING } from '@corridor/domain/primitives/money.ts'
import { maskPhone } from '@corridor/domain/primitives/typed-input.ts'
import { CONTACT_ROLES } from '@corridor/domain/questionnaires/register-facts.ts'
import { Children, type ReactNode, Suspense } from 'react'
import { useCan } from '../../kernel/session.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { PATTERNS, paths } from '../../paths.ts'
import { dateText } from '../../shared/dated-terms/dated-words.ts'
import { placeOf } from '../../shared/exceptions/ExceptionCounts.tsx'
import { Link } from '../../ui/fields/Link.tsx'
import { formatMoment } from '../../ui/formats.ts'
import { Panel } from '../../ui/layout/Panel.tsx'
import record from '../../ui/layout/record-page.module.css'
import { StatTile, StatTiles } from '../../ui/layout/StatTile.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import { BlockSkeleton } from '../../ui/states/Skeletons.tsx'
import { StatusBadge } from '../../ui/states/StatusBadge.tsx'
import type { InstitutionPanel } from './institution-panel.ts'
import css from './institutions.module.css'
import { LIMIT_STATUS } from './limit-status.ts'
import { OpenTasks } from './OpenTasks.tsx'
import { SettingUp } from './SettingUp.tsx'

interface OverviewTabProps {
  institutionId: number
  /** The newest report of each family, which the application knows. */
  latestReports?: InstitutionPanel | undefined
}

export function OverviewTab({ institutionId, latestReports: LatestReports }: OverviewTabProps) {
  const maySeeExceptions = useCan(countExceptions.access)
  const maySeeActivity = useCan(listActivity.access)
  return (
    <div className={record.stack}>
      <SettingUp institutionId={institutionId} />
      <Value institutionId={institutionId} exceptions={maySeeExceptions ? <Exceptions institutionId={institutionId} /> : null} />
      <div className={css.overview}>
        {LatestReports ? (
          <Suspense fallback={<BlockSkeleton height={240} />}>
            <LatestReports institutionId={institutionId} />
          </Suspense>
        ) : null}
        <OpenTasks institutionId={institutionId} />
        <Limits institutionId={institutionId} />
        <People institutionId={institutionId} />
      </div>
      {maySeeActivity ? <RecentChanges institutionId={institutionId} /> : null}
    </div>
  )
}

function Value({ institutionId, exceptions }: { institutionId: number; exceptions: ReactNode }) {
  const query = useEndpoint(boliChart, { clientId: institutionId })
  return (
    <Loaded query={query} skeleton={<BlockSkeleton height={110} />}>
      {({ asOf, highlights }) => (
        <StatTiles label="Holdings">
          <StatTile
            main
            label="Cash surrender value"
            value={highlights ? formatMoney(cents(highlights.cashSurrenderValueCents)) : MISSING}
            note={asOf ? `As of ${dateText(asOf)}, the last month with all its values` : 'No month has all its values yet'}
            to={paths.institution(institutionId, 'carriers')}
          />
          <StatTile label="Monthly increase" value={moneyOf(highlights?.monthlyIncreaseCents)} />
          <StatTile
            label="Net yield"
            value={formatPercent(highlights?.netYield)}
            note={highlights ? `Tax-equivalent ${formatPercent(highlights.taxEquivalentYield)}` : undefined}
          />
          <StatTile
            label="Policies in force"
            value={highlights ? formatCount(highlights.policies) : MISSING}
            note={
              highlights
                ? `${counted(highlights.insureds, 'insured')} with a policy in force, ${counted(highlights.carriers, 'carrier')}`
                : undefined
            }
            to={paths.institution(institutionId, 'policies')}
          />
          {exceptions}
        </StatTiles>
      )}
    </Loaded>
  )
}

const moneyOf = (amount: number | null | undefined) => (typeof amount === 'number' ? formatMoney(cents(amount)) : MISSING)

function Exceptions({ institutionId }: { institutionId: number }) {
  const { records: counts, isAudited } = useEndpoint(countExceptions, { institutionId }).data ?? {}
  const open = counts?.reduce((sum, each) => sum + each.open, 0)
  return (
    <StatTile
      label="Open exceptions"
      value={open === undefined || (open === 0 && isAudited === false) ? MISSING : formatCount(open)}
      note={open === undefined ? undefined : open === 0 && isAudited === false ? 'Not audited yet' : 'Of all months'}
      to={placeOf(counts ?? [], paths.exceptionsOf(institutionId))}
      {...(open ? { tone: 'warn' as const } : {})}
    />
  )
}

function Limits({ institutionId }: { institutionId: number }) {
  const query = useEndpoint(limitsChart, { clientId: institutionId })
  return (
    <Panel
      title="Limits"
      note="Cash surrender value of the legal entity as a share of capital"
      actions={<Link to={paths.institution(institutionId, 'capital')}>Capital and limits</Link>}
    >
      <Loaded query={query} skeleton={<BlockSkeleton height={120} />}>
        {({ asOf, capitalAsOf, lines }) => (
          <Lines none={whyNoLimits(asOf, capitalAsOf)}>
            {lines.map(({ key, label, ratio, limit, status, headroomCents }) => (
              <li key={key}>
                <span className={css.about}>
                  <b>{label}</b>
                  <small>
                    {formatPercent(ratio)} of a limit of {formatPercent(limit)}
                    {headroomCents === null ? '' : `, ${headroomText(cents(headroomCents))}`}
                  </small>
                </span>
                <StatusBadge status={status} table={LIMIT_STATUS} />
              </li>
            ))}
          </Lines>
        )}
      </Loaded>
    </Panel>
  )
}

/** Limits are measured on the last month with all its values, and on the capital that applied then. */
function whyNoLimits(asOf: string | null, capitalAsOf: string | null): string {
  if (asOf === null) return 'No limit is measured: no month has all its values yet.'
  return `No limit is measured${capitalAsOf === null ? `: no capital is on file for ${dateText(asOf)}` : ` for ${dateText(asOf)}`}.`
}

const ROLES: Readonly<Record<string, string>> = CONTACT_ROLES
const SOME = 6

function People({ institutionId }: { institutionId: number }) {
  const contacts = useEndpoint(listContacts, { id: institutionId })
  const team = useEndpoint(getInstitutionTeam, { id: institutionId }).data?.records ?? []
  const reach = (phone: string | null, email: string | null) => [phone ? maskPhone(phone) : null, email].filter(Boolean).join(' · ')
  return (
    <Panel
      title="Contacts"
      note="Named by the institution, and who serves it"
      actions={<Link to={paths.institution(institutionId, 'team')}>All contacts</Link>}
    >
      <Loaded query={contacts} skeleton={<BlockSkeleton height={120} />}>
        {({ records }) => (
          <Lines none="No contacts are on file. They come with the answers to the annual questionnaire.">
            {records.slice(0, SOME).map(({ key, name, role, title, phone, email }) => (
              <li key={key}>
                <span className={css.about}>
                  <b>{name}</b>
                  <small>{[role ? (ROLES[role] ?? role) : title, reach(phone, email)].filter(Boolean).join(' · ')}</small>
                </span>
              </li>
            ))}
            {team.slice(0, SOME).map(({ id, firstName, lastName, displayName, title, phone, email }) => (
              <li key={`team-${id}`}>
                <span className={css.about}>
                  <b>{displayName ?? `${firstName} ${lastName}`}</b>
                  <small>{['Service team', title, reach(phone, email)].filter(Boolean).join(' · ')}</small>
                </span>
              </li>
            ))}
          </Lines>
        )}
      </Loaded>
    </Panel>
  )
}

function RecentChanges({ institutionId }: { institutionId: number }) {
  const query = useEndpoint(listActivity, { institutionId, outcome: 'done', take: SOME })
  return (
    <Panel title="Recent changes" actions={<Link to={`${PATTERNS.activityReport}?institutionId=${institutionId}`}>All activity</Link>}>
      <Loaded query={query} skeleton={<BlockSkeleton height={120} />}>
        {({ records }) => (
          <Lines none="Nothing about this institution is in the activity log yet." tall>
            {records.map(({ id, at, sentence }) => (
              <li key={id}>
                <span className={css.about}>{sentence}</span>
                <small>{formatMoment(at)}</small>
              </li>
            ))}
          </Lines>
        )}
      </Loaded>
    </Panel>
  )
}

/** A short list of facts; without any, why. */
const Lines = ({ none, tall = false, children }: { none: string; tall?: boolean; children: ReactNode }) =>
  Children.count(children) === 0 ? (
    <p className={css.none}>{none}</p>
  ) : (
    <ul className={css.lines} data-tall={tall || undefined}>
      {children}
    </ul>
  )
