/** Where a sign-in may lead: a corpus of addresses that try to leave the portal, or to come back to the pages of signing in (ASVS 3.7.2). */
import { describe, expect, test } from 'vitest'
import { safeReturn } from './paths.ts'

const OUT = [
  'https://evil.example/x',
  'http:evil.example',
  'HTTPS://evil.example',
  '//evil.example/x',
  '///evil.example/x',
  '////evil.example',
  '/\\evil.example',
  '/x/..//evil.example',
  '/.//evil.example',
  '/a/b/../..//evil.example/login',
  '\\\\evil.example',
  '/\\/evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '\t//evil.example',
  ' //evil.example',
  '\u0000//evil.example',
  'javascript:alert(1)',
  'java\nscript:alert(1)',
  'JAVASCRIPT:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'blob:https://portal.example/x',
  'file:///etc/passwd',
  'mailto:a@b.example',
  '@evil.example',
  'evil.example',
  '.evil.example',
  'portal.example@evil.example/',
  '?next=//evil.example',
  '#//evil.example',
  '%2F%2Fevil.example',
  '\u2215\u2215evil.example',
  '\uff0f\uff0fevil.example',
  '',
]
const AROUND = [
  '/login',
  '/login?fromUrl=%2Flogin',
  '/logout',
  '/login/',
  '/LOGIN/../login',
  '/x/../login',
  '/./logout',
  '/2fa-verify',
  '/2fa-setup',
]

describe('an address that tries to leave', () => {
  test.each(OUT)('%j leads nowhere else', (from) => {
    const target = safeReturn(from)
    // Nothing, or a path that the browser itself reads as one of this host.
    expect(target === null || (new URL(target, location.origin).origin === location.origin && /^\/(?![/\\])/.test(target))).toBe(true)
  })

  test.each(AROUND)('%s does not send a person in a circle', (from) => expect(safeReturn(from)).toBeNull())

  test.each([
    ['/reports?year=2026&type=MBR#top', '/reports?year=2026&type=MBR#top'],
    ['/data-feeds?search=https%3A%2F%2Fevil.example', '/data-feeds?search=https%3A%2F%2Fevil.example'],
    ['/a/../dashboard', '/dashboard'],
  ])('%s is kept', (from, target) => expect(safeReturn(from)).toBe(target))
})
