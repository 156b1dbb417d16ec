import type { CheckedName } from '@corridor/contract/report-records.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { buildSession } from '../../test/fixtures.ts'
import { openPortal } from '../../test/portal.tsx'
import { serveForms } from '../../test/uploads.ts'

const staff = () => buildSession({ userRole: 'b', permissions: [{ code: 'CLIENT_REPORTS', access: 2 }] })
const said = (fileName: string, more: Partial<CheckedName> = {}): CheckedName => ({
  fileName,
  institutionId: 7,
  institutionName: 'First Coastal Bank',
  typeCode: 'PRE',
  typeName: 'Presentation',
  yearOverride: 2026,
  displayName: 'Board',
  problem: null,
  message: null,
  duplicateOf: null,
  inTrash: false,
  ...more,
})
const GOOD = '7-PRE-26-Board.pdf'
const FOREIGN = '9-PRE-26-Board.pdf'
const records = [
  said(GOOD, { inTrash: true }),
  said(FOREIGN, { institutionName: null, problem: 'institution', message: `${FOREIGN}: Institution 9 is not on this site.` }),
  said('7-PRE-26-Mended.pdf'),
  said('7-APA-25-Plan of 2025 for First Coastal Bank.pdf'),
  said('12-PRE-26-Scan 1.pdf'),
  said('12-PRE-26-Scan 2.pdf'),
]
const replies = {
  'POST /api/reports/names': { records },
  'GET /api/choices/institutions': {
    records: [
      { id: 7, name: 'First Coastal Bank', active: true },
      { id: 12, name: 'Alder Bank', active: true },
    ],
  },
  'GET /api/reports/choices': {
    types: [
      { code: 'PRE', name: 'Presentation' },
      { code: 'APA', name: 'Annual Plan Analysis' },
    ],
    years: [2026],
  },
}
const drop = async (...names: string[]) =>
  userEvent.upload(
    await screen.findByLabelText(/Drop .* files here/),
    names.map((name) => new File([name], name)),
  )
const line = (name: string) => within(screen.getByRole('row', { name: new RegExp(name) }))

test('each line says what its name says, and why it cannot be sent, before anything leaves', async () => {
  const sent = serveForms(() => ({ status: 201, body: { id: 1 } }))
  await openPortal('/reports/new', staff(), replies)
  await drop(GOOD, FOREIGN, 'September.pdf', GOOD.toUpperCase(), '7-PRE-26-tool.exe')
  expect(await line(GOOD).findByDisplayValue('First Coastal Bank (7)')).toBeTruthy()
  expect(line(GOOD).getByDisplayValue('Presentation (PRE)')).toBeTruthy()
  expect(line(GOOD).getByDisplayValue('2026')).toBeTruthy()
  expect(await line(GOOD).findByText('A report with this name is in the trash and stays there.')).toBeTruthy()
  expect(line(FOREIGN).getByText('Institution 9 is not on this site.')).toBeTruthy()
  expect(
    line('September').getByText(
      "September.pdf: Name doesn't meet required format. Choose its institution, type and year with four digits.",
    ),
  ).toBeTruthy()
  expect(line('BOARD.PDF').getByText('Another file in this upload has the same name.')).toBeTruthy()
  expect(line('tool.exe').getByText(/^This kind of file is not accepted/)).toBeTruthy()
  expect([screen.getByRole('button', { name: 'Upload 1 file' }), screen.getByText('0 of 5 stored')]).toBeTruthy()
  expect(sent).toEqual([])
})

test('a name mended in place is uploaded; the total counts what is stored, and the institutions are told once', async () => {
  const sent = serveForms(({ file }) =>
    file?.name === GOOD
      ? { status: 201, body: { id: 1 } }
      : { status: 415, body: { message: 'x', code: 'unsupported_file', meta: { file: ['This is a web page.'] } } },
  )
  const portal = await openPortal('/reports/new', staff(), replies)
  await drop(GOOD, '7-PRE.pdf')
  await userEvent.click(await screen.findByRole('button', { name: 'Rename 7-PRE.pdf' }))
  const field = screen.getByLabelText('New name of 7-PRE.pdf')
  await userEvent.clear(field)
  await userEvent.type(field, '7-PRE-26-Mended.pdf{Enter}')
  await userEvent.click(await screen.findByRole('button', { name: 'Upload 2 files' }))
  expect(await screen.findByText('1 of 2 stored')).toBeTruthy()
  expect(line('Mended').getByText('This is a web page.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /again/ })).toBeNull()
  expect(sent.map(({ file }) => file?.name)).toEqual([GOOD, '7-PRE-26-Mended.pdf'])
  const batch = sent[0]?.fields.uploadBatch
  await waitFor(() =>
    expect(portal.asked.map(({ path }) => path).filter((path) => path.endsWith('/done'))).toEqual([`/api/reports/batches/${batch}/done`]),
  )
})

test('of a free name what it says plainly is filled in, the rest is chosen, and the file goes under the name that says both', async () => {
  const sent = serveForms(() => ({ status: 201, body: { id: 1 } }))
  await openPortal('/reports/new', staff(), replies)
  await drop('Plan of 2025 for First Coastal Bank.pdf')
  const row = () => line('Plan of 2025')
  expect(await row().findByDisplayValue('First Coastal Bank (7)')).toBeTruthy()
  expect(row().getByDisplayValue('2025')).toBeTruthy()
  expect(row().getByText(/Choose its type\.$/)).toBeTruthy()
  await userEvent.selectOptions(row().getByLabelText('Type of Plan of 2025 for First Coastal Bank.pdf'), 'APA')
  await userEvent.click(await screen.findByRole('button', { name: 'Upload 1 file' }))
  expect(await screen.findByText('1 of 1 stored')).toBeTruthy()
  expect(sent.map(({ file }) => file?.name)).toEqual(['7-APA-25-Plan of 2025 for First Coastal Bank.pdf'])
})

test('one choice serves all files that wait; an institution is found by its number', async () => {
  const sent = serveForms(() => ({ status: 201, body: { id: 1 } }))
  await openPortal('/reports/new', staff(), replies)
  await drop('Scan 1.pdf', 'Scan 2.pdf')
  const all = within(await screen.findByRole('group', { name: 'For all files that wait' }))
  await userEvent.type(all.getByLabelText('Institution'), '12{Enter}')
  await userEvent.selectOptions(all.getByLabelText('Type'), 'PRE')
  await userEvent.type(all.getByLabelText('Year'), '2026')
  await userEvent.click(all.getByRole('button', { name: 'Apply to all 2 files' }))
  expect(line('Scan 2').getByDisplayValue('Alder Bank (12)')).toBeTruthy()
  await userEvent.click(await screen.findByRole('button', { name: 'Upload 2 files' }))
  expect(await screen.findByText('2 of 2 stored')).toBeTruthy()
  expect(sent.map(({ file }) => file?.name).sort()).toEqual(['12-PRE-26-Scan 1.pdf', '12-PRE-26-Scan 2.pdf'])
})

test('who leaves while files are on their way is asked first', async () => {
  serveForms(() => new Promise(() => undefined))
  const portal = await openPortal('/reports/new', staff(), replies)
  await drop(GOOD)
  await userEvent.click(await screen.findByRole('button', { name: 'Upload 1 file' }))
  await userEvent.click(within(screen.getByRole('main')).getByRole('link', { name: 'Client Reports' }))
  expect(await screen.findByRole('heading', { name: 'Leave while files are uploading?' })).toBeTruthy()
  expect(portal.address()).toBe('/reports/new')
})
