import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { buildSession } from '../../test/fixtures.ts'
import { openPortal } from '../../test/portal.tsx'
import { serveForms } from '../../test/uploads.ts'

const staff = () => buildSession({ userRole: 'b', permissions: [{ code: 'DOCUMENT_CENTER', access: 2 }] })
const file = (name: string) => new File([name], name)
const line = (name: string) => within(screen.getByRole('row', { name: new RegExp(name) }))

test('owner, type and year chosen once hold for every file but those whose name or hand says otherwise; the batch is told once, when all are settled', {
  timeout: 30_000,
}, async () => {
  const sent = serveForms(({ file: part, fields }) =>
    part?.name === 'broken.pdf'
      ? { status: 415, body: { message: 'x', code: 'unsupported_file', meta: { file: ['This is no PDF.'] } } }
      : { status: 201, body: { id: 1, displayName: fields.owner } },
  )
  // The choices arrive after the files were dropped: what their names say counts all the same.
  let choicesArrive: (choices: unknown) => void = () => undefined
  const portal = await openPortal('/documents/new', staff(), {
    'GET /api/choices/institutions': { records: [{ id: 7, name: 'First Coastal Bank', active: true }] },
    'GET /api/documents/choices': new Promise((resolve) => {
      choicesArrive = resolve
    }),
  })
  await userEvent.upload(
    await screen.findByLabelText('Drop documents here'),
    ['Terms.pdf', '7-LEG-24-Plan.pdf', 'Custody.pdf', 'broken.pdf'].map(file),
  )
  expect(line('Terms').getByText('Choose an owner')).toBeTruthy()
  choicesArrive({
    types: ['LEG', 'PRE'].map((code) => ({ code, name: `Type ${code}` })),
    carriers: [{ code: 'CORVA', name: 'Corvane' }],
    vendors: [],
  })
  expect(await line('7-LEG-24').findByText('First Coastal Bank, LEG, 2024')).toBeTruthy()

  await userEvent.selectOptions(screen.getByLabelText(/^Owner/), 'Carrier')
  await userEvent.type(screen.getByRole('combobox', { name: /^Carrier/ }), 'C{Enter}')
  await userEvent.selectOptions(screen.getByLabelText(/^Type/), 'Type PRE (PRE)')
  await userEvent.click(screen.getByRole('button', { name: 'Change where Custody.pdf belongs' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Where this file belongs' }))
  await userEvent.selectOptions(dialog.getByLabelText(/^Owner/), 'Vendor')
  await userEvent.click(dialog.getByRole('button', { name: 'Change' }))
  expect(dialog.getByText('Enter the vendor’s name')).toBeTruthy()
  await userEvent.type(dialog.getByLabelText(/^Vendor/), 'HC')
  await userEvent.click(dialog.getByRole('button', { name: 'Change' }))

  await userEvent.click(screen.getByRole('button', { name: 'Upload 4 documents' }))
  expect(await screen.findByText('3 of 4 stored')).toBeTruthy()
  const year = String(new Date().getFullYear())
  const places = Object.fromEntries(sent.map(({ file: part, fields: { uploadBatch: _, ...place } }) => [part?.name, place]))
  expect(places).toMatchObject({
    'Terms.pdf': { owner: 'carrier', carrierCode: 'CORVA', typeCode: 'PRE', yearOverride: year },
    '7-LEG-24-Plan.pdf': { owner: 'institution', institutionId: '7', typeCode: 'LEG', yearOverride: '2024' },
    'Custody.pdf': { owner: 'vendor', vendorName: 'HC', typeCode: 'PRE', yearOverride: year },
  })
  const [batch] = new Set(sent.map(({ fields }) => fields.uploadBatch))
  const told = () => portal.asked.filter(({ path }) => path === `/api/documents/batches/${batch}/done`)
  await waitFor(() => expect(told()).toHaveLength(1))
  // A call that the server refused it will refuse again.
  expect(screen.queryByRole('button', { name: 'Retry failed files' })).toBeNull()
})
