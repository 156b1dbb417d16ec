import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { buildSession } from '../../test/fixtures.ts'
import { institution, overview } from '../../test/institution-fixtures.ts'
import { openPortal, refusal } from '../../test/portal.tsx'
import { REGISTER, replies as registerReplies } from '../../test/register-fixtures.ts'

const stateRow = {
  id: 1,
  stateCode: 'AL',
  stateName: 'Alabama',
  effectiveFrom: '2020-01-01',
  effectiveTo: null,
  taxName: 'Corporate income tax',
  taxBasis: 'NET_INCOME',
  corporateRate: 0.065,
  financialInstitutionRate: 0.065,
  federalDeductibleFraction: 1,
  boliGrowthTreatment: 'EXCLUDED',
  figuresYear: 2020,
  sourceCitation: 'Published table',
  reviewStatus: 'UNREVIEWED',
}
const profile = {
  effectiveOn: '2021-01-01',
  federalRate: 0.21,
  stateRate: 0.06,
  stateCode: 'SC',
  usesStateRow: false,
  federalDeductibleFraction: 0,
  boliStateTreatment: 'EXCLUDED',
  combinedRateOverride: null,
  source: 'Questionnaire',
  enteredBy: null,
  updatedAt: '2026-10-02T00:00:00.000Z',
  versions: [],
}
const member = (id: number, firstName: string) => ({
  id,
  firstName,
  middleName: null,
  lastName: 'Hart',
  email: `${firstName}@firm.example`,
  title: 'Consultant',
  displayName: null,
  bio: null,
  phone: '3125550100',
  extension: null,
  avatar: null,
  active: true,
})
const team = { records: [member(7, 'Ada'), member(8, 'Bert')], candidates: [{ id: 9, name: 'Cleo Hart', title: null }] }
const replies = {
  'GET /api/institutions/101': institution,
  'GET /api/institutions/owners': { records: [] },
  'GET /api/institutions/101/sites': { records: [{ siteId: 1, name: 'Corridor BOLI', on: true, holds: ['96 policies'] }] },
  'GET /api/institutions/101/related-data': { records: [{ kind: 'policies', label: 'Policies', count: 96, link: null }] },
  'GET /api/report-configuration/states/figures': { records: [stateRow] },
  'GET /api/institutions/101/tax-profiles': { records: [profile], removed: [] },
  'GET /api/institutions/101/service-team': team,
  'GET /api/institutions/101/service-requests': {
    records: [],
    page: { page: 1, perPage: 25, totalRecords: 0, sortBy: 'createdAt', sortDirection: 'desc' },
  },
}
const reader = buildSession({ userRole: 'b', permissions: [{ code: 'INSTITUTIONS', access: 1 }] })
const open = (tab: string, session = buildSession(), more = {}) =>
  openPortal(`/institutions/101${tab ? `?tab=${tab}` : ''}`, session, { ...replies, ...more })

test('level 1 reads: no form, no upload, nothing to deactivate', async () => {
  await open('profile', reader)
  expect(await screen.findByText('First Coastal Bank, N.A.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Save|Deactivate|Choose a file/ })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull()
  await userEvent.click(screen.getByRole('tab', { name: 'People' }))
  expect(await screen.findByRole('tab', { name: 'Service team' })).toBeTruthy()
  expect(screen.queryByRole('tab', { name: 'Users' })).toBeNull()
})

test('the state is chosen from a list, by name or letters', async () => {
  await open('profile')
  const state = await screen.findByRole('combobox', { name: 'State' })
  await userEvent.clear(state)
  await userEvent.type(state, 'oh')
  expect(within(screen.getByRole('listbox')).getAllByRole('option')[0]?.textContent).toContain('Ohio (OH)')
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(state).toHaveProperty('value', 'Ohio (OH)'))
})

test('the overview says what the institution holds, which reports are missing and that nothing is open; editing is behind Edit', async () => {
  await open('', buildSession(), overview)
  expect(await screen.findByText(/^Legal name: First Coastal Bank, N\.A\. · /)).toBeTruthy()
  expect((await screen.findByRole('link', { name: '$15,079,306.98' })).getAttribute('href')).toBe('/institutions/101?tab=carriers')
  expect(screen.getByText('As of 09/30/2026, the last month with all its values')).toBeTruthy()
  expect(screen.getByText('88 insureds with a policy in force, 4 carriers')).toBeTruthy()
  const latest = within(await screen.findByRole('region', { name: 'Latest reports' }, { timeout: 10_000 }))
  // Each kind of report is asked for by itself.
  await waitFor(() => expect(latest.getAllByText('None made yet.')).toHaveLength(4))
  expect(await screen.findByText('No requests or questionnaires are open.')).toBeTruthy()
  expect(screen.queryByLabelText('City')).toBeNull()
  await userEvent.click(screen.getByRole('link', { name: 'Edit' }))
  expect(await screen.findByLabelText('City')).toBeTruthy()
})

test('six groups hold all tabs, and the address of a tab opens it in its group', async () => {
  await open('limits', buildSession(), overview)
  const [groups, under] = (await screen.findAllByRole('tablist')).map((row) => within(row).getAllByRole('tab'))
  expect(groups?.map(({ textContent }) => textContent)).toEqual([
    'Overview',
    'Holdings',
    'Taxes and limits',
    'Documents',
    'People',
    'Profile',
  ])
  expect(under?.map(({ textContent }) => textContent)).toEqual(['Tax profile', 'Capital', 'Policy limits', 'GL accounts'])
  expect(screen.getByRole('tab', { name: 'Policy limits' }).getAttribute('aria-selected')).toBe('true')
  expect(screen.getByRole('tab', { name: 'Taxes and limits' }).getAttribute('aria-selected')).toBe('true')
})

test('on its own page an institution is deleted by its name for it, not as one that was selected', async () => {
  await open('profile', buildSession(), { 'GET /api/institutions/101/related-data': { records: [] } })
  await userEvent.click(await screen.findByRole('button', { name: 'Delete institution' }))
  const dialog = await screen.findByRole('dialog', { name: 'Delete this institution?' })
  expect(within(dialog).getByRole('button', { name: 'Delete institution' })).toBeTruthy()
})

test('the register’s lists say in words that a filter chooses nothing, and that there is no row', async () => {
  const nothing = { records: [], page: { page: 1, perPage: 25, totalRecords: 0, sortBy: 'policyNumber', sortDirection: 'asc' } }
  const totals = { policies: 0, cashSurrenderValueCents: 0, deathBenefitCents: 0, withoutValue: 0 }
  const lists = {
    'GET /api/institutions/101/register': registerReplies[REGISTER],
    'GET /api/institutions/101/register/policies': { ...nothing, totals },
    'GET /api/institutions/101/register/seven-pay': { ...nothing, totals: {} },
  }
  const first = await open('policies', buildSession(), lists)
  expect(within(await screen.findByLabelText('In force')).getAllByRole('option')[0]?.textContent).toBe('In force or not')
  first.unmount()
  await open('policies&list=seven-pay', buildSession(), lists)
  expect(await screen.findByText('No 7-pay premiums')).toBeTruthy()
})

test('the tab of exceptions counts those that are open', async () => {
  const counted = (open: number, ruleCode: string) => ({
    check: 'client-exceptions',
    ruleCode,
    ruleTitle: ruleCode,
    severity: 'error',
    period: '2026-10-31',
    open,
    settled: 4,
    only: null,
  })
  await open('policies', buildSession(), {
    ...overview,
    'GET /api/exceptions/counts': { records: [counted(2, 'V3'), counted(1, 'V9')], resolved: [] },
  })
  expect(await screen.findByRole('tab', { name: 'Exceptions 3' })).toBeTruthy()
})

test.each([
  [false, 'Not audited yet'],
  [true, 'Of all months'],
])('an overview without an open exception says whether the institution was ever audited: %s, %s', async (isAudited, note) => {
  await open('overview', buildSession(), { ...overview, 'GET /api/exceptions/counts': { records: [], resolved: [], isAudited } })
  expect(await screen.findByText(note)).toBeTruthy()
})

test('a count of what blocks a month opens as many: all of its open errors', async () => {
  const { asked } = await open('exceptions&period=2026-10-31&blocking=errors', buildSession(), overview)
  expect(await screen.findByRole('region', { name: 'Errors that block the release of October 2026' })).toBeTruthy()
  const list = await vi.waitFor(() => asked.find(({ path }) => path === '/api/exceptions') ?? Promise.reject(new Error('not asked')))
  expect([list.query.get('period'), list.query.getAll('severity'), list.query.getAll('status')]).toEqual([
    '2026-10-31',
    ['error'],
    ['OPEN'],
  ])
  expect(list.query.getAll('ruleCode')).toEqual([])
})

test('what keeps an institution from being deleted is said, and a site with policies cannot be unchecked', async () => {
  const records = [
    { kind: 'policies', label: 'Policies', count: 96, link: null },
    { kind: 'openQuestionnaires', label: 'Open questionnaires', count: 1, link: null },
  ]
  await open('profile', buildSession(), { 'GET /api/institutions/101/related-data': { records } })
  expect(
    await screen.findByText('It cannot be deleted, because of 96 policies, 1 open questionnaire. Deactivating keeps all of it.'),
  ).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Delete/ })).toBeNull()
  expect((await screen.findByRole('checkbox', { name: /Corridor BOLI/ })).hasAttribute('disabled')).toBe(true)
})

test('what is typed into a record is kept as a draft while it is typed, with what stood there before', async () => {
  const { asked, unmount } = await open('profile')
  await userEvent.type(await screen.findByLabelText('City'), ' East')
  const drafts = () => asked.filter(({ method, path }) => method === 'PUT' && path === '/api/drafts/institutions.101')
  await vi.waitFor(() =>
    expect(drafts().at(-1)?.body).toMatchObject({ content: { values: { city: 'Haven Point East' }, base: { city: 'Haven Point' } } }),
  )
  unmount()
})

test('the combined rate stands with its formula and figures', async () => {
  await open('tax', reader)
  const panel = within(await screen.findByRole('region', { name: 'Combined rate' }))
  expect(panel.getByText('tc = S + f(1 − S)')).toBeTruthy()
  expect(panel.getByText('6.0000% + 21.00% × (1 − 6.0000%)')).toBeTruthy()
  expect(panel.getByText('= 25.7400%')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Edit|Add/ })).toBeNull()
  expect(panel.getByText(/^f: federal rate; s: state rate; .*tc: combined rate\.$/)).toBeTruthy()
})

test('a new tax profile starts from the present one, is sent whole, and the server’s word stands at its field', async () => {
  const portal = await open('tax', buildSession(), {
    'POST /api/institutions/101/tax-profiles': refusal(400, {
      code: 'input',
      inputError: true,
      message: 'Some of what was sent is not valid.',
      meta: { effectiveOn: ['There is already a row for this date.'] },
    }),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Add tax profile' }))
  await userEvent.type(screen.getByLabelText(/Effective from/), '01/01/2026')
  const soFar = () => screen.getByText(/^If empty, it is computed from the rates/).textContent
  expect(soFar()).toBe('If empty, it is computed from the rates: 25.74%')
  await userEvent.clear(screen.getByLabelText(/^State rate/))
  expect(soFar()).toBe('If empty, it is computed from the rates')
  await userEvent.type(screen.getByLabelText(/^State rate/), '9')
  expect(soFar()).toBe('If empty, it is computed from the rates: 28.11%')
  await userEvent.click(screen.getByRole('button', { name: 'Add tax profile' }))
  expect((await screen.findAllByText(/There is already a row for this date/)).length).toBeGreaterThan(0)
  const sent = portal.asked.find(({ method }) => method === 'POST')?.body
  expect(sent).toEqual({
    effectiveOn: '2026-01-01',
    federalRate: 0.21,
    stateRate: 0.09,
    stateCode: 'SC',
    usesStateRow: false,
    federalDeductibleFraction: 0,
    boliStateTreatment: 'EXCLUDED',
    combinedRateOverride: null,
    source: 'Questionnaire',
  })
})

test('a tax profile is offered the row of its state and day, with the combined rate that it comes to', async () => {
  const portal = await open('tax', buildSession(), { 'POST /api/institutions/101/tax-profiles': { records: [profile], removed: [] } })
  await userEvent.click(await screen.findByRole('button', { name: 'Add tax profile' }))
  await userEvent.type(screen.getByLabelText(/Effective from/), '01/01/2019')
  const state = screen.getByRole('combobox', { name: /^State/ })
  await userEvent.clear(state)
  await userEvent.type(state, 'alab{Enter}')
  expect(state).toHaveProperty('value', 'Alabama (AL)')
  expect(screen.getByText('No row of AL is in effect on that day')).toBeTruthy()
  await userEvent.clear(screen.getByLabelText(/Effective from/))
  await userEvent.type(screen.getByLabelText(/Effective from/), '01/01/2026')
  expect(
    screen.getByText(
      /^Alabama: Corporate income tax, 6\.50%, 100% of federal tax deductible, from 01\/01\/2020; figures of 2020, not reviewed\./,
    ),
  ).toBeTruthy()
  await userEvent.click(screen.getByRole('checkbox', { name: /State figures from the state configuration/ }))
  expect(screen.queryByLabelText(/^State rate/)).toBeNull()
  expect(screen.getByText('If empty, it is computed from the rates: 25.11%')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Add tax profile' }))
  await waitFor(() =>
    expect(portal.asked.find(({ method }) => method === 'POST')?.body).toMatchObject({ stateCode: 'AL', usesStateRow: true }),
  )
})

test('a correction says why, and names the row and the version it corrects', async () => {
  const portal = await open('tax', buildSession(), {
    'PUT /api/institutions/101/tax-profiles/2021-01-01': { records: [profile], removed: [] },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Edit 01/01/2021' }))
  await userEvent.click(screen.getByRole('button', { name: 'Save correction' }))
  expect((await screen.findAllByText('Enter the reason for the correction')).length).toBeGreaterThan(0)
  await userEvent.type(screen.getByLabelText(/Reason for the correction/), 'The return says so')
  await userEvent.click(screen.getByRole('button', { name: 'Save correction' }))
  await waitFor(() => expect(portal.asked.some(({ method, path }) => method === 'PUT' && path.startsWith('/api/institutions/'))).toBe(true))
  const sent = portal.asked.find(({ method, path }) => method === 'PUT' && path.startsWith('/api/institutions/'))?.body
  expect(sent).toMatchObject({ effectiveOn: '2021-01-01', reason: 'The return says so', updatedAt: profile.updatedAt, stateRate: 0.06 })
})

test('the team is ordered by buttons and saved against the order it was read in', async () => {
  const portal = await open('team', buildSession(), { 'PUT /api/institutions/101/service-team': team })
  await userEvent.click(await screen.findByRole('button', { name: 'Move Bert Hart up' }))
  await userEvent.click(screen.getByRole('button', { name: 'Remove Ada Hart' }))
  await userEvent.click(screen.getByRole('combobox', { name: 'Add a team member' }))
  await userEvent.click(screen.getByRole('option', { name: 'Cleo Hart' }))
  await userEvent.click(screen.getByRole('button', { name: 'Save team' }))
  await waitFor(() =>
    expect(portal.asked.find(({ path, method }) => method === 'PUT' && path.endsWith('/service-team'))?.body).toEqual({
      userIds: [8, 9],
      before: [7, 8],
    }),
  )
})
