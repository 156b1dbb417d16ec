/** The first steps on a dashboard: those that are done are checked, the others lead to where they are done; nothing once all are, or once they were hidden. */
import { searchReports } from '@corridor/contract/client-reports.ts'
import { getFirstSteps, getSettings, saveSettings } from '@corridor/contract/profile.ts'
import { FIRST_STEPS, type FirstStep, firstReadingWhy, profileWhy } from '@corridor/domain/sites/first-steps.ts'
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react'
import { useCan, useSession } from '../../kernel/session.ts'
import { useAction } from '../../kernel/use-action.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { PATTERNS, paths } from '../../paths.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { Link } from '../../ui/fields/Link.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import css from './FirstSteps.module.css'

const DONE_AT: Readonly<Record<FirstStep, (siteId: number) => string>> = {
  LOGO: (siteId) => paths.site(siteId),
  CARRIERS: () => PATTERNS.newCarrier,
  INSTITUTIONS: () => paths.newInstitution(),
  PEOPLE: () => paths.newUser(),
  FILE: () => paths.dataFeeds(),
  REPORT: () => paths.generateReports(),
  SECOND_FACTOR: () => paths.setUpSecondFactor({ fromPath: paths.clientDashboard() }),
  PROFILE: () => paths.profile(),
  FIRST_READING: () => paths.clientReports(),
}

/** Whether the page still waits to know; without the steps it is drawn all the same. */
export function useFirstSteps() {
  const isTheirs = useCan(getFirstSteps.access)
  const query = useEndpoint(getFirstSteps, {}, { enabled: isTheirs, isQuiet: true })
  return { steps: query.data?.steps ?? [], isWaiting: isTheirs && query.isPending }
}

/** Brings them back; undefined where they are not hidden. */
export function useShowFirstSteps(): (() => void) | undefined {
  const { actingAs } = useSession()
  const isTheirs = useCan(getFirstSteps.access) && actingAs === null
  const settings = useEndpoint(getSettings, {}, { enabled: isTheirs, isQuiet: true })
  const show = useAction(saveSettings, {
    invalidates: [getFirstSteps, getSettings],
    success: 'Your dashboard shows the first steps that are left.',
  })
  return isTheirs && settings.data?.hidesFirstSteps ? () => void show.run({ hidesFirstSteps: false }) : undefined
}

export function FirstSteps() {
  const { siteId } = useSession()
  const { steps } = useFirstSteps()
  const hide = useAction(saveSettings, { invalidates: [getFirstSteps, getSettings] })
  if (steps.length === 0) return null
  const done = steps.filter(({ isDone }) => isDone).length
  return (
    <Panel
      title="First steps"
      note={`${done} of ${steps.length} done`}
      actions={
        <Button variant="default" size="xs" loading={hide.running} onClick={() => void hide.run({ hidesFirstSteps: true })}>
          Do not show again
        </Button>
      }
      flush
    >
      <ul className={css.steps}>
        {steps.map(({ code, isDone, lacks }) => (
          <li key={code} data-done={isDone || undefined}>
            {isDone ? <IconCircleCheckFilled size={20} aria-hidden /> : <IconCircle size={20} stroke={1.6} aria-hidden />}
            <div>
              {isDone ? (
                <span>
                  {FIRST_STEPS[code].title}
                  <span className="visually-hidden">: done</span>
                </span>
              ) : (
                <>
                  <Link to={DONE_AT[code](siteId)}>{FIRST_STEPS[code].title}</Link>
                  {code === 'FIRST_READING' ? <FirstReading /> : <span>{lacks ? profileWhy(lacks) : FIRST_STEPS[code].why}</span>}
                </>
              )}
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** Before anything is released it says where it will be; afterwards that would be untrue. */
function FirstReading() {
  const released = useEndpoint(searchReports, { take: 1 }, { isQuiet: true }).data?.page.totalRecords ?? 0
  return <span>{released === 0 ? FIRST_STEPS.FIRST_READING.why : firstReadingWhy(released)}</span>
}
