import { previewPosting } from '@corridor/contract/feed-posting.ts'
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { invalidate } from '../../kernel/use-endpoint.ts'
import { feedReplies, file, found } from '../../test/feed-fixtures.ts'
import { buildSession } from '../../test/fixtures.ts'
import { openPortal, type Replies } from '../../test/portal.tsx'

const exception = { check: 'client-exceptions', ruleCode: 'V3', ruleTitle: 'Value', severity: 'error', period: '2026-10-31', only: null }

test('posting tells carrier, file and month with the values beside the month before, and what stays out or open, before it is done', async () => {
  const sound = { ...file, openErrors: 0 }
  const amounts = (policies: number, cashSurrenderValueCents: number, deathBenefitCents: number) => ({
    policies,
    cashSurrenderValueCents,
    deathBenefitCents,
  })
  const preview: ReplyOf<typeof previewPosting> = {
    months: [
      {
        period: '2026-10-31',
        values: amounts(70, 1_009_678_923, 2_094_301_978),
        restated: 2,
        unchanged: 0,
        priorPeriod: '2026-09-30',
        prior: amounts(71, 1_000_000_000, 2_100_000_000),
        added: amounts(1, 5_000_000, 9_000_000),
        missing: amounts(2, 19_450_864, 40_000_000),
        carriers: [
          {
            carrierName: 'Stonemarch',
            policies: 99,
            inFile: 70,
            posted: 1,
            waiting: [
              { institutionName: 'First Coastal Bank', policies: 17 },
              { institutionName: 'Kestrel Bank', policies: 11 },
            ],
          },
          { carrierName: 'Harbor', policies: 4, inFile: 4, posted: 0, waiting: [] },
        ],
      },
    ],
    leftOut: [
      {
        part: 'rejected',
        rows: 1,
        cashSurrenderValueCents: 8_427_533,
        deathBenefitCents: 0,
        cashSurrenderValueMissing: 0,
        deathBenefitMissing: 1,
      },
      {
        part: 'unsettled',
        rows: 3,
        cashSurrenderValueCents: 100,
        deathBenefitCents: 250,
        cashSurrenderValueMissing: 1,
        deathBenefitMissing: 0,
      },
    ],
    openWarnings: 2,
    largestWarning: {
      ruleTitle: 'Surrender value does not add up',
      message: 'Account value $84,275.33 less surrender charge $0.00 is $84,275.33, not $82,475.33.',
      sheet: null,
      lineNumber: 2,
      policyNumber: 'S7-413570-01',
      institutionName: 'First Coastal Bank',
      cashSurrenderValueCents: 8_247_533,
    },
    updatedAt: '2026-11-03T15:00:00.000Z',
  }
  const portal = await openPortal('/data-feeds/7', buildSession(), {
    ...feedReplies(found()),
    'GET /api/etl/files/7': sound,
    'GET /api/etl/files/7/posting': preview,
    'POST /api/etl/files/7/post': { ...sound, status: 'POSTED', shown: 'POSTED', posted: 68, restated: 2, unchanged: 0, exceptions: 40 },
    // The audits found 40 in the months that it touched; three are open on lines of this file, and the page counts those.
    'GET /api/exceptions/counts': { records: [{ ...exception, open: 3, settled: 1 }], resolved: [], isAudited: true },
  })
  expect((await screen.findByRole('status', { name: 'Next step' })).textContent).toContain('70 rows become valuations')
  await userEvent.click(screen.getByRole('button', { name: 'Post' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Post to October 2026?' }))
  expect((await dialog.findAllByRole('definition')).map(({ textContent }) => textContent)).toEqual(['Stonemarch', 'SM_UL_1026.csv'])
  const rows = within(await dialog.findByRole('region', { name: 'Values of October 2026 beside September 2026' })).getAllByRole('row')
  expect(rows.map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
    ['', 'September 2026', 'October 2026', 'Change'],
    ['Policies', '71', '70', '-1'],
    ['Cash surrender value', '$10,000,000.00', '$10,096,789.23', '+$96,789.23+0.97%'],
    ['Same 69 policies', '$9,805,491.36', '$10,046,789.23', '+$241,297.87+2.46%'],
    ['Death benefit', '$21,000,000.00', '$20,943,019.78', '-$56,980.22-0.27%'],
    ['Same 69 policies', '$20,600,000.00', '$20,853,019.78', '+$253,019.78+1.23%'],
  ])
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '1 policy is without a value for September 2026 ($50,000.00 now).',
    '2 policies with a value for September 2026 ($194,508.64) get none from this file.',
    '2 values that are already posted will change.',
    '70 of Stonemarch’s 99 policies have a value in this file; 1 has a posted value already, and 28 have no value for October 2026 yet: First Coastal Bank 17, Kestrel Bank 11.',
    '1 row is excluded (cash surrender value $84,275.33; death benefit missing or unreadable).',
    '3 rows are not resolved (cash surrender value $1.00, 1 row missing or unreadable; death benefit $2.50).',
    '2 warnings stay open and on record; for example: Surrender value does not add up, line 2, policy S7-413570-01, First Coastal Bank. Account value $84,275.33 less surrender charge $0.00 is $84,275.33, not $82,475.33.',
    'Reports already made keep their values.',
    'Whoever posts values of a month cannot sign off its audits.',
  ])
  // Posted values change, so a reason comes first; what was shown is what is posted.
  expect(dialog.getByRole('button', { name: 'Post' })).toHaveProperty('disabled', true)
  await userEvent.type(dialog.getByLabelText(/Why are values restated/), 'Sent again by the carrier')
  await userEvent.click(dialog.getByRole('button', { name: 'Post' }))
  await expect
    .poll(() => portal.asked.find(({ method }) => method === 'POST')?.body)
    .toEqual({ updatedAt: preview.updatedAt, restatementReason: 'Sent again by the carrier' })
  expect(await screen.findByText('68 values posted, 2 restated, 3 exceptions on its lines.')).toBeTruthy()
})

test('Post pressed while the figures are read again waits for them, and posts only those that were shown', async () => {
  const sound = { ...file, openErrors: 0 }
  const amounts = { policies: 70, cashSurrenderValueCents: 1_009_678_923, deathBenefitCents: 2_094_301_978 }
  const preview: ReplyOf<typeof previewPosting> = {
    months: [
      {
        period: '2026-10-31',
        values: amounts,
        restated: 0,
        unchanged: 0,
        priorPeriod: '2026-09-30',
        prior: amounts,
        added: { policies: 0, cashSurrenderValueCents: 0, deathBenefitCents: 0 },
        missing: { policies: 0, cashSurrenderValueCents: 0, deathBenefitCents: 0 },
        carriers: [],
      },
    ],
    leftOut: [],
    openWarnings: 0,
    largestWarning: null,
    updatedAt: '2026-11-03T15:00:00.000Z',
  }
  const POSTING = 'GET /api/etl/files/7/posting'
  const replies: Replies = {
    ...feedReplies(found()),
    'GET /api/etl/files/7': sound,
    [POSTING]: preview,
    'POST /api/etl/files/7/post': { ...sound, status: 'POSTED', shown: 'POSTED', posted: 69, restated: 0, unchanged: 0, exceptions: 0 },
    'GET /api/exceptions/counts': { records: [], resolved: [], isAudited: true },
  }
  const portal = await openPortal('/data-feeds/7', buildSession(), replies)
  await userEvent.click(await screen.findByRole('button', { name: 'Post' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Post to October 2026?' }))
  await dialog.findByText('No warnings are left open.')
  const posts = () =>
    portal.asked.filter(({ method, path }) => `${method} ${path}` === 'POST /api/etl/files/7/post').map(({ body }) => body)
  const pressWhileReading = async (next: typeof preview) => {
    const answer = Promise.withResolvers<typeof preview>()
    replies[POSTING] = answer.promise
    act(() => void invalidate(previewPosting))
    await userEvent.click(dialog.getByRole('button', { name: 'Post' }))
    expect(posts()).toEqual([])
    answer.resolve(next)
  }
  await pressWhileReading({ ...preview, openWarnings: 1, updatedAt: '2026-11-03T15:01:00.000Z' })
  await dialog.findByText('The figures changed while this was open, and nothing was posted. Check them, then press Post again.')
  expect(posts()).toEqual([])
  await pressWhileReading({ ...preview, openWarnings: 1, updatedAt: '2026-11-03T15:01:00.000Z' })
  await expect.poll(posts).toEqual([{ updatedAt: '2026-11-03T15:01:00.000Z' }])
})

test('the tab of exceptions of a posted file counts those that are open, as the tab of findings does', async () => {
  const posted = {
    ...file,
    status: 'POSTED' as const,
    shown: 'POSTED' as const,
    openErrors: 0,
    openWarnings: 2,
    rejected: 1,
    postedBy: 'Morgan Hale',
    postedAt: '2026-11-27T15:00:00Z',
  }
  await openPortal('/data-feeds/7', buildSession(), {
    ...feedReplies(found()),
    'GET /api/etl/files/7': posted,
    'GET /api/exceptions/counts': { records: [{ ...exception, open: 3, settled: 1 }], resolved: [] },
  })
  expect(await screen.findByRole('tab', { name: 'Exceptions 3' })).toBeTruthy()
  expect(screen.getByRole('tab', { name: 'Findings 2 open' })).toBeTruthy()
  // No errors in the file is no all-clear of its values: both stand side by side, each leading to its list.
  const tile = (label: string) => {
    const link = screen.getByText(label).parentElement?.querySelector('a')
    return [link?.textContent, link?.getAttribute('href')]
  }
  expect(tile('Open errors in this file')).toEqual(['0', '/data-feeds/7?tab=findings'])
  expect(tile('Open audit exceptions in its values')).toEqual(['3', '/data-feeds/7?tab=exceptions'])
  expect(screen.getByText('Posted by Morgan Hale on 11/27/2026')).toBeTruthy()
  expect(screen.getByText(/^\d+ posted, 1 excluded$/)).toBeTruthy()
})

test('a discarded file names who set it aside, when and why, and one that was discarded before leads to it', async () => {
  const discarded = {
    ...file,
    status: 'REJECTED' as const,
    shown: 'REJECTED' as const,
    discarded: { at: '2026-11-27T15:00:00Z', by: 'Morgan Hale', reason: 'Sent twice by the carrier' },
    discardedBefore: { id: 5, receivedAt: '2026-11-20T15:00:00Z' },
  }
  await openPortal('/data-feeds/7', buildSession(), { ...feedReplies(found()), 'GET /api/etl/files/7': discarded })
  expect(await screen.findByText('Discarded by Morgan Hale on 11/27/2026')).toBeTruthy()
  expect(screen.getByText('Nothing from this file was posted. Reason: Sent twice by the carrier')).toBeTruthy()
  // Errors that were found in it are open no longer.
  expect(screen.getByText('Errors when discarded')).toBeTruthy()
  expect(screen.queryByText('Open errors in this file')).toBeNull()
  expect(screen.getByRole('tab', { name: 'Findings 1 not settled' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'received on 11/20/2026' }).getAttribute('href')).toBe('/data-feeds/5')
})

test('a file that could not be read is marked so, and not as discarded, which nobody did', async () => {
  const unread = {
    ...file,
    status: 'REJECTED' as const,
    shown: 'UNREADABLE' as const,
    failure: 'The workbook is damaged.',
    rowCount: 0,
    headers: [],
  }
  await openPortal('/data-feeds/7', buildSession(), { ...feedReplies(found()), 'GET /api/etl/files/7': unread })
  expect(await screen.findByText('Could not be read')).toBeTruthy()
  expect(screen.queryByText('Discarded')).toBeNull()
})
