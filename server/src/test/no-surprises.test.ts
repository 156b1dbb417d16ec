import http from 'node:http'
import net from 'node:net'
import { expect, test, vi } from 'vitest'

test.fails('console.error nobody expected fails a test', () => console.error('something is wrong'))
test.fails('console.warn nobody expected fails a test', () => console.warn('something is odd'))
test.fails('a connection to another machine fails a test', async () => {
  await new Promise((resolve) => net.connect(80, '192.0.2.1').on('error', resolve))
})
test.fails('fetch from another machine fails a test, even when its failure is swallowed', async () => {
  await fetch('https://example.com/').catch(() => {})
})

test('an output that a test expects is its own business', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  console.warn('expected')
  expect(warn).toHaveBeenCalledWith('expected')
})

test('this machine may be reached', async () => {
  const server = http.createServer((_, reply) => reply.end('here'))
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      if (typeof address === 'object' && address) resolve(address.port)
    })
  })
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('here')
  await new Promise((resolve) => server.close(resolve))
})
