/** Line 10: whether the time of a refused sign-in tells who has an account (account enumeration, OWASP ASVS 5.0, 6.3.8). */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildApp, JOBS } from '@corridor/server/app.ts'
import { readConfiguration } from '@corridor/server/platform/configuration.ts'
import { hashPassword } from '@corridor/server/platform/security/passwords.ts'
import { createKernel } from '@corridor/server/start/create-kernel.ts'
import { buildSite, buildUser } from '@corridor/server/test/builders.ts'
import { startTestCluster } from '@corridor/server/test/test-cluster.ts'
import type { BenchLine } from '../line.ts'
import { median } from '../measure.ts'

const PASSWORD = 'Seven-quiet-otters-1'
const LOCKED = 'locked@bench.example'
/** The request that is tried, and its required answer. */
const KINDS = {
  unknown: { email: (sample: number) => `nobody${sample}@bench.example`, password: 'a wrong password', status: 401 },
  known: { email: () => 'known@bench.example', password: 'a wrong password', status: 401 },
  'empty password': { email: () => 'known@bench.example', password: '', status: 401 },
  disabled: { email: () => 'disabled@bench.example', password: PASSWORD, status: 401 },
  locked: { email: () => LOCKED, password: PASSWORD, status: 429 },
} as const
type Kind = keyof typeof KINDS
const NAMES: readonly Kind[] = ['unknown', 'known', 'empty password', 'disabled', 'locked']

export const line: BenchLine = {
  number: 10,
  name: 'sign-in-timing',
  title: 'Sign-in timing: refused alike, whoever asks',
  target: 'medians of unknown, known, locked, disabled and empty password within 2 ms of each other, same bodies',
  run: async ({ quick, say }) => {
    const samples = quick ? 40 : 1_000
    const { times, bodies } = await measure(samples, say)
    const medians = NAMES.map((kind) => median(times[kind]))
    const spread = Math.max(...medians) - Math.min(...medians)
    return {
      subjects: NAMES.map((kind) => ({
        name: kind,
        value: median(times[kind]),
        more: {
          'from unknown ms': (median(times[kind]) - median(times.unknown)).toFixed(2),
          'p (Mann-Whitney)': kind === 'unknown' ? '-' : probability(times.unknown, times[kind]).toFixed(3),
        },
      })),
      unit: 'ms, median',
      lessIsBetter: true,
      reached: spread < 2 && bodies === 1,
      remarks: [
        `${samples} sign-ins of each kind, in turn in random order, one at a time, through the whole server without a socket; the medians lie ${spread.toFixed(2)} ms apart.`,
        'The known account’s failures are forgotten between samples, so that it is not locked; every sample comes from an address of its own. The locked one is tried with its right password.',
        `${bodies === 1 ? 'One body' : `${bodies} different bodies`} for unknown, known, empty and disabled; the locked answer is the same whether the address exists or not (session.test.ts).`,
      ],
    }
  },
}

async function measure(samples: number, say: (text: string) => void) {
  const cluster = await startTestCluster()
  const folder = mkdtempSync(join(tmpdir(), 'corridor-bench-sign-in-'))
  // A clock that stands still: the lock does not end before the bench does.
  const now = new Date()
  const { kernel, close } = await createKernel(readConfiguration({ DATA_DIR: folder }), {
    ownerUrl: cluster.ownerUrl,
    appUrl: cluster.appUrl,
    definitions: JOBS,
    now: () => now,
    log: { info: () => {}, error: () => {} },
  })
  const app = await buildApp(kernel)
  try {
    const site = await buildSite(kernel.ownerDb)
    const passwordHash = await hashPassword(PASSWORD)
    for (const [email, status] of [
      ['known@bench.example', 1],
      ['disabled@bench.example', 0],
      [LOCKED, 1],
    ] as const)
      await buildUser(kernel.ownerDb, 'b', { sites: [site], email, passwordHash, status })
    let address = 0
    const attempt = async (email: string, password: string) => {
      const remoteAddress = `10.${(address >> 16) & 255}.${(address >> 8) & 255}.${address++ & 255}`
      const started = performance.now()
      const { statusCode, body } = await app.inject({
        method: 'POST',
        url: '/api/session/login',
        remoteAddress,
        payload: { email, password },
      })
      return { milliseconds: performance.now() - started, statusCode, body }
    }
    for (let guess = 0; guess < 20; guess++) await attempt(LOCKED, 'a wrong password')
    const lock = await kernel.ownerDb.selectFrom('signInFailure').select('emailHash').limit(1).executeTakeFirstOrThrow()

    const times: Record<Kind, number[]> = { unknown: [], known: [], 'empty password': [], disabled: [], locked: [] }
    const bodies = new Set<string>()
    for (let sample = -5; sample < samples; sample++) {
      for (const kind of shuffled(NAMES)) {
        await kernel.ownerDb.deleteFrom('signInFailure').where('emailHash', '<>', lock.emailHash).execute()
        const { email, password, status } = KINDS[kind]
        const { milliseconds, statusCode, body } = await attempt(email(sample), password)
        if (statusCode !== status) throw new Error(`${kind} was answered ${statusCode}: ${body}`)
        if (status === 401) bodies.add(body)
        // The first few warm up.
        if (sample >= 0) times[kind].push(milliseconds)
      }
      if (sample > 0 && sample % 250 === 0) say(`${sample} of each`)
    }
    return { times, bodies: bodies.size }
  } finally {
    await app.close()
    await close()
    await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

function shuffled<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item) => [Math.random(), item] as const)
    .toSorted(([a], [b]) => a - b)
    .map(([, item]) => item)
}

/** Two-sided p of the Mann-Whitney U test by its normal approximation: how likely such a difference is when there is none. */
function probability(ours: readonly number[], theirs: readonly number[]): number {
  const [n, m] = [ours.length, theirs.length]
  const ranked = [...ours.map((value) => ({ value, own: true })), ...theirs.map((value) => ({ value, own: false }))].toSorted(
    (a, b) => a.value - b.value,
  )
  const rankSum = ranked.reduce((sum, { own }, index) => sum + (own ? index + 1 : 0), 0)
  const u = rankSum - (n * (n + 1)) / 2
  const z = Math.abs(u - (n * m) / 2) / Math.sqrt((n * m * (n + m + 1)) / 12)
  // Abramowitz and Stegun 26.2.17, to seven digits.
  const t = 1 / (1 + 0.2316419 * z)
  const tail = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  return Math.min(1, 2 * tail * Math.exp((-z * z) / 2) * 0.3989422804)
}
