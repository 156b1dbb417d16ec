import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { lockDataDirectory } from './data-directory.ts'
import { commandLine, isSameProcess, processIdentity } from './processes.ts'

const root = mkdtempSync(join(tmpdir(), 'corridor-lock-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

test('the folder is made for this user, locked once, and free again after its release', () => {
  const folder = join(root, 'new', 'data')
  const lock = lockDataDirectory(folder)
  expect(statSync(folder).mode & 0o066).toBe(0)
  expect(() => lockDataDirectory(folder)).toThrow(`Another Corridor server (process ${process.pid}) already runs on ${folder}.`)
  lock.release()
  lockDataDirectory(folder).release()
})

test('the lock of a dead process, of another process under the same pid, and a damaged one are stale', async () => {
  const folder = join(root, 'stale')
  lockDataDirectory(folder).release()
  const dead = spawn(process.execPath, ['--version'], { stdio: 'ignore' })
  await once(dead, 'exit')
  for (const content of [
    JSON.stringify({ pid: dead.pid, started: 'then' }),
    JSON.stringify({ pid: process.pid, started: 'another life' }),
    '',
    '{"pid":',
  ]) {
    writeFileSync(join(folder, 'server.lock'), content)
    const lock = lockDataDirectory(folder)
    expect(JSON.parse(readFileSync(join(folder, 'server.lock'), 'utf8'))).toMatchObject({ pid: process.pid })
    lock.release()
  }
})

const STALE = JSON.stringify({ pid: 1, started: 'before the last boot' })

test('of many servers that find a stale lock at the same moment exactly one gets it', { timeout: 30_000 }, async () => {
  const folder = join(root, 'raced')
  lockDataDirectory(folder).release()
  writeFileSync(join(folder, 'server.lock'), STALE)
  // One of an earlier crowd died in the middle of taking it over.
  writeFileSync(join(folder, 'server.lock.takeover'), STALE)
  const module = join(import.meta.dirname, 'data-directory.ts')
  const at = Date.now() + 1500
  const program = `const { lockDataDirectory } = await import(${JSON.stringify(module)})
    while (Date.now() < ${at});
    try { lockDataDirectory(${JSON.stringify(folder)}); console.log('mine'); setTimeout(() => {}, 60000) } catch (refusal) { console.log(refusal.name) }`
  const answers = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const child = spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: ['ignore', 'pipe', 'inherit'] })
      const [chunk] = await once(child.stdout, 'data')
      return { child, answer: String(chunk).trim() }
    }),
  )
  for (const { child } of answers) child.kill()
  expect(answers.map(({ answer }) => answer).sort()).toEqual([...Array.from({ length: 5 }, () => 'StartRefused'), 'mine'])
})

test('a folder that cannot be made is refused with what to set', () => {
  writeFileSync(join(root, 'file'), '')
  expect(() => lockDataDirectory(join(root, 'file', 'data'))).toThrow(/cannot be made\. Set DATA_DIR to a folder this user can write to/)
})

test('a process is known by its pid and its start; the dead and the never born are not', async () => {
  const child = spawn(process.execPath, ['--eval', 'setTimeout(() => {}, 60000)'], { stdio: 'ignore' })
  const identity = processIdentity(child.pid ?? 0)
  if (!identity) throw new Error('a living process has an identity')
  expect(isSameProcess(identity)).toBe(true)
  expect(isSameProcess({ ...identity, started: 'another life' })).toBe(false)
  expect(commandLine(process.pid)).toContain('node')
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(isSameProcess(identity)).toBe(false)
  for (const pid of [0, -1, Number.NaN, 2 ** 30]) expect(processIdentity(pid)).toBeUndefined()
})
