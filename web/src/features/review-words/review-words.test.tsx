import type { ReviewAssessment, ReviewSettings } from '@corridor/contract/review-words.ts'
import { shippedWording } from '@corridor/domain/reports/annual-review/default-narrative.ts'
import { REVIEW_RISK_CODES } from '@corridor/domain/reports/annual-review/outline.ts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { buildSession } from '../../test/fixtures.ts'
import { openPortal, type Replies, refusal } from '../../test/portal.tsx'

const site = { ...shippedWording('BOLI'), version: 0 }
const SETTINGS: ReviewSettings = {
  reportId: 9,
  batchId: 4,
  institutionId: 7,
  institutionName: 'First Coastal Bank',
  period: '2025-12-31',
  frame: 'BOLI',
  configuration: site.configuration,
  narratives: { ...site.narratives, PROGRAM: 'Ours at {{year}}.' },
  site,
  ownFrom: '2025-12-31',
  risks: {},
  risksBefore: { CREDIT: { quantity: 'LOW', quality: 'STRONG', direction: 'STABLE', conclusion: '' } },
  items: [],
  boardMeetingOn: null,
  values: { year: '2025', cashSurrenderValue: '$15,181,169.44', asOf: 'December 31, 2025' },
  assessment: null,
  updatedBy: 'Helen Marsh',
  updatedAt: '2026-01-10T10:00:00.000Z',
}
const PATH = '/annual-review/4/results/9/config'
const open = (more: Replies = {}, tab = '') =>
  openPortal(`${PATH}${tab}`, buildSession(), {
    'GET /api/annual-boli-review/9/settings': SETTINGS,
    'POST /api/annual-boli-review/settings': SETTINGS,
    ...more,
  })
const sections = async () =>
  within(await screen.findByRole('list', { name: 'Sections of the review' }))
    .getAllByRole('checkbox')
    .map((box) => box.closest('label')?.textContent)

test('a section moves by buttons and keys, each step is said and can be taken back; only the change is sent', async () => {
  const { asked } = await open()
  await userEvent.click(await screen.findByRole('button', { name: 'Move Holdings up' }))
  expect((await sections()).slice(1, 4)).toEqual(['Executive summary', 'Holdings', 'Program overview'])
  expect(screen.getByText('Holdings moved: 3 of 16.')).toBeTruthy()
  screen.getByRole('checkbox', { name: 'Holdings' }).focus()
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}')
  expect((await sections())[1]).toBe('Holdings')
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect((await sections())[2]).toBe('Program overview')
  expect(screen.getAllByText('The site’s order').length).toBe(1)
  await userEvent.click(screen.getByRole('checkbox', { name: 'Peer comparison' }))
  expect(screen.getByText('Differs from the site’s order')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  const sent = await waitFor(() => asked.find(({ path, method }) => method === 'POST' && path === '/api/annual-boli-review/settings'))
  expect(sent?.body).toMatchObject({ id: 9, updatedAt: SETTINGS.updatedAt, configuration: { sections: expect.any(Array) } })
  expect(sent?.body).not.toHaveProperty('narratives')
})

test('a text shows its figures, says whose it is and goes back to the site’s; an unknown placeholder is told before anything is sent', async () => {
  const { asked } = await open()
  expect(await screen.findByText('Ours at 2025.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Use the site’s text' }))
  const text = screen.getByRole('textbox', { name: 'Program overview' })
  expect(text).toHaveProperty('value', site.narratives.PROGRAM)
  await userEvent.clear(text)
  await userEvent.type(text, 'At {{{{asOff}}')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect((await screen.findAllByText(/Not known here: \{\{asOff\}\}/)).length).toBeGreaterThan(0)
  expect(asked.some(({ method }) => method === 'POST')).toBe(false)
})

test('what someone else saved meanwhile is merged, text by text', async () => {
  const theirs = { ...SETTINGS, updatedAt: '2026-01-11T10:00:00.000Z', narratives: { ...SETTINGS.narratives, PROGRAM: 'Theirs.' } }
  await open({
    'POST /api/annual-boli-review/settings': refusal(409, {
      code: 'conflict',
      message: 'Someone else changed this in the meantime.',
      meta: { current: theirs, changedBy: 'Paul Reed', changedAt: theirs.updatedAt },
    }),
  })
  await userEvent.type(await screen.findByRole('textbox', { name: 'Program overview' }), ' Mine.')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(/Paul Reed/)).toBeTruthy()
  expect(screen.getAllByText('Theirs.').length).toBeGreaterThan(0)
})

test('a rating goes as a whole, beside last year’s', async () => {
  const { asked } = await open({}, '?tab=risks')
  const credit = within(await screen.findByRole('region', { name: 'Credit' }))
  expect(credit.getByText('Last year: Low')).toBeTruthy()
  await userEvent.selectOptions(credit.getByRole('combobox', { name: /Quantity/ }), 'Moderate')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  const sent = await waitFor(() => asked.find(({ method, path }) => method === 'POST' && path.endsWith('/settings')))
  expect(sent?.body).toMatchObject({ risks: { CREDIT: { quantity: 'MODERATE', quality: null, direction: null, conclusion: '' } } })
})

const ASSESSMENT: ReviewAssessment = {
  id: 3,
  institutionId: 7,
  institutionName: 'First Coastal Bank',
  siteName: 'Corridor BOLI',
  frame: 'BOLI',
  period: '2025-12-31',
  status: 1,
  note: '',
  dueOn: '2026-02-01',
  askedAt: '2026-01-10T10:00:00.000Z',
  signedAt: null,
  reopenedAt: null,
  reopenNote: null,
  facts: Object.fromEntries(REVIEW_RISK_CODES.slice(0, 2).map((code) => [code, [{ label: 'Program, of total assets', value: '1.90%' }]])),
  conclusions: [],
  signatures: [],
  answersSha256: 'a'.repeat(64),
  can: ['answer', 'sign'],
}
const client = buildSession({
  userRole: 'c',
  institutionId: 7,
  institutionName: 'First Coastal Bank',
  reportTypeCodes: ['ABR'],
  permissions: [],
})
const saved = (conclusion: string, version: number) => ({
  risk: 'LIQUIDITY',
  conclusion,
  version,
  savedBy: 'Eleanor Whitfield',
  savedAt: '2026-01-11T10:00:00.000Z',
})

test('management writes beside the facts, what is typed is kept by itself, and nothing is signed while a risk is left', async () => {
  const { asked } = await openPortal('/annual-review/assessment', client, {
    'GET /api/annual-boli-review/assessment': { assessment: ASSESSMENT, years: [2025] },
    'PUT /api/annual-boli-review/assessment/3/conclusions': saved('Held as intended.', 1),
  })
  expect(await screen.findByText(/please sign it by February 1, 2026/)).toBeTruthy()
  expect(screen.getAllByText('1.90%')).toHaveLength(2)
  await userEvent.type(screen.getByRole('textbox', { name: 'Management’s conclusion on liquidity risk' }), 'Held as intended.')
  const put = await waitFor(
    () => {
      const call = asked.find(({ method, path }) => method === 'PUT' && path.includes('/conclusions'))
      if (!call) throw new Error('not yet')
      return call
    },
    { timeout: 3000 },
  )
  expect(put.body).toMatchObject({ risk: 'LIQUIDITY', version: 0, conclusion: 'Held as intended.' })
  expect(await screen.findByText('everything is saved')).toBeTruthy()
  expect(screen.getAllByText('Remaining: Transaction and operational')).toHaveLength(2)
  expect(screen.getByRole('button', { name: 'Sign the assessment' })).toHaveProperty('disabled', true)
})

test('who signs is told which tests are not met, beside the risk and at the signature', async () => {
  const facts = {
    ...ASSESSMENT.facts,
    LIQUIDITY: [
      { label: 'Program, of total assets', value: '1.90%' },
      { label: 'Largest carrier', value: 'Over the limit by $3,516,731.82.', isNotMet: true as const },
    ],
  }
  await openPortal('/annual-review/assessment', client, {
    'GET /api/annual-boli-review/assessment': { assessment: { ...ASSESSMENT, facts }, years: [2025] },
  })
  const beside = within(await screen.findByRole('region', { name: 'Liquidity' }))
  expect(beside.getByText(/Over the limit by/).closest('li')?.textContent).toBe('Largest carrier Not met Over the limit by $3,516,731.82.')
  expect(beside.getByText('What the review computed (1)')).toBeTruthy()
  const sign = within(screen.getByRole('region', { name: 'Sign' }))
  expect(sign.getByText(/not met. Check that your conclusions do not contradict them/)).toBeTruthy()
  expect(sign.getByText('Liquidity: Largest carrier')).toBeTruthy()
})

test('what the server could not take outlives the page: the next one shows it and sends it', async () => {
  const assessment = { 'GET /api/annual-boli-review/assessment': { assessment: ASSESSMENT, years: [2025] } }
  const conclusions = 'PUT /api/annual-boli-review/assessment/3/conclusions'
  const { asked: before } = await openPortal('/annual-review/assessment', client, {
    ...assessment,
    [conclusions]: new Promise(() => undefined),
  })
  await userEvent.type(await screen.findByRole('textbox', { name: 'Management’s conclusion on liquidity risk' }), 'Held as intended.')
  await waitFor(() => expect(before.map(({ method }) => method)).toContain('PUT'), { timeout: 3000 })
  cleanup()
  const { asked } = await openPortal('/annual-review/assessment', client, { ...assessment, [conclusions]: saved('Held as intended.', 1) })
  expect(await screen.findByRole('textbox', { name: 'Management’s conclusion on liquidity risk' })).toHaveProperty(
    'value',
    'Held as intended.',
  )
  expect(await screen.findByText('everything is saved')).toBeTruthy()
  expect(asked.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toMatchObject([{ conclusion: 'Held as intended.' }])
  expect(Object.keys(localStorage).filter((key) => key.includes('assessment'))).toEqual([])
})

test('of two who write at once the second sees what the first wrote, and decides', async () => {
  const { asked } = await openPortal('/annual-review/assessment', client, {
    'GET /api/annual-boli-review/assessment': { assessment: ASSESSMENT, years: [2025] },
    'PUT /api/annual-boli-review/assessment/3/conclusions': refusal(409, {
      code: 'conflict',
      message: 'Eleanor Whitfield changed this in the meantime.',
      meta: { current: saved('Theirs.', 4) },
    }),
  })
  await userEvent.type(await screen.findByRole('textbox', { name: 'Management’s conclusion on liquidity risk' }), 'Mine.')
  expect(await screen.findByText('Eleanor Whitfield wrote this in the meantime:', {}, { timeout: 3000 })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Use this' }))
  expect(screen.getByRole('textbox', { name: 'Management’s conclusion on liquidity risk' })).toHaveProperty('value', 'Theirs.')
  expect(asked.filter(({ method, path }) => method === 'PUT' && path.includes('/conclusions'))).toHaveLength(1)
})

test.each([
  ['open', { assessment: ASSESSMENT, years: [2025] }],
  ['not there yet', { assessment: null, years: [] }],
])('from the assessment, %s, a step leads back to the reviews it belongs to', async (_, reply) => {
  await openPortal('/annual-review/assessment', client, { 'GET /api/annual-boli-review/assessment': reply })
  const steps = within(await screen.findByRole('navigation', { name: 'Breadcrumb' }, { timeout: 5000 }))
  expect(steps.getByRole('link', { name: 'Annual Reviews' }).getAttribute('href')).toBe('/annual-review')
})
