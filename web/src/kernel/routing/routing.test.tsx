import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { browserHistory, memoryHistory, placeOf } from './history.ts'
import { finderOf } from './match.ts'
import { createRouter, type RouterRoute } from './router.ts'
import { scrollMemory } from './scroll.ts'
import { RouterContext, useBlocker, useRouter } from './use-router.ts'

const Empty = () => null
const at = (path: string, page: RouterRoute['page'] = async () => ({ default: Empty })): RouterRoute => ({ path, title: path, page })

beforeEach(() => {
  history.replaceState(null, '', '/')
  sessionStorage.clear()
})
afterEach(cleanup)

test.each([
  ['/users', '/users', {}],
  ['/Users/', '/users', {}],
  ['/users/7', '/users/$userId', { userId: '7' }],
  ['/users/new', '/users/new', {}],
  ['/report-types/A%2FB', '/report-types/$code', { code: 'A/B' }],
  ['/report-types/%E0%A4%A', '/report-types/$code', { code: '%E0%A4%A' }],
  ['/users/new/rights', '/users/new/$tab', { tab: 'rights' }],
  ['/users/7/rights', '/users/$userId/rights', { userId: '7' }],
])('%s is the page of %s', (address, pattern, params) => {
  const find = finderOf(
    ['/users/$userId/rights', '/users/$userId', '/users/new/$tab', '/users/new', '/users', '/report-types/$code'].map((path) => ({ path })),
  )
  expect(find(address)).toEqual({ route: { path: pattern }, params })
  expect(find(`${address}/one/too/many`)).toBeNull()
})

test('one address has one spelling: empty values leave the query, the fragment stays', () => {
  expect(placeOf('/reports?type=&year=2026&year=2025#list')).toEqual({
    href: '/reports?year=2026&year=2025#list',
    pathname: '/reports',
    searchStr: '?year=2026&year=2025',
    hash: 'list',
  })
  expect(placeOf('//elsewhere.example/x').pathname).toBe('//elsewhere.example/x')
})

test('an address that may not be opened leads on, and leaves no step in the history', async () => {
  const history = memoryHistory('/users')
  const guard = ({ path }: { path: string }) => (path === '/login' ? null : '/login?fromUrl=%2Fusers')
  const router = createRouter({ routes: [at('/users'), at('/login')], guard: (route) => guard(route ?? at('')), history })
  await router.load()
  expect(router.state.location).toMatchObject({ href: '/login?fromUrl=%2Fusers', index: 0 })
  expect(router.state.match?.route.path).toBe('/login')
})

test('the page left stays for a moment, then the outline of the next one shows until its file has come', async () => {
  vi.useFakeTimers()
  try {
    const slow = Promise.withResolvers<{ default: typeof Empty }>()
    const router = createRouter({
      routes: [at('/one'), at('/two', () => slow.promise)],
      guard: () => null,
      history: memoryHistory('/one'),
    })
    await router.load()
    const going = router.navigate({ href: '/two' })
    expect([router.state.location.pathname, router.state.match?.route.path]).toEqual(['/two', '/one'])
    vi.advanceTimersByTime(200)
    expect(router.state.match).toMatchObject({ route: { path: '/two' }, Page: null, error: null })
    slow.resolve({ default: Empty })
    await going
    expect(router.state.match?.Page).toBe(Empty)
  } finally {
    vi.useRealTimers()
  }
})

test('who goes on before a page has come never sees it', async () => {
  const slow = Promise.withResolvers<{ default: typeof Empty }>()
  const router = createRouter({
    routes: [at('/one'), at('/two', () => slow.promise), at('/three')],
    guard: () => null,
    history: memoryHistory('/one'),
  })
  await router.load()
  const seen: (string | undefined)[] = []
  router.watch(() => seen.push(router.state.match?.route.path))
  const given = router.navigate({ href: '/two' })
  await router.navigate({ href: '/three' })
  slow.resolve({ default: Empty })
  await given
  expect(seen).not.toContain('/two')
  expect(router.state.match?.route.path).toBe('/three')
})

test('a page whose file did not come is asked for again at the next visit', async () => {
  const page = vi.fn<RouterRoute['page']>().mockRejectedValueOnce(new Error('no line')).mockResolvedValue({ default: Empty })
  const router = createRouter({ routes: [at('/one', page)], guard: () => null, history: memoryHistory('/one') })
  await router.load()
  expect(router.state.match?.error).toEqual(new Error('no line'))
  await router.load()
  expect(router.state.match).toMatchObject({ Page: Empty, error: null })
})

test('a link under the pointer fetches the page’s file, but not of a page that would not open', async () => {
  const open = vi.fn(async () => ({ default: Empty }))
  const closed = vi.fn(async () => ({ default: Empty }))
  const router = createRouter({
    routes: [at('/one'), at('/open', open), at('/closed', closed)],
    guard: (route) => (route?.path === '/closed' ? '/one' : null),
    history: memoryHistory('/one'),
  })
  router.preload('/open?page=2')
  router.preload('/closed')
  router.preload('/nowhere')
  expect([open.mock.calls.length, closed.mock.calls.length, router.knows('/open?page=2'), router.knows('/nowhere')]).toEqual([
    1,
    0,
    true,
    false,
  ])
})

test('asking for the same address again tells so and adds no step; another one tells that it is another', async () => {
  const router = createRouter({ routes: [at('/one'), at('/two')], guard: () => null, history: memoryHistory('/one') })
  const arrivals: boolean[] = []
  router.onArrival(({ hrefChanged }) => arrivals.push(hrefChanged))
  for (const go of [() => router.load(), () => router.navigate({ href: '/one' }), () => router.navigate({ href: '/two' })]) {
    await go()
    router.drawn()
  }
  expect(arrivals).toEqual([true, false, true])
  expect(router.state.location.index).toBe(1)
})

test('who has something to lose is asked before the page changes, by a link and by Back, and stays or goes as they say', async () => {
  const router = createRouter({ routes: [at('/one'), at('/two')], guard: () => null, history: memoryHistory('/one') })
  await router.load()
  await router.navigate({ href: '/two' })
  const Guard = () => {
    const blocking = useBlocker({ shouldBlock: () => true, beforeUnload: () => true })
    const { navigate, back } = useRouter()
    return blocking.status === 'blocked' ? (
      <>
        <button type="button" onClick={blocking.reset}>
          Stay
        </button>
        <button type="button" onClick={blocking.proceed}>
          Leave
        </button>
      </>
    ) : (
      <>
        <button type="button" onClick={() => void navigate({ href: '/one' })}>
          Go
        </button>
        <button type="button" onClick={back}>
          Back
        </button>
      </>
    )
  }
  render(
    <RouterContext value={router}>
      <Guard />
    </RouterContext>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Go' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Stay' }))
  expect(router.state.location).toMatchObject({ href: '/two', index: 1 })
  await userEvent.click(await screen.findByRole('button', { name: 'Back' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Stay' }))
  expect(router.state.location).toMatchObject({ href: '/two', index: 1 })
  await userEvent.click(await screen.findByRole('button', { name: 'Back' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Leave' }))
  await act(async () => undefined)
  expect(router.state.location).toMatchObject({ href: '/one', index: 0 })
  const closing = new Event('beforeunload', { cancelable: true })
  dispatchEvent(closing)
  expect(closing.defaultPrevented).toBe(true)
})

test('the address bar is followed: pages, a spelling mended, a link within the page', () => {
  history.replaceState(null, '', '/one?empty=')
  const places = browserHistory()
  expect(places.read()).toMatchObject({ href: '/one', index: 0 })
  expect(location.search).toBe('')
  places.write('/two?page=2', 'push')
  const second = places.read()
  expect(second).toMatchObject({ href: '/two?page=2', index: 1 })
  expect(places.read()).toEqual(second)
  places.write('/two?page=3', 'replace')
  expect(places.read()).toMatchObject({ href: '/two?page=3', index: 1 })
  expect(places.read().key).not.toBe(second.key)
  history.pushState(null, '', '/two?page=3#content')
  expect(places.read()).toMatchObject({ hash: 'content', index: 2 })
})

test('a page begins at its top; one that was left is found as it was left', () => {
  const scrolledTo = vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)
  const place = (key: string, hash = '') => ({ ...placeOf('/one'), key, hash, index: 0 })
  const memory = scrollMemory(() => place('a'))
  const table = document.body.appendChild(document.createElement('div'))
  table.scrollLeft = 120
  table.dispatchEvent(new Event('scroll'))
  vi.spyOn(window, 'scrollY', 'get').mockReturnValue(700)
  memory.keep(place('a'))
  table.scrollLeft = 0
  memory.restore(place('b'))
  expect(scrolledTo).toHaveBeenLastCalledWith({ left: 0, top: 0 })
  memory.restore(place('a'))
  expect(scrolledTo).toHaveBeenLastCalledWith({ left: 0, top: 700 })
  expect(table.scrollLeft).toBe(120)
  // Loaded anew, the tab knows it still.
  dispatchEvent(new Event('pagehide'))
  scrollMemory(() => place('a')).restore(place('a'))
  expect(scrolledTo).toHaveBeenLastCalledWith({ left: 0, top: 700 })
  table.remove()
})
