/** The demo book as values: is it the same each time, does every line add up, and would somebody who knows the business believe it? */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isUnreadable, readMoney } from '@corridor/domain/data-feeds/cell-values.ts'
import { resolveHeaders } from '@corridor/domain/data-feeds/headers.ts'
import { addMonthEnds, plainDate } from '@corridor/domain/primitives/period.ts'
import { beforeAll, expect, test } from 'vitest'
import { sharedData } from '../../test/shared-data.ts'
import { buildBook } from './book.ts'
import { CARRIERS } from './carriers.ts'
import type { FinishedFile } from './feed-files.ts'
import { inventedInstitution } from './institution-terms.ts'
import type { Book, Row } from './rows.ts'
import { demoTerms, smallTerms } from './terms.ts'

const keys = { encryption: Buffer.alloc(32, 1), ssnHash: Buffer.alloc(32, 2) }
let book: Book
let files: FinishedFile[]
let posted: Row<'policyValuation'>[]
beforeAll(async () => {
  const made = await buildBook(demoTerms(keys))
  book = made.book
  files = made.files
  posted = book.policyValuation.filter(({ status }) => status === 'POSTED')
}, 90_000)

const hashOf = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex')
const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0)
const keyOf = (policyId: number, date: string) => `${policyId} ${date}`
const at = (date: string) => posted.filter(({ asOfDate }) => asOfDate === date)

test('the same seed makes the same book, and another seed another', async () => {
  const again = await buildBook(demoTerms(keys))
  expect(hashOf(again.book)).toBe(hashOf(book))
  expect(again.files.map(({ row }) => row.sha256)).toEqual(files.map(({ row }) => row.sha256))
  const [one, other] = await Promise.all([buildBook(smallTerms()), buildBook({ ...smallTerms(), seed: 'another' })])
  expect(hashOf(other.book)).not.toBe(hashOf(one.book))
}, 90_000)

test('twelve institutions with two subsidiaries, eight carriers, nine hundred policies, thirty-six months and October', () => {
  expect([book.institution.length, book.subsidiary.length, book.carrier.length, book.policy.length]).toEqual([12, 2, 8, 900])
  const months = [...new Set(posted.map(({ asOfDate }) => asOfDate))].sort()
  expect([months.length, months[0], months.at(-2), months.at(-1)]).toEqual([37, '2023-10-31', '2026-09-30', '2026-10-31'])
})

test('every policy held at a month end is valued there, but for the one carrier whose October file waits', () => {
  const valued = new Set(posted.map(({ policyId, asOfDate }) => keyOf(policyId, asOfDate)))
  const ended = new Set(['DEATH_PAID', 'SURRENDERED', 'EXCHANGED_OUT'])
  const missing = book.policy.flatMap((policy) =>
    [...new Set(posted.map(({ asOfDate }) => asOfDate))]
      .filter((date) => policy.issueDate <= date && !(ended.has(policy.policyStatus ?? '') && (policy.statusDate ?? '') <= date))
      .filter((date) => !valued.has(keyOf(policy.id ?? 0, date)))
      .map((date) => `${policy.carrierCode} ${date}`),
  )
  expect(new Set(missing)).toEqual(new Set(['STONE 2026-10-31']))
})

test('every value rolls forward to the cent: begin + premium - withdrawals + interest - cost of insurance - expense', () => {
  const wrong = book.policyValuation.filter(
    (v) =>
      (v.accountValueEndCents ?? 0) !==
      (v.accountValueBeginCents ?? 0) +
        (v.premiumPaidCents ?? 0) -
        (v.withdrawalsCents ?? 0) +
        (v.interestCreditedCents ?? 0) -
        (v.costOfInsuranceCents ?? 0) -
        (v.expenseChargeCents ?? 0),
  )
  expect(wrong).toEqual([])
})

test('each month opens where the last one closed', () => {
  const ends = new Map(posted.map((v) => [keyOf(v.policyId, v.asOfDate), v.accountValueEndCents]))
  const broken = posted.filter((v) => {
    const before = ends.get(keyOf(v.policyId, addMonthEnds(v.asOfDate, -1)))
    return before !== undefined && before !== v.accountValueBeginCents
  })
  expect(broken).toEqual([])
})

test('cash surrender value is account value less surrender charge; the death benefit is never below it, and the insured’s share never above what is at risk', () => {
  for (const v of book.policyValuation) {
    const { cashSurrenderValueCents: surrender, deathBenefitCents: death, insuredShareCents: share = 0 } = v
    if (
      surrender !== (v.accountValueEndCents ?? 0) - (v.surrenderChargeCents ?? 0) ||
      surrender <= 0 ||
      death < surrender ||
      share < 0 ||
      share > death - surrender
    )
      expect(v).toBe('sound')
  }
  expect(book.policyValuation.filter(({ insuredShareCents }) => (insuredShareCents ?? 0) > 0).length).toBeGreaterThan(5_000)
})

test('interest of a declared rate is begin × ((1 + rate)^(days / days of the year) - 1), to the cent, where nothing flowed', () => {
  const checked = posted.filter(
    (v) => v.premiumPaidCents === 0 && v.withdrawalsCents === 0 && v.grossCreditingRate !== null && v.asOfDate === '2026-09-30',
  )
  expect(checked.length).toBeGreaterThan(800)
  for (const v of checked)
    expect(
      Math.abs((v.interestCreditedCents ?? 0) - (v.accountValueBeginCents ?? 0) * ((1 + (v.grossCreditingRate ?? 0)) ** (30 / 365) - 1)),
    ).toBeLessThanOrEqual(0.51)
})

test('the rate a carrier reports is the one it declared for the product, but for the one that is planted', () => {
  const off: unknown[] = []
  const products = new Map(book.policy.map(({ id, productId }) => [id, productId]))
  for (const v of posted) {
    if (v.grossCreditingRate === null || v.grossCreditingRate === undefined) continue
    const monthStart = `${v.asOfDate.slice(0, 8)}01`
    const declared = book.productRate
      .filter(({ productId, effectiveFrom }) => productId === products.get(v.policyId) && effectiveFrom <= monthStart)
      .at(-1)
    if (declared?.grossRate !== v.grossCreditingRate)
      off.push([v.institutionId, v.asOfDate, Math.round((v.grossCreditingRate - (declared?.grossRate ?? 0)) * 10_000)])
  }
  expect(off).toEqual([[12, '2026-10-31', 10]])
})

test('every value leads to a line of a file, whose cells say the same amounts, the one that was corrected by hand in its correction, and whose bytes have the hash', () => {
  const rows = new Map(book.carrierFileRow.map((row) => [`${row.fileId} ${row.lineNumber}`, row]))
  const columns = new Map(
    files.map(({ row }) => [
      row.id,
      [...resolveHeaders(row.headers ?? []).fields].find(([, field]) => field === 'cashSurrenderValue')?.[0] ?? -1,
    ]),
  )
  const corrected = new Map(book.carrierFileCorrection.map((cell) => [`${cell.fileId} ${cell.lineNumber}`, cell]))
  const lines = new Map(
    files.flatMap(({ row: { id, mediaType }, content }) =>
      mediaType === 'text/csv' && content ? [[id, content.toString('utf8').split('\n')] as const] : [],
    ),
  )
  for (const v of book.policyValuation) {
    const place = `${v.fileId} ${v.lineNumber}`
    const [row, correction] = [rows.get(place), corrected.get(place)]
    const cell = row?.raw[columns.get(v.fileId ?? 0) ?? -1] ?? ''
    if (correction && correction.received !== cell) expect(correction).toBe('of what was received')
    const amount = readMoney(correction?.value ?? cell)
    if (row?.policyId !== v.policyId || isUnreadable(amount) || amount !== v.cashSurrenderValueCents) expect(v).toBe('what its line says')
    const text = lines.get(v.fileId ?? 0)
    if (text && !text[(v.lineNumber ?? 0) - 1]?.includes(row?.policyNumber ?? '?')) expect(v).toBe('on its line')
  }
  for (const { row, content } of files)
    expect(
      createHash('sha256')
        .update(content ?? '')
        .digest('hex'),
    ).toBe(row.sha256)
})

test('net yields lie where such portfolios lie: 2.5 % to 4.5 % a year in every month, 3 % to 4 % at every institution now', () => {
  const before = new Map(posted.map((v) => [keyOf(v.policyId, v.asOfDate), v.cashSurrenderValueCents]))
  const yieldOf = (values: Row<'policyValuation'>[]) => {
    const pairs = values
      .filter((v) => v.premiumPaidCents === 0 && v.withdrawalsCents === 0)
      .map((v) => [before.get(keyOf(v.policyId, addMonthEnds(v.asOfDate, -1))), v.cashSurrenderValueCents] as const)
    const known = pairs.filter(([opening]) => opening !== undefined)
    return (
      ((sum(known.map(([, closing]) => closing)) - sum(known.map(([opening = 0]) => opening))) /
        sum(known.map(([opening = 0]) => opening))) *
      12
    )
  }
  for (const month of new Set(posted.map(({ asOfDate }) => asOfDate)))
    if (month > '2023-10-31') {
      expect(yieldOf(at(month))).toBeGreaterThan(0.025)
      expect(yieldOf(at(month))).toBeLessThan(0.045)
    }
  for (const { id } of book.institution) {
    const now = yieldOf(at('2026-09-30').filter(({ institutionId }) => institutionId === id))
    expect(now).toBeGreaterThan(0.03)
    expect(now).toBeLessThan(0.04)
  }
})

test('concentrations run from about 8 % to 27 % of capital, one institution near 25 % and one above', () => {
  const shares = book.institution.map(({ id }) => {
    const capital = book.institutionFinancials
      .filter(({ institutionId }) => institutionId === id)
      .sort((a, b) => (a.asOfDate < b.asOfDate ? 1 : -1))[0]
    return (
      sum(
        at('2026-09-30')
          .filter(({ institutionId, siteId }) => institutionId === id && siteId === 1)
          .map((v) => v.cashSurrenderValueCents),
      ) / (capital?.tier1CapitalCents ?? 0)
    )
  })
  const sorted = [...shares].sort((a, b) => a - b)
  expect(sorted[0]).toBeCloseTo(0.083, 3)
  expect(sorted.filter((share) => share > 0.25)).toHaveLength(1)
  expect(sorted.filter((share) => share > 0.24 && share < 0.25)).toHaveLength(1)
  expect(sorted.at(-1)).toBeCloseTo(0.268, 3)
})

test('insureds are of working age at issue, few die, and death benefits stand to values as they do at such ages', () => {
  const ages = book.policy.map(({ issueAge }) => issueAge ?? 0)
  expect([Math.min(...ages) >= 28, Math.max(...ages) <= 75]).toEqual([true, true])
  const deaths = book.insured.filter(({ dateOfDeath }) => dateOfDeath !== null && dateOfDeath !== undefined).length
  expect(deaths).toBeGreaterThan(3)
  expect(deaths / book.insured.length / 3).toBeLessThan(0.01)
  const now = at('2026-09-30')
  const ratio = sum(now.map((v) => v.deathBenefitCents)) / sum(now.map((v) => v.cashSurrenderValueCents))
  expect(ratio).toBeGreaterThan(1.5)
  expect(ratio).toBeLessThan(2.5)
})

test('each way a policy may end has its transaction with the value released', () => {
  const kinds = { DEATH_PAID: 'DEATH_CLAIM', SURRENDERED: 'SURRENDER', EXCHANGED_OUT: 'EXCHANGE_OUT' } as const
  const ended = book.policy.flatMap((policy) => {
    const kind = policy.policyStatus && policy.policyStatus in kinds ? kinds[policy.policyStatus as keyof typeof kinds] : undefined
    return kind ? [{ policy, kind }] : []
  })
  expect(new Set(ended.map(({ kind }) => kind)).size).toBe(3)
  for (const { policy, kind } of ended) {
    const released = book.policyTransaction.find(({ policyId, type }) => policyId === policy.id && type === kind)
    const last = posted.filter(({ policyId }) => policyId === policy.id).at(-1)
    expect(released?.transactionDate).toBe(policy.statusDate)
    expect(Math.abs((released?.amountCents ?? 0) / (last?.cashSurrenderValueCents ?? 1) - 1)).toBeLessThan(0.006)
  }
  // Six inside the window, and one that came to First Coastal long before it.
  expect(book.policy.filter(({ isSection1035Replacement }) => isSection1035Replacement)).toHaveLength(7)
  expect(book.policy.some(({ policyStatus }) => policyStatus === 'DEATH_CLAIM_PENDING')).toBe(true)
})

test('a value that the carrier corrected has two versions, each with its own file and line, and an exception that it settled', () => {
  const superseded = book.policyValuation.filter(({ status }) => status === 'SUPERSEDED')
  expect(superseded.map(({ version, asOfDate }) => [version, asOfDate])).toEqual([[1, '2026-04-30']])
  const [first] = superseded
  const second = posted.find(({ policyId, asOfDate }) => policyId === first?.policyId && asOfDate === first.asOfDate)
  expect([second?.version, second?.fileId === first?.fileId, second?.restatementReason !== null]).toEqual([2, false, true])
  expect(book.auditException.map(({ ruleCode, status }) => `${ruleCode} ${status}`).sort()).toEqual([
    'M5 ACKNOWLEDGED',
    'M6 RESOLVED',
    'P1 RESOLVED',
  ])
})

test('social security numbers could belong to nobody', () => {
  expect(new Set(book.insured.map(({ ssnHash }) => ssnHash?.toString('hex'))).size).toBe(book.insured.length)
  expect(book.insured.every(({ ssnEncrypted, ssnLast4 }) => ssnEncrypted && ssnLast4 && ssnLast4.length === 4)).toBe(true)
})

const fdic = ['data/us_banks/fdic_institutions_2025q3.csv', 'data/us_banks/boli_call_report_2019q4_sample.csv'].flatMap(
  (path) => sharedData(path) ?? [],
)
test.skipIf(fdic.length < 2)('no invented institution, in any size of book, bears the name of a real bank', () => {
  const plain = (name: string) =>
    name
      .toLowerCase()
      .replaceAll('&', 'and')
      .replaceAll(/[^a-z ]/g, '')
      .trim()
  const real = new Set(
    fdic.flatMap((path) =>
      readFileSync(path, 'utf8')
        .split('\n')
        .map((line) => plain(/^(?:\d+,)+(?:"([^"]*)"|([^,]*)),/.exec(line)?.slice(1).find(Boolean) ?? '')),
    ),
  )
  expect(real.size).toBeGreaterThan(3_000)
  const invented = [...book.institution, ...book.subsidiary].flatMap(({ name, legalName }) => [name, legalName])
  for (let index = 1; index <= 500; index += 1) invented.push(inventedInstitution('corridor 2026', index, 1).name)
  expect(invented.map(plain).filter((name) => real.has(name))).toEqual([])
  expect(new Set(invented).size).toBeGreaterThan(500)
})

test('carriers are invented as well: none has a word of the large real ones in its name', () => {
  const real =
    /metlife|metropolitan|northwestern|new york life|mass ?mutual|massachusetts|prudential|lincoln|nationwide|pacific|protective|transamerica|principal|guardian|midland|great.?west|minnesota|securian|john hancock|allstate|equitable|penn mutual|ohio national|western|security life|symetra|jefferson|hartford|aegon|cuna/i
  expect(CARRIERS.filter(({ legalName, shortName, groupName }) => real.test(`${legalName} ${shortName} ${groupName}`))).toEqual([])
})

test('a downgrade is in the ratings, and every carrier has a Comdex in force', () => {
  expect(
    book.carrierRating
      .filter(({ action }) => action === 'DOWNGRADED')
      .map(({ carrierCode, effectiveDate }) => `${carrierCode} ${effectiveDate.slice(0, 4)}`),
  ).toContain('HALCY 2025')
  for (const { code } of CARRIERS)
    expect(
      book.carrierRating.some((row) => row.carrierCode === code && row.agency === 'COMDEX' && row.effectiveDate >= plainDate('2025-11-01')),
    ).toBe(true)
})

test('what is told of a policy bears carriers by name and days as the portal writes them', () => {
  const told = [
    ...book.policyTransaction.map(({ note }) => note),
    ...book.policy.flatMap(({ statusReason, replacedCarrier }) => [statusReason, replacedCarrier]),
    ...book.auditException.map(({ message }) => message),
    ...book.employeeCount.map(({ source }) => source),
  ].join('\n')
  expect(told).toMatch(/^Exchanged from [A-Z][a-z]+ [A-Za-z ]+ under section 1035$/m)
  expect(told).toContain('Insured died 08/19/2026; claim filed')
  expect(told).not.toMatch(/\d{4}-\d{2}-\d{2}/)
  expect(CARRIERS.filter(({ code }) => new RegExp(`\\b${code}\\b`).test(told))).toEqual([])
})
