import { expect, test } from 'vitest'
import { withAddresses } from './lockfile.ts'

const lockfile = (packages: object) => `${JSON.stringify({ name: 'corridor', lockfileVersion: 3, packages }, null, 2)}\n`

test('every package of a lockfile gets its address, whatever it is called and wherever it lies; our own folders get none', () => {
  const own = {
    '': { name: 'corridor' },
    domain: { version: '1.0.0' },
    'node_modules/@corridor/domain': { resolved: 'domain', link: true },
  }
  const given = {
    ...own,
    'node_modules/fastify': { version: '5.6.1', integrity: 'sha512-a' },
    'node_modules/fastify/node_modules/@fastify/cors': { version: '11.0.0', optional: true },
    'node_modules/other-name': { name: '@scope/real-name', version: '2.0.0' },
  }
  const complete = withAddresses(lockfile(given))
  const address = 'https://registry.npmjs.org'
  expect(complete).toBe(
    lockfile({
      ...own,
      'node_modules/fastify': { version: '5.6.1', resolved: `${address}/fastify/-/fastify-5.6.1.tgz`, integrity: 'sha512-a' },
      'node_modules/fastify/node_modules/@fastify/cors': {
        version: '11.0.0',
        resolved: `${address}/@fastify/cors/-/cors-11.0.0.tgz`,
        optional: true,
      },
      'node_modules/other-name': {
        name: '@scope/real-name',
        version: '2.0.0',
        resolved: `${address}/@scope/real-name/-/real-name-2.0.0.tgz`,
      },
    }),
  )
  expect(withAddresses(complete)).toBe(complete)
})
