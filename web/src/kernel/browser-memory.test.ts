/** This browser’s memory between pages: places, typed answers, the way back; and how it forgets them. */
import { afterEach, expect, test, vi } from 'vitest'
import { buildSession } from '../test/fixtures.ts'
import { answerConfirmation, confirmationWanted, passwordAskedAgain } from './confirmation.ts'
import { forgetPerson, forgetWaitingAnswers, remember, remembered, rememberReportCodes, reportCodesHint } from './local-memory.ts'
import { queryText, readQuery } from './query-text.ts'
import { recentPlaces, rememberPlace } from './recent-pages.ts'
import { adoptSession, fullName } from './session.ts'
import { isHeld, isHolder } from './session-life.ts'
import { rememberWayBack, wayBack } from './view-as.ts'
import { waitingOf } from './waiting.ts'

afterEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})
const place = (to: string) => ({ label: to, detail: 'Page', to })

test('of the pages one went to the last eight are offered, each once, the latest first, to that person at that place alone', () => {
  const session = buildSession()
  for (let count = 1; count <= 9; count++) rememberPlace(session, place(`/p${count}`))
  rememberPlace(session, place('/p5'))
  expect(recentPlaces(session).map(({ to }) => to)).toEqual(['/p5', '/p9', '/p8', '/p7', '/p6', '/p4', '/p3', '/p2'])
  for (const other of [{ userId: 9 }, { siteId: 2 }, { institutionId: 5 }]) expect(recentPlaces(buildSession(other))).toEqual([])
})

test('what somebody else wrote into the storage is no page to go to', () => {
  const session = buildSession()
  rememberPlace(session, place('/p'))
  const key = sessionStorage.key(0) ?? ''
  const kept = JSON.parse(sessionStorage.getItem(key) ?? '')
  const wrong = [
    place('https://evil.example'),
    { to: '/x', label: 1, detail: '' },
    { to: '/x', label: '', detail: 1 },
    { label: '', detail: '' },
    null,
  ]
  sessionStorage.setItem(key, JSON.stringify({ ...kept, value: [...wrong, place('/p')] }))
  expect(recentPlaces(session)).toEqual([place('/p')])
  for (const text of ['{', 'null', '7', JSON.stringify({ ...kept, value: 'x' }), JSON.stringify({ of: kept.of })]) {
    sessionStorage.setItem(key, text)
    expect(recentPlaces(session)).toEqual([])
  }
})

test('typed answers wait by person and paper; the next page takes up what others left, the latest of each', () => {
  const isText = (found: unknown): found is { key: string; text: string } => typeof found === 'object' && found !== null && 'text' in found
  const page = (userId = 7, paper = 'assessment.3') => waitingOf(userId, paper, isText, ({ key }) => key)
  page().remember([{ key: 'a', text: 'one' }])
  page().remember([{ key: 'b', text: 'two' }])
  expect([page(8).recall(), page(7, 'assessment.33').recall()]).toEqual([[], []])
  const next = page()
  expect(next.recall().map(({ text }) => text)).toEqual(['one', 'two'])
  // They are this page's now: sent, nothing is left for another.
  expect(localStorage.length).toBe(1)
  next.remember([])
  expect([localStorage.length, page().recall()]).toEqual([0, []])
  localStorage.setItem('corridor-answers.7.assessment.3.x', '[{"text":"kept"},{"odd":1}]')
  localStorage.setItem('corridor-answers.7.assessment.3.y', '{')
  expect(page().recall()).toEqual([{ text: 'kept' }])
})

test('leaving forgets who was here and what they typed, and keeps how the page looks', () => {
  remember({ signedIn: true, staff: true, density: 'compact' })
  rememberReportCodes(buildSession({ reportTypeCodes: ['MBR'] }))
  localStorage.setItem('corridor-answers.7.x', '[]')
  localStorage.setItem('other', '1')
  expect(reportCodesHint()).toEqual(['MBR'])
  forgetPerson()
  expect([remembered(), reportCodesHint()]).toEqual([{ density: 'compact' }, []])
  forgetWaitingAnswers()
  expect([localStorage.getItem('corridor-answers.7.x'), localStorage.getItem('other')]).toEqual([null, '1'])
})

test('a session is remembered while somebody has it; one of nobody forgets who was here', () => {
  const staff = buildSession({ userId: 7, reportTypeCodes: ['MBR'] })
  expect([adoptSession(staff)?.userId, isHolder(7), remembered(), reportCodesHint()]).toEqual([
    7,
    true,
    { signedIn: true, staff: true },
    ['MBR'],
  ])
  expect([adoptSession({ ...staff, userId: 0 }), isHeld(), remembered(), reportCodesHint()]).toEqual([null, false, {}, []])
})

test('a person without a name is called by their address', () => {
  const named = (firstName: string, lastName: string) => fullName(buildSession({ firstName, lastName, email: 'ada@bank.com' }))
  expect([named('Ada', 'Quill'), named('', 'Quill'), named('', '')]).toEqual(['Ada Quill', 'Quill', 'ada@bank.com'])
})

test('where viewing as a client began is gone back to once, and never to another host', () => {
  vi.stubGlobal('location', { pathname: '/users/7', search: '?tab=rights' })
  rememberWayBack()
  expect([wayBack(), wayBack()]).toEqual(['/users/7?tab=rights', '/'])
  for (const path of ['//evil.example', 'https://evil.example']) {
    sessionStorage.setItem('view-as-way-back', path)
    expect(wayBack()).toBe('/')
  }
})

test('a query says its lists by repetition and leaves out what is empty', () => {
  expect(queryText({ a: [1, 2], b: '', c: null, d: undefined, e: 0, f: false, g: ['', 'x'] })).toBe('?a=1&a=2&e=0&f=false&g=x')
  expect([queryText({}), queryText({ a: [] })]).toEqual(['', ''])
  expect(readQuery('?a=1&a=2&a=3&b=')).toEqual({ a: ['1', '2', '3'], b: '' })
})

test('calls that ask for the password again wait for one answer, each once', async () => {
  const both = Promise.all([passwordAskedAgain(), passwordAskedAgain()])
  expect(confirmationWanted.get()).toBe(true)
  answerConfirmation(true)
  expect([await both, confirmationWanted.get()]).toEqual([[true, true], false])
  const later = passwordAskedAgain()
  answerConfirmation(false)
  expect(await later).toBe(false)
})
