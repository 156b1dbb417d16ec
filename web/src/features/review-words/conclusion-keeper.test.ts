/** Management's conclusions: kept while they are typed, over a failing server and a page that goes, and never over a colleague's unasked. */
import type { StoredConclusion } from '@corridor/contract/review-words.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../kernel/api-error.ts'
import { PAUSE_MS, type Unsent } from '../../kernel/autosave.ts'
import { createConclusionKeeper, isUnsentConclusion, type SaveConclusion } from './conclusion-keeper.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

type Conclusion = Parameters<typeof createConclusionKeeper>[2] extends { recall: () => Unsent<infer Value>[] } ? Value : never
const stored = (conclusion: string, version: number, savedBy = 'Cleo Park'): StoredConclusion => ({
  risk: 'CREDIT',
  conclusion,
  version,
  savedBy,
  savedAt: '2026-11-21T15:00:00Z',
})

/** A server with one conclusion, and the browser that remembers what it does not have. */
function portal(first: StoredConclusion[] = []) {
  const world = {
    server: first[0],
    browser: [] as Unsent<Conclusion>[],
    calls: [] as [string, boolean][],
    refuses: null as ApiError | null,
  }
  const save: SaveConclusion = async ({ conclusion, version }, leaving) => {
    world.calls.push([conclusion, leaving])
    if (world.refuses) throw world.refuses
    if ((world.server?.version ?? 0) !== version)
      throw new ApiError(409, { message: 'changed', code: 'conflict', meta: { current: world.server } })
    world.server = stored(conclusion, version + 1)
    return world.server
  }
  const visit = () =>
    createConclusionKeeper(save, world.server ? [world.server] : [], {
      remember: (waiting) => {
        world.browser = structuredClone([...waiting])
      },
      recall: () => structuredClone(world.browser),
    })
  const typed = (keeper: ReturnType<typeof visit>, conclusion: string) => keeper.put({ risk: 'CREDIT', conclusion })
  return { world, visit, typed }
}

test('a conclusion is saved once typing pauses, and nothing waits in the browser then', async () => {
  const { world, visit, typed } = portal([stored('Low.', 3)])
  const keeper = visit()
  for (const text of ['Low,', 'Low, as', 'Low, as before.']) typed(keeper, text)
  await vi.advanceTimersByTimeAsync(PAUSE_MS)
  expect([world.calls, world.server?.version, world.browser]).toEqual([[['Low, as before.', false]], 4, []])
  expect(keeper.kept.get().get('CREDIT')).toMatchObject({ conclusion: 'Low, as before.', version: 4, state: 'saved' })
})

test.each([
  ['the server fails', new ApiError(500, { message: 'failed' })],
  ['the session ended', new ApiError(401, { message: 'sign in' })],
  ['there is no connection', new ApiError(0, { message: 'offline' })],
])('while %s it waits on the page and in the browser, and is tried again', async (_, refusal) => {
  const { world, visit, typed } = portal()
  const keeper = visit()
  world.refuses = refusal
  typed(keeper, 'Low.')
  await vi.advanceTimersByTimeAsync(PAUSE_MS)
  expect([keeper.state.get(), keeper.kept.get().get('CREDIT')?.state, world.browser.map(({ value }) => value.conclusion)]).toEqual([
    'offline',
    'waiting',
    ['Low.'],
  ])
  expect(await keeper.flush()).toBe(false)
  world.refuses = null
  await vi.advanceTimersByTimeAsync(5_000)
  expect([world.server?.conclusion, keeper.state.get(), world.browser]).toEqual(['Low.', 'idle', []])
})

test('a refusal is told in the words of its field, and the next text is sent again', async () => {
  const { world, visit, typed } = portal()
  const keeper = visit()
  world.refuses = new ApiError(400, { message: 'Look again.', code: 'input', meta: { conclusion: ['At most 4,000 characters.'] } })
  typed(keeper, 'Too long')
  await vi.advanceTimersByTimeAsync(PAUSE_MS)
  await vi.advanceTimersByTimeAsync(60_000)
  expect([world.calls.length, keeper.kept.get().get('CREDIT')]).toMatchObject([
    1,
    { state: 'refused', problem: 'At most 4,000 characters.' },
  ])
  world.refuses = null
  typed(keeper, 'Low.')
  await vi.advanceTimersByTimeAsync(PAUSE_MS)
  expect(world.server?.conclusion).toBe('Low.')
})

test('a colleague’s conclusion stands beside one’s own while one types on, and the one that is chosen stays', async () => {
  const { world, visit, typed } = portal()
  const [first, second] = [visit(), visit()]
  world.server = stored('Theirs.', 2, 'Ada Quill')
  for (const keeper of [first, second]) typed(keeper, 'Mine')
  await vi.advanceTimersByTimeAsync(PAUSE_MS)
  typed(first, 'Mine.')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(first.kept.get().get('CREDIT')).toMatchObject({
    conclusion: 'Mine.',
    state: 'conflict',
    theirs: { conclusion: 'Theirs.', savedBy: 'Ada Quill' },
  })
  second.settle('CREDIT', 'theirs')
  expect([second.kept.get().get('CREDIT'), await second.flush()]).toMatchObject([
    { conclusion: 'Theirs.', version: 2, state: 'saved' },
    true,
  ])
  first.settle('CREDIT', 'mine')
  await vi.advanceTimersByTimeAsync(0)
  expect(world.server).toMatchObject({ conclusion: 'Mine.', version: 3 })
})

test('a page that goes sends what waits along, and the next visit neither sends it twice nor loses what did not arrive', async () => {
  const { world, visit, typed } = portal([stored('Low.', 1)])
  const closing = visit()
  typed(closing, 'Low, still.')
  const inTheBrowser = structuredClone(world.browser)
  closing.leave()
  await vi.advanceTimersByTimeAsync(0)
  expect(world.calls).toEqual([['Low, still.', true]])
  // The answer came too late for the page to forget it.
  world.browser = inTheBrowser
  expect(visit().kept.get().get('CREDIT')).toMatchObject({ conclusion: 'Low, still.', version: 2, state: 'saved' })
  expect(world.browser).toEqual([])

  world.browser = [{ value: { risk: 'CREDIT', conclusion: 'Higher.' }, version: 2, flight: null }]
  const back = visit()
  expect(back.kept.get().get('CREDIT')).toMatchObject({ conclusion: 'Higher.', state: 'waiting' })
  await vi.advanceTimersByTimeAsync(0)
  expect([world.server?.conclusion, world.calls.length]).toEqual(['Higher.', 2])
})

test('the server’s conclusions read anew show a colleague’s, keep what is being typed, and never go back behind one’s own save', async () => {
  const { visit, typed } = portal([stored('Low.', 1)])
  const keeper = visit()
  keeper.refresh([stored('Lower.', 2)])
  expect(keeper.kept.get().get('CREDIT')?.conclusion).toBe('Lower.')
  keeper.refresh([stored('Low.', 1)])
  expect(keeper.kept.get().get('CREDIT')?.conclusion).toBe('Lower.')
  typed(keeper, 'Typing')
  keeper.refresh([stored('Lowest.', 3)])
  expect(keeper.kept.get().get('CREDIT')?.conclusion).toBe('Typing')
})

test.each([
  [{ value: { risk: 'CREDIT', conclusion: 'Low.' }, version: 1, flight: null }, true],
  [{ value: { risk: 'WEATHER', conclusion: 'Low.' }, version: 1 }, false],
  [{ value: { risk: 'CREDIT', conclusion: 4 }, version: 1 }, false],
  [{ value: { risk: 'CREDIT', conclusion: 'Low.' } }, false],
  [null, false],
])('what the browser kept is taken up only where it is a conclusion: %j', (entry, isTaken) =>
  expect(isUnsentConclusion(entry)).toBe(isTaken),
)
