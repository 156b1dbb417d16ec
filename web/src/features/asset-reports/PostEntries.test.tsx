/** Journal entries to post: looked at, then saved as a file with the server's name and bytes; or the reason why there are none. */
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { PostAssetReport } from '../../shared/PostEntries.tsx'
import { serve } from '../../test/portal.tsx'
import { Toasts } from '../../ui/overlays/Toasts.tsx'

const POSTING = 'GET /api/asset-reports/7/reports/73/posting'
afterEach(() => vi.unstubAllGlobals())

const press = () => fireEvent.click(screen.getByRole('button', { name: 'Journal entries' }))

const LINES = [
  { date: '2026-09-30', account: '1801', accountName: 'BOLI', memo: 'Increase', debitCents: 4_254_481, creditCents: null },
  { date: '2026-09-30', account: '4455', accountName: 'Income', memo: 'Increase', debitCents: null, creditCents: 4_254_481 },
]

test('the lines are shown with their totals, and the file is saved under its name', async () => {
  const asked = serve({
    [POSTING]: {
      institutionName: 'First Coastal Bank',
      fileName: '1-MBR-posting.csv',
      csv: '\ufeffDate,Account\r\n',
      lines: LINES,
      problem: null,
    },
  })
  const saved: { name: string; size: number }[] = []
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: (blob: Blob) => `blob:${blob.size}`, revokeObjectURL: () => undefined }))
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push({ name: this.download, size: Number(this.href.slice('blob:'.length)) })
  })
  render(<PostAssetReport batch={7} report={73} version={2} />)
  press()
  expect(await screen.findByRole('heading', { name: 'Suggested journal entries of 09/30/2026' })).toBeDefined()
  // The words stand in columns of their own, or on a phone below the account, so that both amounts fit.
  expect(screen.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
    'Account numberAccount nameDebit ($)Credit ($)Memo',
    '1801BOLIIncreaseBOLI42,544.81Increase',
    '4455IncomeIncreaseIncome42,544.81Increase',
    'Total42,544.8142,544.81',
  ])
  expect(screen.getByText('First Coastal Bank')).toBeDefined()
  expect(screen.getByText('Debits and credits balance.')).toBeDefined()
  expect(saved).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'Download (.csv)' }))
  await waitFor(() => expect(saved).toEqual([{ name: '1-MBR-posting.csv', size: 17 }]))
  expect(Object.fromEntries(asked.at(-1)?.query ?? [])).toEqual({ ReportType: 'AssetReport', version: '2' })
})

test('without a number there is no file, and the account is named', async () => {
  serve({
    [POSTING]: {
      institutionName: 'First Coastal Bank',
      fileName: 'x.csv',
      csv: null,
      lines: [],
      problem: 'This account has no number yet: Cash.',
    },
  })
  render(
    <>
      <PostAssetReport batch={7} report={73} version={undefined} />
      <Toasts />
    </>,
  )
  press()
  expect(await screen.findByText('This account has no number yet: Cash.')).toBeDefined()
})
