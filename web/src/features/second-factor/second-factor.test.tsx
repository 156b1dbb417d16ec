import type { MfaMethod } from '@corridor/contract/mfa.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { queries } from '../../kernel/use-endpoint.ts'
import { clientSession, site } from '../../test/fixtures.ts'
import { openPortal, type Replies, refusal } from '../../test/portal.tsx'

beforeEach(() => queries.clear())

const method = (over: Partial<MfaMethod>): MfaMethod => ({
  id: 1,
  channel: 'totp',
  name: 'Authenticator app',
  hint: '',
  preferred: false,
  createdAt: '2026-11-01T12:00:00.000Z',
  lastUsedAt: null,
  ...over,
})
const APP = method({ preferred: true })
const MAIL = method({ id: 2, channel: 'email', name: 'Email', hint: 'm•••@firstcoastal.example' })
const held = (...methods: MfaMethod[]) => ({ methods, recoveryCodesLeft: 9, phone: null })
const pending = (mfaChannel: string | null = 'totp') =>
  clientSession({ isMfaValid: false, isMFAEnabled: false, isMFAValid: false, mfaChannel })
const CODES = Array.from({ length: 10 }, (_, index) => `AB${index}D-EFGH-JKMN`)

describe('/2fa-verify', () => {
  test('hands the sixth digit on by itself, and goes on to where the person was going', async () => {
    const { asked, address } = await openPortal('/reports?type=MBR', pending(), {
      'GET /api/mfa': held(APP),
      'POST /api/mfa/verify': clientSession(),
    })
    expect(address()).toBe('/2fa-verify?fromPath=%2Freports%3Ftype%3DMBR')
    const code = await screen.findByLabelText('Six-digit code')
    expect([code.getAttribute('autocomplete'), code.getAttribute('inputmode')]).toEqual(['one-time-code', 'numeric'])
    expect(document.activeElement).toBe(code)
    await userEvent.click(code)
    await userEvent.paste('123 456')
    await waitFor(() => expect(address()).toBe('/reports?type=MBR'))
    expect(asked.filter(({ path }) => path === '/api/mfa/verify').map(({ body }) => body)).toEqual([{ code: '123456', methodId: 1 }])
  })

  test('says what is wrong beside the field, and takes the next code', async () => {
    const { asked } = await openPortal('/dashboard', pending(), {
      'GET /api/mfa': held(APP),
      'POST /api/mfa/verify': refusal(400, { code: 'input', inputError: true, message: 'x', meta: { code: ['That code is incorrect.'] } }),
    })
    const code = await screen.findByLabelText('Six-digit code')
    await userEvent.type(code, '111111')
    expect((await screen.findByText('That code is incorrect.')).id).toBe(code.getAttribute('aria-describedby'))
    await userEvent.clear(code)
    await userEvent.type(code, '222222')
    await waitFor(() => expect(asked.filter(({ path }) => path === '/api/mfa/verify')).toHaveLength(2))
  })

  test('a mailbox is sent a code when it is chosen, and a new one only after the half minute', async () => {
    const { asked } = await openPortal('/dashboard', pending(), {
      'GET /api/mfa': held(APP, MAIL),
      'POST /api/mfa/challenge': new Response(null, { status: 204 }),
    })
    await screen.findByLabelText('Six-digit code')
    expect(asked.some(({ path }) => path === '/api/mfa/challenge')).toBe(false)
    await userEvent.click(screen.getByRole('button', { name: /Email/ }))
    expect(await screen.findByText(/You can send a new code in \d+ s/)).toBeTruthy()
    expect(asked.filter(({ path }) => path === '/api/mfa/challenge').map(({ body }) => body)).toEqual([{ methodId: 2 }])
    expect(screen.queryByRole('button', { name: 'Send a new code' })).toBeNull()
  })

  test('a recovery code is another way while there are some', async () => {
    const { asked } = await openPortal('/dashboard', pending(), { 'GET /api/mfa': held(APP), 'POST /api/mfa/verify': clientSession() })
    await userEvent.click(await screen.findByRole('button', { name: 'Use a recovery code' }))
    await userEvent.type(screen.getByLabelText('Recovery code'), 'ab0d-efgh-jkmn{Enter}')
    await waitFor(() => expect(asked.at(-1)?.path).not.toBe(''))
    expect(asked.find(({ path }) => path === '/api/mfa/verify')?.body).toEqual({ code: 'ab0d-efgh-jkmn' })
  })

  test('without any method the set-up comes first', async () => {
    const { address } = await openPortal('/dashboard', pending(), { 'GET /api/mfa': held() })
    await waitFor(() => expect(address()).toBe('/2fa-setup?fromPath=%2Fdashboard'))
  })

  test('a pending session sees no menu', async () => {
    await openPortal('/dashboard', pending(), { 'GET /api/mfa': held(APP) })
    await screen.findByLabelText('Six-digit code')
    expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull()
    expect(screen.getByRole('link', { name: 'Log out' }).getAttribute('href')).toBe('/logout')
  })
})

test('/2fa-setup shows the recovery codes once, and goes on when they are stored', async () => {
  const { address } = await openPortal('/dashboard', pending(null), {
    'GET /api/mfa': { methods: [], recoveryCodesLeft: 0, phone: null },
    'POST /api/mfa': {
      id: 7,
      otpauthUri: 'otpauth://totp/Corridor:x?secret=ABCDEFGH&issuer=Corridor',
      qrSvg: '<svg xmlns="http://www.w3.org/2000/svg"/>',
    },
    'POST /api/mfa/verify': { ...clientSession(), recoveryCodes: CODES },
  })
  expect(address()).toBe('/2fa-setup?fromPath=%2Fdashboard')
  expect((await screen.findByRole('button', { name: /Text message/ })).textContent).toMatch(/can be intercepted/)
  await userEvent.click(screen.getByRole('button', { name: /Authenticator app/ }))
  await userEvent.click(await screen.findByRole('button', { name: /show the key/ }))
  expect(screen.getByText('ABCD EFGH')).toBeTruthy()
  fireEvent.change(screen.getByLabelText('Six-digit code'), { target: { value: '123456' } })
  const list = await screen.findByRole('list', { name: 'Recovery codes' })
  expect(
    within(list)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(CODES)
  const go = screen.getByRole('button', { name: 'Continue' })
  expect(go.hasAttribute('disabled')).toBe(true)
  await userEvent.click(screen.getByRole('checkbox'))
  await userEvent.click(go)
  await waitFor(() => expect(address()).toBe('/dashboard'))
})

describe('/my-profile', () => {
  const profile = {
    firstName: 'Margaret',
    middleName: null,
    lastName: 'Ellison',
    displayName: null,
    title: 'Chief Financial Officer',
    bio: null,
    phone: '3125550142',
    extension: null,
    mailReports: true,
    mailFrequency: 'EACH_BATCH',
    email: 'client@firstcoastal.example',
    avatarUrl: null,
    passwordChangedAt: null,
    updatedAt: '2026-11-01T12:00:00.000Z',
  }
  const replies = { 'GET /api/profile': profile, 'GET /api/mfa': held(APP), 'GET /api/session/sessions': { records: [] } }

  test('sends what changed, with the version it was read in', async () => {
    const { asked } = await openPortal('/my-profile', clientSession(), { ...replies, 'PUT /api/profile': profile })
    const phone = await screen.findByLabelText('Phone')
    expect((phone as HTMLInputElement).value).toBe('(312) 555-0142')
    await userEvent.clear(phone)
    await userEvent.type(phone, '3125550199')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(asked.find(({ method: verb, path }) => verb === 'PUT' && path === '/api/profile')?.body).toEqual({
        phone: '3125550199',
        updatedAt: profile.updatedAt,
      }),
    )
  })

  test('each card saves its own; what is typed into one is saved after the other without being asked about', async () => {
    const later = { ...profile, mailFrequency: 'DAILY', updatedAt: '2026-11-02T12:00:00.000Z' }
    const served: Replies = { ...replies, 'PUT /api/profile': later }
    const { asked } = await openPortal('/my-profile', clientSession(), served)
    const sent = () => asked.filter(({ method: verb, path }) => verb === 'PUT' && path === '/api/profile').map(({ body }) => body)
    const card = async (name: string) => within((await screen.findByRole('region', { name })).closest('form') ?? document.body)
    const [about, mails] = [await card('About you'), await card('New files by email')]
    await userEvent.type(about.getByLabelText('Extension'), '12')
    await userEvent.selectOptions(mails.getByLabelText(/^Email about new files/), 'DAILY')
    served['GET /api/profile'] = later
    await userEvent.click(mails.getByRole('button', { name: 'Save choice' }))
    await waitFor(() => expect(sent()).toEqual([{ mailFrequency: 'DAILY', updatedAt: profile.updatedAt }]))
    await waitFor(() => expect(asked.filter(({ method: verb, path }) => verb === 'GET' && path === '/api/profile')).toHaveLength(2))
    await userEvent.click(about.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(sent()).toHaveLength(2))
    expect(sent()[1]).toEqual({ extension: '12', updatedAt: later.updatedAt })
  })

  test('the last way is removed only after a word about what follows', async () => {
    const { asked } = await openPortal('/my-profile', clientSession(), {
      ...replies,
      'DELETE /api/mfa/1': new Response(null, { status: 204 }),
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Remove Authenticator app' }))
    const dialog = screen.getByRole('dialog')
    expect(dialog.textContent).toMatch(/your next sign-in asks you to set up a new method/)
    await userEvent.click(within(dialog).getByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(asked.some(({ method: verb, path }) => verb === 'DELETE' && path === '/api/mfa/1')).toBe(true))
  })

  test.each([
    [true, 'Used with your password. You are asked for the first one; the others are alternatives.'],
    [false, 'This demo does not ask for a second factor; in production everyone confirms each sign-in.'],
  ])('says what the methods are for, and where none is asked for that this is the demo: asked %s', async (asksSecondFactor, note) => {
    await openPortal('/my-profile', clientSession(), { ...replies, 'GET /api/site': { ...site, asksSecondFactor } })
    expect(within(await screen.findByRole('region', { name: 'Sign-in methods' })).getByText(note)).toBeTruthy()
  })

  test('who views as the person reads, and changes nothing', async () => {
    await openPortal('/my-profile', clientSession({ actingAs: { userId: 4, name: 'Margaret Ellison' } }), replies)
    expect(await screen.findByText('Authenticator app')).toBeTruthy()
    for (const name of ['Save', 'Remove Authenticator app', 'Create new codes', 'Choose a picture'])
      expect([name, screen.queryByRole('button', { name })]).toEqual([name, null])
  })
})
