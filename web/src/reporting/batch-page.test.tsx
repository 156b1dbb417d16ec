import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { shownToasts } from '../kernel/toasts.ts'
import { buildSession } from '../test/fixtures.ts'
import { openPortal } from '../test/portal.tsx'
import { report } from '../test/report-row.ts'

const GATE = 'Stonemarch’s feed is missing.'
const batch = (reports: readonly object[]) => ({
  id: 9,
  batchName: 'Asset Reports, October 2026',
  reportType: 'AssetReport',
  period: '2026-10-31',
  year: 2026,
  month: 10,
  isQuarterly: false,
  isRegenerating: false,
  hold: true,
  createdBy: 'Morgan Hale',
  createdAt: '2026-11-03T15:00:00.000Z',
  canceledAt: null,
  canceledBy: null,
  remainingSeconds: null,
  stats: { Ready: reports.length, remaining: 0, scheduled: 0, failed: 0, canceled: 0, released: 0, total: reports.length },
})

const repliesOf = (records: readonly object[]) => ({
  'GET /api/asset-reports/9/reports': {
    records,
    batch: batch(records),
    page: { page: 1, perPage: 50, totalRecords: records.length, sortBy: 'reportName', sortDirection: 'asc' },
  },
})

async function opened(records: readonly object[], more: Record<string, unknown> = {}) {
  await openPortal('/asset-reporting/9', buildSession(), { ...repliesOf(records), ...more })
  return within(await screen.findByRole('table', { name: 'Reports of the batch' }, { timeout: 5000 }))
}

/** The stream of the server's events. */
class Source extends EventTarget {
  static readonly CLOSED = 2
  static all: Source[] = []
  readyState = 1
  constructor() {
    super()
    Source.all.push(this)
  }
  close() {}
}

test.each(['audit', 'file', 'report'])('what can be released is read anew after an event of the kind %s', async (name) => {
  vi.stubGlobal('EventSource', Source)
  const { asked } = await openPortal('/asset-reporting/9', buildSession(), repliesOf([report(1, null)]))
  expect(await screen.findByText('1 can be released')).toBeTruthy()
  const times = () => asked.filter(({ path }) => path === '/api/asset-reports/9/reports').length
  const before = times()
  for (const source of Source.all) source.dispatchEvent(new MessageEvent(name, { data: '{}' }))
  await waitFor(() => expect(times()).toBeGreaterThan(before))
})

test('a batch says apart how many reports were generated, can be released and are blocked, and by what', async () => {
  const table = await opened([report(1, null), report(2, null), report(3, GATE)])
  expect(screen.getByRole('progressbar').getAttribute('aria-valuetext')).toBe('3 of 3 generated')
  expect(screen.getByText(`2 can be released, 1 is blocked: ${GATE}`)).toBeTruthy()
  expect(table.getAllByText('Ready')).toHaveLength(2)
  expect(table.getAllByText('Blocked')).toHaveLength(1)
  expect(screen.getByRole('button', { name: 'Release 2 ready' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Release all 3' })).toBeTruthy()
})

test('where every report is blocked the button says so, and different reasons stand with the reports', async () => {
  await opened([report(1, GATE), report(2, '1 open audit error: Roll-forward does not add up (PL-1).')])
  expect(screen.getByText('2 are blocked: the reasons stand with each report.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Release 2 blocked' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /ready$/ })).toBeNull()
  const [link] = screen.getAllByRole('link', { name: '1 open audit error' })
  expect([link?.getAttribute('href'), link?.title]).toEqual([
    '/institutions/2?tab=exceptions&period=2026-10-31&blocking=errors',
    'Roll-forward does not add up (PL-1)',
  ])
  expect(screen.queryByText(/Roll-forward/), 'the dialog of the release names it').toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Release 2 blocked' }))
  expect(await within(await screen.findByRole('dialog')).findByText(/Roll-forward does not add up \(PL-1\)/)).toBeTruthy()
})

test('a report that lacks ratings or signatures is not ready: it is told apart and released with a reason only', async () => {
  const lacking = report(2, null, { incomplete: 'None of the 7 risks is rated.' })
  const table = await opened([report(1, null), lacking])
  expect(screen.getByText('1 can be released, 1 is not complete')).toBeTruthy()
  expect(table.getAllByText('Ready')).toHaveLength(1)
  expect(table.getAllByText('Not complete')).toHaveLength(1)
  expect(screen.getByRole('button', { name: 'Release 1 ready' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Release all 2' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByRole('textbox', { name: /^Reason for releasing before it is complete/ })).toBeTruthy()
})

test('where no report is complete the button says that it releases them as they are', async () => {
  await opened([report(1, null, { incomplete: 'None of the 7 risks is rated.' })])
  fireEvent.click(screen.getByRole('button', { name: 'Release 1 not complete' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText('This report is not complete:')).toBeTruthy()
  expect(dialog.getByText('Enter a reason to release the report that is not complete.')).toBeTruthy()
})

test('a withdrawn version is no part of what can be released together, and its own release quotes the withdrawal and claims no restatement', async () => {
  const withdrawn = report(2, null, { releasedVersion: 1, withdrawnAt: '2026-11-04T15:00:00.000Z' })
  const why = 'Withdrawn by Avery Lindgren on 11/04/2026. Reason: Carrier corrects a value.'
  const table = await opened([report(1, null), withdrawn, report(3, null)], {
    'POST /api/asset-reports/9/release/preview': {
      label: 'Cash surrender value',
      records: [
        {
          reportId: 2,
          institutionName: 'Bank 2',
          subsidiaryName: null,
          amountCents: 1,
          earlier: null,
          replacedCents: null,
          withdrawn: why,
          restates: null,
          readers: 1,
          unaudited: [],
          outdatedControls: null,
          recipients: ['Ines Hart'],
          uninvited: [],
        },
      ],
      announced: true,
      leftOut: [],
    },
  })
  expect(table.getAllByText('Withdrawn')).toHaveLength(1)
  expect(screen.getByText('2 can be released')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Release 2 ready' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Release all/ })).toBeNull()
  for (const box of table.getAllByRole('checkbox', { name: /Bank [12]/ })) fireEvent.click(box)
  expect(screen.queryByRole('button', { name: 'Release' })).toBeNull()
  fireEvent.click(table.getByRole('checkbox', { name: /Bank 1/ }))
  fireEvent.click(await screen.findByRole('button', { name: 'Release' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText(new RegExp(why))).toBeTruthy()
  expect(dialog.queryByText(/restated/)).toBeNull()
})

test('a release tells its change in value apart from the increase that the list shows', async () => {
  await opened([report(1, null)], {
    'POST /api/asset-reports/9/release/preview': {
      label: 'Cash surrender value',
      records: [
        {
          reportId: 1,
          institutionName: 'Bank 1',
          subsidiaryName: null,
          amountCents: 110_000_00,
          earlier: { period: '2026-09-30', amountCents: 100_000_00 },
          replacedCents: null,
          withdrawn: null,
          restates: null,
          readers: 1,
          unaudited: [],
          outdatedControls: null,
          recipients: [],
          uninvited: ['Never Asked'],
        },
      ],
      announced: true,
      leftOut: [{ reportId: 2, institutionName: 'Bank 2', subsidiaryName: null, why: GATE }],
    },
  })
  fireEvent.click(screen.getByRole('button', { name: 'Release 1 ready' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByRole('columnheader', { name: 'Change in value' })).toBeTruthy()
  expect(dialog.getByText(/^The change in value includes premiums, .* The increase .* leaves them out/)).toBeTruthy()
  expect(dialog.getByText(/^Not invited yet, and so without an email: Never Asked at Bank 1\. Invite this person/)).toBeTruthy()
  expect(dialog.getByRole('link', { name: 'Users page' }).getAttribute('href')).toBe('/users?invitation=none')
  expect(dialog.getByText('1 report of this batch is not released now.')).toBeTruthy()
})

test('a blocked report says why under its title and leads to the exceptions, and its release tells of no other report', async () => {
  const blocked = report(1, '1 open audit error: Value fell (PL-1).', { can: ['release'] })
  await openPortal('/asset-reporting/9/report/1', buildSession(), {
    'GET /api/asset-reports/9/reports/1': { report: blocked, version: 1, view: null, versions: [] },
    'POST /api/asset-reports/9/release/preview': {
      label: 'Cash surrender value',
      records: [],
      announced: true,
      leftOut: [{ reportId: 2, institutionName: 'Bank 2', subsidiaryName: null, why: GATE }],
    },
  })
  const reason = await screen.findByText(/1 open audit error: Value fell \(PL-1\)\./)
  const link = within(reason).getByRole('link', { name: 'Open exceptions of Bank 1' })
  expect(link.getAttribute('href')).toBe('/institutions/1?tab=exceptions&period=2026-10-31&blocking=errors')
  fireEvent.click(screen.getByRole('button', { name: 'Release' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText(/gets an email/)).toBeTruthy()
  expect(dialog.queryByText(/not released now/)).toBeNull()
})

test('on a report’s page what is rare or destroys is in a menu, and the institution leads to its page', async () => {
  const shown = report(5, null, { status: 'Canceled', can: ['regenerate', 'delete'] })
  const { asked } = await openPortal('/asset-reporting/9/report/5', buildSession(), {
    'GET /api/asset-reports/9/reports/5': { report: shown, version: 1, versions: [], view: null },
    'DELETE /api/asset-reports/9/reports/5': new Response(null, { status: 204 }),
    ...repliesOf([]),
  })
  const link = await screen.findByRole('link', { name: 'Bank 5' })
  expect(link.getAttribute('href')).toBe('/institutions/5')
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'More' }))
  expect(screen.getByRole('button', { name: 'Regenerate' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }))
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(asked.some(({ method }) => method === 'DELETE')).toBe(true))
})

test('a released report is regenerated after it was said what follows, and its release says where no figure differs', async () => {
  const shown = report(5, null, { currentVersion: 2, releasedVersion: 1, can: ['release', 'regenerate'] })
  const { asked } = await openPortal('/asset-reporting/9/report/5', buildSession(), {
    'GET /api/asset-reports/9/reports/5': { report: shown, version: 2, versions: [], view: null },
    'POST /api/asset-reports': { id: 12, beingMade: 0 },
    'POST /api/asset-reports/9/release/preview': {
      label: 'Cash surrender value',
      records: [
        {
          reportId: 5,
          institutionName: 'Bank 5',
          subsidiaryName: null,
          amountCents: 1,
          earlier: null,
          replacedCents: 1,
          withdrawn: null,
          restates: { from: 1, to: 2, isUnchanged: true },
          readers: 1,
          unaudited: [],
          outdatedControls: null,
          recipients: ['Ines Hart'],
          uninvited: [],
        },
      ],
      announced: true,
      leftOut: [],
    },
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Regenerate' }))
  const question = within(await screen.findByRole('dialog', { name: 'Regenerate the October 2026 Asset Report of Bank 5?' }))
  expect(question.getByText(/^The released version stays with the institution until .* RESTATED v3\.$/)).toBeTruthy()
  expect(asked.some(({ method, path }) => method === 'POST' && path === '/api/asset-reports')).toBe(false)
  fireEvent.click(question.getByRole('button', { name: 'Regenerate' }))
  await waitFor(() => expect(asked.find(({ path }) => path === '/api/asset-reports')?.body).toMatchObject({ isRegenerating: true }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  fireEvent.click(screen.getByRole('button', { name: 'Release' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect((await dialog.findByText('No figure differs from version 1.')).getAttribute('role')).toBe('alert')
  expect(dialog.getByText('It replaces version 1, which was released before, and will read RESTATED v2.')).toBeTruthy()
})

test('who withdraws or releases a single report reads which paper of whom, and of several how many', async () => {
  const both = report(5, null, { isQuarterly: true, subsidiaryName: 'Trust', can: ['release', 'withdraw'] })
  const { unmount } = await openPortal('/asset-reporting/9/report/5', buildSession(), {
    'GET /api/asset-reports/9/reports/5': { report: both, version: 1, versions: [], view: null },
    'POST /api/asset-reports/9/withdraw': { withdrawn: [5], refused: [] },
  })
  for (const action of ['Withdraw', 'Release']) {
    fireEvent.click(await screen.findByRole('button', { name: action }))
    const dialog = within(
      await screen.findByRole('dialog', { name: `${action} the October 2026 Quarterly Asset Report of Bank 5, Trust?` }),
    )
    fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  }
  fireEvent.click(screen.getByRole('button', { name: 'Withdraw' }))
  fireEvent.change(await screen.findByRole('textbox', { name: /Why/ }), { target: { value: 'A wrong rate' } })
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Withdraw' }))
  await waitFor(() =>
    expect(shownToasts.get().map(({ message }) => message)).toContain('Withdrew the October 2026 Quarterly Asset Report of Bank 5, Trust.'),
  )
  unmount()
  await opened([report(1, null), report(2, null)])
  fireEvent.click(screen.getByRole('button', { name: 'Release 2 ready' }))
  expect(await screen.findByRole('dialog', { name: 'Release 2 reports?' })).toBeTruthy()
})

test('the items open before a form is filed are counted once, in their own column', async () => {
  const forms = [2, 0].map((openItems, index) => report(index + 1, null, { reportType: 'C8925Report', openItems }))
  await openPortal('/8925-reporting/9', buildSession(), {
    'GET /api/8925-reports/9/reports': {
      ...repliesOf(forms)['GET /api/asset-reports/9/reports'],
      batch: { ...batch(forms), reportType: 'C8925Report' },
    },
  })
  const cells = async (bank: string) =>
    [...(await screen.findByRole('row', { name: new RegExp(bank) }, { timeout: 5000 })).querySelectorAll('td')].map(
      ({ textContent }) => textContent?.trim() ?? '',
    )
  const [first, second] = [await cells('Bank 1'), await cells('Bank 2')]
  expect([first[1], second[1], first.includes('2'), first.join(' ').includes('open item')]).toEqual(['Ready', 'Ready', true, false])
})
