import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
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
  await openPortal('/service-team', clientSession(), { 'GET /api/service-team': { records: [ada], contact: nobody } })
  expect(await screen.findByRole('heading', { name: 'Ada Hart' })).toBeTruthy()
  expect(screen.getByRole('link', { name: /\(312\) 555-0100 ext\. 12/ }).getAttribute('href')).toBe('tel:+13125550100;ext=12')
  expect(screen.getByRole('link', { name: 'ada@firm.example' }).getAttribute('href')).toBe('mailto:ada@firm.example')
  expect(screen.getByText('Twenty years with banks.')).toBeTruthy()
})

test('without a team the site’s contact stands in, and without one the page still says so', async () => {
  const contact = { name: 'Service desk', email: 'desk@firm.example', phone: null }
  const first = await openPortal('/service-team', clientSession(), { 'GET /api/service-team': { records: [], contact } })
  expect(await screen.findByText('No team is named yet')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'desk@firm.example' })).toBeTruthy()
  first.unmount()
})
