/** Every test's guard: unexpected console output fails it, and so does a connection to any address but this machine's. */
import net from 'node:net'
import { afterEach, beforeEach, expect, vi } from 'vitest'

const surprises: string[] = []

beforeEach(() => {
  surprises.length = 0
  for (const method of ['error', 'warn'] as const) {
    // A test that expects output spies on the console itself, which replaces this for its duration.
    vi.spyOn(console, method).mockImplementation((...written: unknown[]) => {
      surprises.push(`console.${method}: ${written.map(String).join(' ')}`)
    })
  }
})

afterEach(() => {
  expect(surprises, 'unexpected output or connection').toEqual([])
})

const connect = net.Socket.prototype.connect

net.Socket.prototype.connect = function guarded(this: net.Socket, ...given: unknown[]) {
  const host = hostOf(given)
  if (host !== undefined && !isThisMachine(host)) {
    surprises.push(`connection to ${host}`)
    queueMicrotask(() => this.destroy(new Error(`Tests do not connect to other machines: ${host}`)))
    return this
  }
  return Reflect.apply(connect, this, given)
}

/** net.connect takes (options), (port, host), (path), or an array of these made by net.connect itself. Without a host it is this machine. */
function hostOf(given: unknown[]): string | undefined {
  const [first, second] = Array.isArray(given[0]) ? given[0] : given
  if (typeof first === 'object' && first !== null) return 'host' in first && typeof first.host === 'string' ? first.host : undefined
  return typeof second === 'string' ? second : undefined
}

function isThisMachine(host: string): boolean {
  return /^(localhost|.*\.localhost|127(\.\d{1,3}){3}|::1|\[::1\]|0\.0\.0\.0|::|::ffff:127(\.\d{1,3}){3})$/.test(host)
}
