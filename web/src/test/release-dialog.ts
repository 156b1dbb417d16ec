/** The release dialog of a batch, opened over the rows and the preview that a test gives. */
import { fireEvent, screen, within } from '@testing-library/react'
import { buildSession } from './fixtures.ts'
import { openPortal } from './portal.tsx'

export const previewed = (id: number, more: object = {}) => ({
  reportId: id,
  institutionName: `Bank ${id}`,
  subsidiaryName: null,
  amountCents: 110_000_00,
  earlier: null,
  replacedCents: null,
  withdrawn: null,
  openItems: null,
  unaudited: [],
  outdatedControls: null,
  restates: null,
  readers: 1,
  unreadWhy: null,
  recipients: [],
  uninvited: [],
  ...more,
})

const NOTHING = { released: [], refused: [], mailsQueued: 0 }
export async function dialogOf(
  address: string,
  rows: readonly object[],
  records: readonly object[],
  label = 'Cash surrender value',
  {
    signOffs = [],
    button = /^Release \d ready$/,
    release = NOTHING,
  }: { signOffs?: readonly object[]; button?: RegExp; release?: object } = {},
) {
  const { asked } = await openPortal(`/${address}/9`, buildSession(), {
    'GET /api/exceptions/sign-offs': { records: signOffs, page: { page: 1, perPage: 200, totalRecords: signOffs.length } },
    [`GET /api/${address.replace('reporting', 'reports')}/9/reports`]: {
      records: rows,
      batch: null,
      page: { page: 1, perPage: 50, totalRecords: rows.length, sortBy: 'reportName', sortDirection: 'asc' },
    },
    [`POST /api/${address.replace('reporting', 'reports')}/9/release/preview`]: { label, records, announced: true, leftOut: [] },
    [`POST /api/${address.replace('reporting', 'reports')}/9/release`]: release,
    [`POST /api/${address.replace('reporting', 'reports')}`]: { id: 12, beingMade: 0 },
  })
  fireEvent.click(await screen.findByRole('button', { name: button }, { timeout: 5000 }))
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByRole('table')
  return Object.assign(dialog, { asked })
}
