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
]
const replies = { 'POST /api/reports/names': { records } }
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
  expect(await line(GOOD).findByText('First Coastal Bank')).toBeTruthy()
  expect(line(GOOD).getByText('A report with this name is in the trash and stays there.')).toBeTruthy()
  expect(line(FOREIGN).getByText('Institution 9 is not on this site.')).toBeTruthy()
  expect(line('September').getByText("September.pdf: Name doesn't meet required format.")).toBeTruthy()
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

test('who leaves while files are on their way is asked first', async () => {
  serveForms(() => new Promise(() => undefined))
  const portal = await openPortal('/reports/new', staff(), replies)
  await drop(GOOD)
  await userEvent.click(await screen.findByRole('button', { name: 'Upload 1 file' }))
  await userEvent.click(screen.getByRole('link', { name: 'Client Reports' }))
  expect(await screen.findByRole('heading', { name: 'Leave while files are uploading?' })).toBeTruthy()
  expect(portal.address()).toBe('/reports/new')
})
