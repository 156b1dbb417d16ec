/** Every page says what failed when its calls are not answered, in its own place, and offers to ask again. */
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { PATTERNS } from './paths.ts'
import { ROUTES } from './routes.tsx'
import { buildSession, clientSession } from './test/fixtures.ts'
import { openPortal, refusal } from './test/portal.tsx'

/** Calls of the frame around every page are answered; everything else fails. */
const AROUND =
  /^(GET \/api\/(session|session\/refresh|site|sites\/1|sites\/menu\/(counts|new)|period-locks|announcements\/active|saved-views|notifications|profile\/settings|profile\/first-steps|exceptions\/[a-z-]+\/check|service-requests\/unread)|(GET|PUT|DELETE) \/api\/drafts\/.*)$/
const failing: Record<string, unknown> = new Proxy(
  {},
  {
    has: (_, name) => !AROUND.test(String(name)),
    get: () => refusal(500, { code: 'internal', message: 'x', requestId: 'req-7' }),
  },
)

/** Pages that are of use without what they ask for: fields to type into, whose choices alone are missing, which a toast tells; and those that ask nothing. */
const OF_USE_WITHOUT: ReadonlySet<string> = new Set([
  PATTERNS.logout,
  PATTERNS.search,
  PATTERNS.newReports,
  PATTERNS.newDocument,
  PATTERNS.newEmailTemplate,
  PATTERNS.newPermissionTemplate,
  PATTERNS.newCarrier,
  PATTERNS.newState,
  PATTERNS.newSite,
])
const SHOWN = ROUTES.filter(({ path, access }) => access.kind !== 'public' && !OF_USE_WITHOUT.has(path))

test.each(SHOWN.map(({ path, access }) => ({ path, access })))('$path', async ({ path, access }) => {
  const session =
    access.kind !== 'public' && access.roles.includes('d')
      ? buildSession()
      : clientSession({ reportTypeCodes: ['MBR', 'AQU', 'ABR', 'USR'] })
  const address = path.replace('mappings/$code', 'mappings/valuations').replace('$code', 'MBR').replaceAll(/\$\w+/g, '7')
  const portal = await openPortal(address, session, failing)
  const asks = () => portal.asked.some(({ method, path: called }) => method === 'GET' && !AROUND.test(`${method} ${called}`))
  await waitFor(() => expect([asks(), screen.queryAllByRole('button', { name: 'Try again' }).length > 0]).toEqual([true, true]), {
    timeout: 5_000,
  })
})
