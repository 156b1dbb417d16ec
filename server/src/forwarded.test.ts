/** Trust in a caller's address: limits and the activity log go by it, so that nobody may write their own. */
import { endpoint } from '@corridor/contract/kernel/endpoint.ts'
import { login } from '@corridor/contract/session.ts'
import { publicAccess } from '@corridor/domain/access/access.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Feature } from './app.ts'
import { publicRoute } from './platform/http/route.ts'
import { defaultProxies } from './platform/http/trusted-proxies.ts'
import { buildSite } from './test/builders.ts'
import { type TestServer, useServer } from './test/call.ts'

const tell = endpoint({
  method: 'GET',
  path: '/api/test/address',
  summary: 'Tells the address that the server takes the caller to have.',
  access: publicAccess,
  input: z.strictObject({}),
  reply: z.object({ address: z.string() }),
})
const bind: Feature = (app, kernel) => publicRoute(app, kernel, tell, async ({ request }) => ({ address: request.ip }))
const publicUrl = 'https://portal.example.com'

const plain = useServer({ bind })
const behindTls = useServer({ configuration: { publicUrl, trustedProxies: defaultProxies(publicUrl) }, bind })
const named = useServer({ configuration: { publicUrl, trustedProxies: ['10.0.0.5', '10.1.0.0/16'] }, bind })
const counted = useServer({ configuration: { publicUrl, trustedProxies: 2 }, bind })

const addressOf = async (server: TestServer, remoteAddress: string, forwarded: string) => {
  const answer = await server.app.inject({ url: tell.path, remoteAddress, headers: { 'x-forwarded-for': forwarded } })
  return answer.json<{ address: string }>().address
}

test('on plain http nobody is believed, this machine neither', async () => {
  expect(await addressOf(plain, '127.0.0.1', '203.0.113.9')).toBe('127.0.0.1')
})

test('behind TLS the proxy on this machine is believed, a caller in a private network is not', async () => {
  expect(await addressOf(behindTls, '127.0.0.1', '203.0.113.9')).toBe('203.0.113.9')
  for (const caller of ['10.1.2.3', '192.168.7.7', '172.16.0.9', '169.254.1.1', 'fd00::7'])
    expect(await addressOf(behindTls, caller, '203.0.113.9')).toBe(caller)
})

test('a caller behind the proxy who writes the header as well is known by what the proxy appended', async () => {
  expect(await addressOf(behindTls, '127.0.0.1', '203.0.113.9, 10.4.4.4')).toBe('10.4.4.4')
  expect(await addressOf(behindTls, '127.0.0.1', '127.0.0.1, 198.51.100.2')).toBe('198.51.100.2')
})

test('proxies that are named are believed one after the other, and this machine no more', async () => {
  expect(await addressOf(named, '10.1.9.9', '203.0.113.9, 10.0.0.5')).toBe('203.0.113.9')
  expect(await addressOf(named, '10.0.0.6', '203.0.113.9')).toBe('10.0.0.6')
  expect(await addressOf(named, '127.0.0.1', '203.0.113.9')).toBe('127.0.0.1')
})

test('of counted proxies the nearest ones are believed, and what stands before them is not', async () => {
  expect(await addressOf(counted, '172.16.0.9', '1.2.3.4, 203.0.113.9, 172.16.0.8')).toBe('203.0.113.9')
})

test('a proxy that is not named is spoken of once in the log', async () => {
  const lines = () => named.log.filter((line) => line.includes('TRUSTED_PROXIES'))
  await addressOf(named, '10.0.0.6', '203.0.113.9')
  await addressOf(named, '10.0.0.7', '203.0.113.9')
  expect(lines()).toEqual([expect.stringContaining('X-Forwarded-For from 10.0.0.6')])
})

describe('limits on guessing', () => {
  beforeAll(() => buildSite(behindTls.ownerDb))

  test('hold for a caller in a private network who writes another address each time', async () => {
    const guess = (number: number) =>
      behindTls.app.inject({
        method: login.method,
        url: login.path,
        remoteAddress: '10.1.2.3',
        headers: { 'x-forwarded-for': `198.51.100.${number % 250}` },
        payload: { email: `somebody${number}@bank.test`, password: 'not it at all' },
      })
    const answers = []
    for (let number = 0; number < 130 && answers.at(-1) !== 429; number++) answers.push((await guess(number)).statusCode)
    expect(answers.at(-1)).toBe(429)
  })
})
