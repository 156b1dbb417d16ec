import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { createLifecycle } from './lifecycle.ts'

function stage() {
  const told: string[] = []
  const log = {
    info: (message: string) => told.push(message),
    error: (message: string, cause?: unknown) => told.push(`${message}: ${String(cause)}`),
  }
  class Ended extends Error {}
  const exit = (code: number): never => {
    told.push(`exit ${code}`)
    throw new Ended()
  }
  const lifecycle = createLifecycle(log, exit)
  return { told, lifecycle, end: (reason: string, code?: number) => lifecycle.stop(reason, code).catch(() => {}) }
}

test('what was started last stops first', async () => {
  const { told, lifecycle, end } = stage()
  for (const name of ['PostgreSQL', 'pool', 'jobs', 'listening']) lifecycle.onStop(name, async () => told.push(name))
  expect(lifecycle.stopping()).toBe(false)
  const ended = end('SIGTERM')
  expect(lifecycle.stopping()).toBe(true)
  await ended
  expect(told).toEqual(['Stopping (SIGTERM)', 'listening', 'jobs', 'pool', 'PostgreSQL', 'exit 0'])
})

test('a step that fails or hangs does not keep the others from stopping, and shows in the exit code', async () => {
  const { told, lifecycle, end } = stage()
  lifecycle.onStop('PostgreSQL', () => told.push('PostgreSQL'))
  lifecycle.onStop('jobs', () => new Promise(() => {}), { milliseconds: 20 })
  lifecycle.onStop('listening', () => Promise.reject(new Error('broken')))
  await end('SIGINT')
  expect(told).toEqual([
    'Stopping (SIGINT)',
    'stopping listening failed: Error: broken',
    'stopping jobs failed: Error: not done after 0.02 s',
    'PostgreSQL',
    'exit 1',
  ])
})

test('only the first reason counts', async () => {
  const { told, lifecycle, end } = stage()
  lifecycle.onStop('pool', () => told.push('pool'))
  await Promise.all([end('uncaughtException', 1), end('SIGTERM')])
  expect(told).toEqual(['Stopping (uncaughtException)', 'pool', 'exit 1'])
})

test('an end asked for during the start waits for it, and undoes what it made meanwhile', async () => {
  const { told, lifecycle, end } = stage()
  const connected = Promise.withResolvers<void>()
  const begun = lifecycle.begin(async () => {
    lifecycle.onStop('lock', () => told.push('lock'))
    await connected.promise
    lifecycle.onStop('PostgreSQL', () => told.push('PostgreSQL'))
    told.push('this is too late to start')
  })
  const ended = end('SIGINT')
  connected.resolve()
  await expect(begun).rejects.toThrow('the end began during the start')
  await ended
  expect(told).toEqual(['Stopping (SIGINT)', 'PostgreSQL', 'lock', 'exit 0'])
})

test('a process whose log nobody reads any more goes on working, and ends when it is told to', async () => {
  const program = `
    import { runProgram } from '${new URL('lifecycle.ts', import.meta.url).href}'
    import { processLog } from '${new URL('process-log.ts', import.meta.url).href}'
    const log = processLog(true)
    await runProgram(log, async () => {
      log.info('up')
      let written = 0
      setInterval(() => {
        log.info('a line')
        log.error('a failure')
        if (++written === 20) process.send('still working')
      }, 10)
    })`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
  try {
    await once(child.stdout ?? child, 'data')
    child.stdout?.destroy()
    child.stderr?.destroy()
    expect(await once(child, 'message')).toEqual(['still working', undefined])
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
  } finally {
    child.kill('SIGKILL')
  }
})
