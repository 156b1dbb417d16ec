import { downloadClientReports } from '@corridor/contract/downloads.ts'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { serve } from '../../test/portal.tsx'
import { DownloadChosen } from './DownloadChosen.tsx'

const button = () => screen.getByRole('button', { name: 'Download' })
const chosen = (ids: number[]) => ({ selection: { ids }, count: ids.length })

test('once an archive is on its way it can be asked for again', async () => {
  // To happy-dom a file that is saved is a place gone to.
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  const asked = serve({ 'HEAD /api/reports/download': new Response(null, { status: 200 }) })
  render(<DownloadChosen endpoint={downloadClientReports} chosen={chosen([7, 9])} />)
  await userEvent.click(button())
  await vi.waitFor(() => expect(button()).toHaveProperty('disabled', false))
  await userEvent.click(button())
  await vi.waitFor(() =>
    expect(asked.map(({ method, query }) => [method, query.get('ids')])).toEqual([
      ['HEAD', '7,9'],
      ['HEAD', '7,9'],
    ]),
  )
})

test('more reports than one address holds, or a list without any filter, is not asked for, and the button says why', () => {
  const { rerender } = render(
    <DownloadChosen endpoint={downloadClientReports} chosen={chosen(Array.from({ length: 1001 }, (_, id) => id + 1))} />,
  )
  expect([button().hasAttribute('disabled'), button().title]).toEqual([true, 'Up to 1,000 at a time'])
  rerender(<DownloadChosen endpoint={downloadClientReports} chosen={{ selection: { matching: {}, expected: 3 }, count: 3 }} />)
  expect([button().hasAttribute('disabled'), button().title]).toEqual([true, 'Narrow the list first: a year, a type or an institution'])
})
