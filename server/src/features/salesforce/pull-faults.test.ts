/**
 * Faults of Salesforce and of the line to it, at seeded calls of a pull: whatever the fault, a pull brings every record once or none, and the next one
 * brings what it did not. `npm run faults` tries each fault at every call, `npm test` at one of those that need no long wait.
 */
import { getFile, listFiles } from '@corridor/contract/data-feeds.ts'
import type { SalesforcePull } from '@corridor/contract/salesforce.ts'
import { expect, test } from 'vitest'
import { randomOf } from '../../test/faults/batch-kills.ts'
import type { DoubleFault } from '../../test/salesforce-double.ts'
import { accountObject } from '../../test/salesforce-org.ts'
import { usePulls } from '../../test/salesforce-server.ts'

const WHOLE = process.env.FAULTS === 'whole'
const SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31))
/** Moments of a fault that a pull tries to outlast for half a minute. */
const LONG_MOMENTS = 3

interface Fault {
  name: string
  fault: Omit<DoubleFault, 'on'>
  /** How the pull ends; without a sentence it comes through. */
  failure?: RegExp
  /** The pull tries again for half a minute before it gives up. */
  isLong?: boolean
}
const FAULTS: readonly Fault[] = [
  { name: 'is down for a moment', fault: { kind: 'refuse', status: 503, times: 1 } },
  { name: 'is down and stays so', fault: { kind: 'refuse', status: 503, times: 100 }, failure: /Salesforce|sign-ins/, isLong: true },
  { name: 'is slow', fault: { kind: 'slow', milliseconds: 1_500 } },
  { name: 'gives half a page', fault: { kind: 'cut', times: 1 } },
  { name: 'gives half a page every time', fault: { kind: 'cut', times: 100 }, failure: /broke off|answer/, isLong: true },
  {
    name: 'ends its day’s requests',
    fault: { kind: 'refuse', status: 403, errorCode: 'REQUEST_LIMIT_EXCEEDED', message: 'TotalRequests Limit exceeded.', times: 100 },
    failure: /used up its API requests|sign/,
  },
  { name: 'sends the call elsewhere', fault: { kind: 'elsewhere', times: 100 }, failure: /another address|sends the call on/ },
]

const { double, feeds, callAs, as, holds, changed, mapped, pulled } = await usePulls({ pageSize: 2, patience: 180_000 })
const random = randomOf(SEED)
/** More than are read page by page: a query job of the Bulk API brings them. */
const BANKS = Array.from({ length: 2_050 }, (_, index) => ({
  number: String(10_001 + index),
  name: `Bank ${index + 1}`,
  city: 'Salem',
  state: 'MA',
}))

/** Ways of reading, each with the number of records that a pull has to bring. */
const WAYS = [
  {
    way: 'page by page',
    type: 'valuations',
    begin: () => mapped(),
    /** Other values than at the moment before, so that the same bytes are not known from then. */
    renew: (moment: number) => holds(changed(0, { deathBenefit: 900_000 + moment })),
    whole: () => feeds.sound().length,
  },
  {
    way: 'as a query job',
    type: 'institutions',
    begin: () => {
      double.objects.set('Account', accountObject(BANKS))
      return mapped('institutions', 'Account')
    },
    renew: () => undefined,
    whole: () => BANKS.length,
  },
] as const

const cases = WAYS.flatMap((way) => FAULTS.map((fault) => ({ ...way, ...fault })))
const tried = WHOLE
  ? cases
  : cases
      .filter(({ isLong, way }) => !isLong && way === 'page by page')
      .toSorted(() => random() - 0.5)
      .slice(0, 3)

/** Records that a pull left to be accepted. */
const broughtBy = async ({ fileId, import: found }: SalesforcePull): Promise<number> => {
  if (fileId === null) return found?.added ?? 0
  return (await callAs(as(), getFile, { id: fileId })).body.rowCount
}

test.each(tried)(
  `seed ${SEED}: Salesforce $name while records are read $way: each comes in once, or none does and the next pull brings them`,
  {
    timeout: 900_000,
  },
  async ({ type, begin, renew, whole, fault, failure, isLong }) => {
    await begin()
    double.calls.length = 0
    expect(await broughtBy(await pulled(type, true))).toBe(whole())
    const every = Array.from(double.calls.keys())
    const moments = every.toSorted(() => random() - 0.5).slice(0, isLong ? LONG_MOMENTS : WHOLE ? every.length : 1)
    for (const moment of moments) {
      renew(moment)
      double.healAll()
      double.fault({ ...fault, on: '/', after: moment })
      const pull = await pulled(type, true)
      const at = `at call ${moment + 1} of ${every.length}`
      if (pull.status === 'FAILED') {
        expect(pull.failure, at).toMatch(failure ?? /^$/)
        expect(await broughtBy(pull), at).toBe(0)
      } else expect([pull.status, await broughtBy(pull)], at).toEqual(['DONE', whole()])
      double.healAll()
      const next = await pulled(type, true)
      expect([next.status, await broughtBy(next)], at).toEqual(['DONE', whole()])
    }
    const files = (await callAs(as(), listFiles, { take: 100 })).body.records
    expect(files).toHaveLength(type === 'valuations' ? 1 + moments.length : 0)
    expect(files.every(({ rowCount }) => rowCount === whole())).toBe(true)
  },
)
