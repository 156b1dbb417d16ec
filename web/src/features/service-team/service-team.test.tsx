import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { clientSession } from '../../test/fixtures.ts'
import { openPortal } from '../../test/portal.tsx'

const nobody = { name: null, email: null, phone: null }
const ada = {
  id: 7,
  firstName: 'Ada',
  middleName: null,
  lastName: 'Hart',
  email: 'ada@firm.example',
  title: 'Consultant',
  displayName: null,
  bio: 'Twenty years with banks.',
  phone: '3125550100',
  extension: '12',
  avatar: null,
}

test('the team stands with title, telephone, mail and words about each', async () => {
  await openPortal('/service-team', clientSession(), { 'GET /api/service-team': { records: [ada], contact: nobody, readers: null } })
  expect(await screen.findByRole('heading', { name: 'Ada Hart' })).toBeTruthy()
  expect(screen.getByRole('link', { name: /\(312\) 555-0100 ext\. 12/ }).getAttribute('href')).toBe('tel:+13125550100;ext=12')
  expect(screen.getByRole('link', { name: 'ada@firm.example' }).getAttribute('href')).toBe('mailto:ada@firm.example')
  expect(screen.getByText('Twenty years with banks.')).toBeTruthy()
})

test('without a team the site’s contact stands in, and without one the page still says so', async () => {
  const contact = { name: 'Service desk', email: 'desk@firm.example', phone: null }
  const first = await openPortal('/service-team', clientSession(), { 'GET /api/service-team': { records: [], contact, readers: null } })
  expect(await screen.findByText('No team is named yet')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'desk@firm.example' })).toBeTruthy()
  first.unmount()
})

const eleanor = {
  id: 4,
  name: 'Eleanor Whitfield',
  email: 'client@firstcoastal.example',
  title: 'Chief Financial Officer',
  role: 'c',
  invitation: 'accepted',
  lastSignedInAt: '2026-10-20T14:00:00.000Z',
}
const ivy = { id: 9, name: 'Ivy Hale', email: 'ivy@firstcoastal.example', title: null, role: 'a', invitation: 'sent', lastSignedInAt: null }
const told = (representatives: { id: number; name: string; email: string }[]) => ({
  'GET /api/service-team': { records: [ada], contact: nobody, readers: { people: [eleanor, ivy], representatives } },
})

test('a Client reads who has access: name, title, email, role in words, how they stand, and when they last signed in', async () => {
  await openPortal('/service-team', clientSession(), told([]))
  const panel = within(await screen.findByRole('region', { name: 'People with access at First Coastal Bank' }))
  const rows = panel.getAllByRole('row').map((row) => [...row.children].map(({ textContent }) => textContent))
  expect(rows).toEqual([
    ['Name', 'Title', 'Email', 'Role', 'Status', 'Last signed in'],
    ['Eleanor Whitfield', 'Chief Financial Officer', 'client@firstcoastal.example', 'Client', 'Active', '10/20/2026'],
    ['Ivy Hale', '-', 'ivy@firstcoastal.example', 'Team Member', 'Invited', '-'],
  ])
})

test('for a review of access the list is exported as it is shown', async () => {
  const saved: Blob[] = []
  const createObjectURL = (blob: Blob) => {
    saved.push(blob)
    return 'blob:list'
  }
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL, revokeObjectURL: () => undefined }))
  const names: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    names.push(this.download)
  })
  await openPortal('/service-team', clientSession(), told([]))
  const panel = within(await screen.findByRole('region', { name: 'People with access at First Coastal Bank' }))
  await userEvent.click(panel.getByRole('button', { name: 'Export' }))
  expect(names).toEqual(['people-with-access.csv'])
  expect((await saved[0]?.text())?.trim().split('\r\n')).toEqual([
    'Name,Title,Email,Role,Status,Last signed in',
    'Eleanor Whitfield,Chief Financial Officer,client@firstcoastal.example,Client,Active,10/20/2026',
    'Ivy Hale,,ivy@firstcoastal.example,Team Member,Invited,',
  ])
})

test('who else can see the reports is said, and a request about access is begun from there', async () => {
  await openPortal('/service-team', clientSession(), told([]))
  expect(await screen.findByText(/can be seen by staff of Corridor BOLI; no outside sales representative is assigned\.$/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'send your service team a request' }).getAttribute('href')).toBe('/service-request?as=ACCESS')
})

test('representatives who can see the reports are named', async () => {
  await openPortal('/service-team', clientSession(), told([{ id: 3, name: 'Rae Quill', email: 'rae@firm.example' }]))
  expect(
    await screen.findByText(/by staff of Corridor BOLI and by Rae Quill \(rae@firm\.example\), an outside sales representative\.$/),
  ).toBeTruthy()
})

test('whoever is not told of it has no such section', async () => {
  await openPortal('/service-team', clientSession({ userRole: 'a' }), {
    'GET /api/service-team': { records: [ada], contact: nobody, readers: null },
  })
  expect(await screen.findByRole('heading', { name: 'Ada Hart' })).toBeTruthy()
  expect(screen.queryByText(/People with access/)).toBeNull()
})
