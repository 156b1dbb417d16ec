import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { buildSession } from '../../test/fixtures.ts'
import { openPortal } from '../../test/portal.tsx'

const offered = (code: string, access: 1 | 2) => ({
  code,
  access,
  calls: [{ method: 'GET', path: `/api/${code.toLowerCase()}/${access}`, summary: 'A list.', ofSeveral: false }],
})
const OFFER = {
  scopes: [offered('ASSET_REPORT', 1), offered('ASSET_REPORT', 2), offered('CARRIERS', 1)],
  carriers: [],
  institutions: [],
  today: '2026-11-05',
}

test('what a key may do is a table with a level a row, of those that can be given; the calls that a level opens stand with it', async () => {
  const portal = await openPortal('/users/api-keys/new', buildSession({ userRole: 'd' }), {
    'GET /api/api-keys/scopes': OFFER,
    'POST /api/api-keys': Response.json({ id: 1, secret: 'corridor_key_x' }, { status: 201 }),
  })
  const table = within(await screen.findByRole('table'))
  expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['Permission', 'None', 'View', 'Change'])
  expect(table.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent)).toEqual([
    'Asset Report: None',
    'Asset Report: View',
    'Asset Report: Change',
    'Carriers: None',
    'Carriers: View',
  ])
  await userEvent.click(table.getByRole('radio', { name: 'Asset Report: Change' }))
  expect(table.getByText('Opens 2 calls')).toBeTruthy()
  await userEvent.type(screen.getByLabelText('Name *'), 'Nightly extract')
  await userEvent.click(screen.getByRole('button', { name: 'Create key' }))
  const sent = await waitFor(() => portal.asked.find(({ method }) => method === 'POST') ?? Promise.reject(new Error('not sent')))
  expect(sent.body).toMatchObject({ name: 'Nightly extract', scopes: [{ code: 'ASSET_REPORT', access: 2 }] })
  expect(await screen.findByRole('alertdialog', { name: 'Secret for Nightly extract' })).toBeTruthy()
})
