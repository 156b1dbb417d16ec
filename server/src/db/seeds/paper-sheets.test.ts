import { plainDate } from '@corridor/domain/primitives/period.ts'
import { expect, test } from 'vitest'
import { buildBook } from './book.ts'
import { csvListing } from './paper-sheets.ts'
import { demoTerms } from './terms.ts'

test('the demo’s policy listing gives each policy the carrier’s number, as the register has it', async () => {
  const terms = demoTerms(undefined)
  const { book, policies } = await buildBook({ ...terms, keepContent: false })
  const [[institution, held] = []] = policies
  if (!institution || !held) throw new Error('a demo without institutions')
  const own = held.filter(({ siteId }) => siteId === 1)
  const bank = { policies: own, carrierName: (code: string) => code }
  const [head, ...lines] = (await csvListing(bank, 2025).make()).toString().trimEnd().split('\r\n')
  const at = plainDate('2025-12-31')
  const valued = new Set(own.flatMap(({ id, values }) => (values.some(({ asOfDate }) => asOfDate === at) ? [id] : [])))
  expect(head).toMatch(/^Policy number,/)
  expect(lines.map((line) => line.split(',')[0])).toEqual(
    book.policy.filter(({ id }) => valued.has(Number(id))).map(({ policyNumber }) => policyNumber),
  )
})
