/** A bank's dashboard: its holdings at the last closed month, what is to be done with them and who serves it, in the order that the person chose. */
import { boliChart } from '@corridor/contract/charts.ts'
import { allows } from '@corridor/domain/access/access.ts'
import { formatLongDate, isPlainDate } from '@corridor/domain/primitives/period.ts'
import { lazy, Suspense, useState } from 'react'
import { useNewFiles } from '../../kernel/new-files.ts'
import { useSession } from '../../kernel/session.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { paths } from '../../paths.ts'
import { FirstSteps, useFirstSteps } from '../../shared/first-steps/FirstSteps.tsx'
import { Button } from '../../ui/fields/Button.tsx'
import { Link } from '../../ui/fields/Link.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { PhoneSection } from '../../ui/layout/PhoneSection.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { BlockSkeleton } from '../../ui/states/Skeletons.tsx'
import { inOrder, rowsOf, sidesOf, useArrangement } from './arrangement.ts'
import css from './ClientDashboardPage.module.css'
import { NewFiles } from './NewFiles.tsx'
import paper from './paper.module.css'
import { PARTS, type Part } from './parts.tsx'

const Arranging = lazy(() => import('./Arranging.tsx').then((file) => ({ default: file.Arranging })))

export function ClientDashboardPage() {
  const session = useSession()
  if (session.institutionId === 0) {
    return (
      <EmptyState
        title="No institution selected"
        why="You act for clients, but none is selected."
        next={<p>Choose one under “Acting for” at the top of the page.</p>}
      />
    )
  }
  return <Dashboard parts={PARTS.filter(({ access }) => access === undefined || allows(session, access))} />
}

function Dashboard({ parts }: { parts: readonly Part[] }) {
  const { actingAs } = useSession()
  const [arranging, setArranging] = useState(false)
  const own = useArrangement()
  const fresh = useNewFiles()
  const holds = parts.some(({ code }) => code === 'highlights')
  const asOf = useEndpoint(boliChart, {}, { enabled: holds }).data?.asOf
  const ordered = inOrder(parts, own.order)
  const shown = ordered.filter(({ code }) => !own.hidden.includes(code))
  const isBeneath = (fresh.data?.total ?? 0) > 0 && shown.some(({ code }) => code === 'to-do')
  const [first, ...rest] = rowsOf(shown.flatMap((part) => (isBeneath && part.code === 'to-do' ? [part, NEW_FILES_PART] : [part])))
  const firstSteps = useFirstSteps()
  const isWaiting = fresh.isPending || own.query.isPending || firstSteps.isWaiting
  return (
    <>
      <PageHeader
        title="Dashboard"
        note={asOf && isPlainDate(asOf) ? `Values as of ${formatLongDate(asOf)}` : holds ? 'Values as of the last closed month' : undefined}
        actions={
          <>
            {actingAs || arranging ? null : (
              <Button variant="default" onClick={() => setArranging(true)}>
                Arrange
              </Button>
            )}
            <Link className={css.action} to={paths.clientReports()}>
              All reports
            </Link>
          </>
        }
      />
      <div className={`${css.stack} ${paper.paper}`}>
        {own.query.isError ? (
          <p className={css.unread} role="status">
            Your own arrangement could not be loaded; this is the standard one.{' '}
            <button type="button" className={css.more} onClick={() => void own.query.refetch()}>
              Try again
            </button>
          </p>
        ) : null}
        {arranging ? (
          <Suspense fallback={<BlockSkeleton height={420} />}>
            <Arranging parts={parts} own={own} onDone={() => setArranging(false)} />
          </Suspense>
        ) : null}
        {/* The figures come before what is to be done about the portal. */}
        {first ? <Row parts={first} isWaiting={first.length > 1 ? isWaiting : own.query.isPending} /> : null}
        <div className={css.beside}>
          <FirstSteps />
          {isBeneath ? null : <NewFiles />}
        </div>
        {shown.length === 0 ? <EmptyState title="Every part is hidden" why="Press Arrange to show some again." /> : null}
        {rest.map((row) => (
          <Row key={row[0]?.code} parts={row} isWaiting={isWaiting} />
        ))}
      </div>
    </>
  )
}

const Row = ({ parts, isWaiting }: { parts: readonly Part[]; isWaiting: boolean }) => {
  const sides = sidesOf(parts.map(({ height = 0 }) => height))
  return (
    <div className={parts.length > 1 ? css.columns : css.row} data-waiting={isWaiting || undefined}>
      {parts.map(({ code, title, folds, View }, place) => (
        <div key={code} data-side={sides[place]}>
          {folds ? (
            <PhoneSection title={title}>
              <View />
            </PhoneSection>
          ) : (
            <View />
          )}
        </div>
      ))}
    </div>
  )
}

/** Beneath what is to be done, which may be overdue; there while there are some. */
const NEW_FILES_PART: Part = { code: 'new-files', title: 'New files', about: '', width: 'half', height: 400, View: NewFiles }
