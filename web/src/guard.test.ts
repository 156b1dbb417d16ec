import { closeBoard } from '@corridor/contract/charts.ts'
import { CLIENT_ROLES, permission, permissionOrOwn, publicAccess, STAFF_ROLES, signedIn } from '@corridor/domain/access/access.ts'
import { describe, expect, test } from 'vitest'
import { elsewhere, namesNothing } from './guard.ts'
import { buildSession, clientSession, repSession } from './test/fixtures.ts'

const page = (path: string, access = signedIn()) => ({ path, access })

describe('the guard of pages', () => {
  test('sends a stranger to Login and remembers where they wanted to go', () => {
    expect(elsewhere(null, page('/reports'), '/reports?year=2026')).toBe('/login?fromUrl=%2Freports%3Fyear%3D2026')
  })

  test('takes an address without a number for no page, so that it stands for no other', () => {
    expect([{ batch: 'abc' }, { batch: '7', report: '' }, { id: '-1' }, { id: '12345678901' }].map(namesNothing)).toEqual([
      true,
      true,
      true,
      true,
    ])
    expect([{}, { batch: '7', report: '12' }, { code: 'MBR' }].map(namesNothing)).toEqual([false, false, false])
  })

  test('shows public pages to everybody', () => {
    expect(elsewhere(null, page('/error/$code', publicAccess), '/error/404')).toBeNull()
  })

  test('sends people without the page’s role to their own home', () => {
    expect(elsewhere(clientSession(), page('/staff/dashboard', signedIn(STAFF_ROLES)), '/staff/dashboard')).toBe('/my-account')
    expect(elsewhere(buildSession(), page('/dashboard', signedIn(CLIENT_ROLES)), '/dashboard')).toBe('/staff/dashboard')
  })

  test('opens a page of staff to the clients who have rows of their own there', () => {
    const access = permissionOrOwn(permission('CLIENT_REPORTS', 1, STAFF_ROLES), CLIENT_ROLES)
    expect(elsewhere(clientSession(), page('/reports', access), '/reports')).toBeNull()
    expect(elsewhere(buildSession({ permissions: [] }), page('/reports', access), '/reports')).toBe('/error/403')
  })

  test('sends a signed-in person away from Login and from the root', () => {
    expect(elsewhere(repSession(), page('/login', publicAccess), '/login')).toBe('/my-account')
    expect(elsewhere(buildSession(), page('/'), '/')).toBe('/staff/dashboard')
    expect(elsewhere(buildSession(), page('/forgotten-password', publicAccess), '/forgotten-password')).toBe('/staff/dashboard')
  })

  test('asks for the second factor before anything else, and for its set-up when there is none', () => {
    expect(elsewhere(buildSession({ isMfaValid: false }), page('/staff/dashboard'), '/staff/dashboard')).toBe('/2fa-verify')
    expect(elsewhere(buildSession({ isMfaValid: false, mfaChannel: null }), page('/staff/dashboard'), '/staff/dashboard')).toBe(
      '/2fa-setup',
    )
    expect(elsewhere(buildSession({ isMfaValid: false }), page('/logout'), '/logout')).toBeNull()
  })

  test('lets whoever’s password has expired do nothing but choose another, after the second factor', () => {
    const expired = buildSession({ passwordExpired: true })
    expect(elsewhere(expired, page('/data-feeds'), '/data-feeds?page=2')).toBe('/change-password?fromPath=%2Fdata-feeds%3Fpage%3D2')
    expect(elsewhere(expired, page('/change-password', publicAccess), '/change-password')).toBeNull()
    expect(elsewhere(expired, page('/logout'), '/logout')).toBeNull()
    expect(elsewhere(buildSession({ passwordExpired: true, isMfaValid: false }), page('/'), '/')).toBe('/2fa-verify')
  })

  test('answers 403 to staff without the permission, or with less than the level', () => {
    const viewer = buildSession({ userRole: 'b', permissions: [{ code: 'ASSET_REPORT', access: 1 }] })
    expect(elsewhere(viewer, page('/asset-reporting', closeBoard.access), '/asset-reporting')).toBeNull()
    expect(
      elsewhere(viewer, page('/asset-reporting/generate', permission('ASSET_REPORT', 2, STAFF_ROLES)), '/asset-reporting/generate'),
    ).toBe('/error/403')
    expect(elsewhere(buildSession({ permissions: [] }), page('/asset-reporting', closeBoard.access), '/asset-reporting')).toBe('/error/403')
  })
})
