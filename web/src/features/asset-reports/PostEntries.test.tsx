/** Entries to post: saved as a file with the server's name and bytes, or the reason why there is none. */
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { PostAssetReport } from '../../shared/PostEntries.tsx'
import { serve } from '../../test/portal.tsx'
import { Toasts } from '../../ui/overlays/Toasts.tsx'

const POSTING = 'GET /api/asset-reports/7/reports/73/posting'
afterEach(() => vi.unstubAllGlobals())

const press = () => fireEvent.click(screen.getByRole('button', { name: 'Entries to post' }))

test('the file is saved under its name', async () => {
  const asked = serve({ [POSTING]: { fileName: '1-MBR-posting.csv', csv: '\ufeffDate,Account\r\n', problem: null } })
  const saved: { name: string; size: number }[] = []
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: (blob: Blob) => `blob:${blob.size}`, revokeObjectURL: () => undefined }))
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push({ name: this.download, size: Number(this.href.slice('blob:'.length)) })
  })
  render(<PostAssetReport batch={7} report={73} version={2} />)
  press()
  await waitFor(() => expect(saved).toEqual([{ name: '1-MBR-posting.csv', size: 17 }]))
  expect(Object.fromEntries(asked.at(-1)?.query ?? [])).toEqual({ ReportType: 'AssetReport', version: '2' })
})

test('without a number there is no file, and the account is named', async () => {
  serve({ [POSTING]: { fileName: 'x.csv', csv: null, problem: 'This account has no number yet: Cash.' } })
  render(
    <>
      <PostAssetReport batch={7} report={73} version={undefined} />
      <Toasts />
    </>,
  )
  press()
  expect(await screen.findByText('This account has no number yet: Cash.')).toBeDefined()
})
