/** Lines of events against a stand-in for the browser's own: shared by those who listen, given back by a hidden tab, closed with the last. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listen } from './live-line.ts'

class Source extends EventTarget {
  static readonly CLOSED = 2
  static all: Source[] = []
  readyState = 1
  onopen: (() => void) | null = null
  onerror: (() => void) | null = null
  readonly url: string
  constructor(url: string) {
    super()
    this.url = url
    Source.all.push(this)
  }
  close() {
    this.readyState = Source.CLOSED
  }
  say(name: string, data = '{}') {
    this.dispatchEvent(new MessageEvent(name, { data }))
  }
}
const open = () => Source.all.filter(({ readyState }) => readyState !== Source.CLOSED)
const hide = (hidden: boolean) => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden)
  document.dispatchEvent(new Event('visibilitychange'))
}

beforeEach(() => {
  Source.all = []
  vi.stubGlobal('EventSource', Source)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function listener(...names: string[]) {
  return { names, onEvent: vi.fn<(name: string, text: string) => void>(), onGap: vi.fn<() => void>() }
}

test('all who listen at an address share one line, each hears its own names, and the last closes it', () => {
  const [page, sidebar] = [listener('report'), listener('audit', 'report')]
  const endPage = listen('/events', page)
  const endSidebar = listen('/events', sidebar)
  expect(open()).toHaveLength(1)
  Source.all[0]?.say('audit', '{"status":"ENDED"}')
  expect([page.onEvent.mock.calls, sidebar.onEvent.mock.calls]).toEqual([[], [['audit', '{"status":"ENDED"}']]])
  Source.all[0]?.say('report')
  expect([page.onEvent.mock.calls.length, sidebar.onEvent.mock.calls.length]).toEqual([1, 2])
  endPage()
  expect(open()).toHaveLength(1)
  endSidebar()
  expect(open()).toHaveLength(0)
})

test('other addresses have lines of their own', () => {
  const ends = ['/events', '/questionnaire-events'].map((url) => listen(url, listener('report')))
  expect(open().map(({ url }) => url)).toEqual(['/events', '/questionnaire-events'])
  for (const end of ends) end()
})

test('a hidden tab gives the line back; shown again, what was missed is asked for and names are heard as before', () => {
  const page = listener('report')
  const end = listen('/events', page)
  hide(true)
  expect(open()).toHaveLength(0)
  hide(false)
  expect(open()).toHaveLength(1)
  expect(page.onGap).toHaveBeenCalledTimes(1)
  Source.all[1]?.say('report')
  expect(page.onEvent).toHaveBeenCalledTimes(1)
  end()
  hide(false)
  expect(open()).toHaveLength(0)
})
