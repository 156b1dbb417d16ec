/** One policyholder whose contracts lie in two portals: each copy states the lines of the whole, and tells nobody's name of the other. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { counted } from '../../primitives/counted.ts'
import { cents, sumCents, usd } from '../../primitives/money.ts'
import { addDays, plainDate } from '../../primitives/period.ts'
import { workedForm8925 } from '../../test/form-8925-example.ts'
import { workedOut } from '../explanation/explanation.ts'
import { compareForm8925 } from './comparison.ts'
import { explainForm8925Figure, form8925FigureAt } from './explanation.ts'
import { FORM_8925_FORMULAS } from './formulas.ts'
import type { Form8925Insured, Form8925Policy, Form8925Snapshot } from './snapshot.ts'
import { buildForm8925, type Form8925View } from './view.ts'

const BOLI = { id: 1, name: 'BOLI', portalLabel: 'BOLI' as const }
const COLI = { id: 2, name: 'COLI', portalLabel: 'COLI' as const }

const contract = fc.record({
  portal: fc.constantFrom('BOLI' as const, 'COLI' as const),
  person: fc.integer({ min: 1, max: 6 }),
  issuedIn: fc.constantFrom(2004, 2012, 2016, 2019),
  face: fc.integer({ min: 1, max: 900 }).map((thousands) => usd(thousands * 1000)),
  status: fc.constantFrom('IN_FORCE', 'IN_FORCE', 'IN_FORCE', 'SURRENDERED', 'DEATH_CLAIM_PENDING'),
  exchanged: fc.constantFrom(null, null, plainDate('2003-05-05')),
  consent: fc.option(fc.record({ max: fc.integer({ min: 1, max: 2000 }), late: fc.boolean(), kept: fc.boolean() }), { freq: 5 }),
  left: fc.constantFrom(false, false, false, true),
})
type Contract = typeof contract extends fc.Arbitrary<infer One> ? One : never

const policyOf = (one: Contract, id: number): Form8925Policy => ({
  policyId: id,
  policyNumber: `SECRET-${id}`,
  carrierName: `CARRIER-${id}`,
  insuredId: id,
  issueDate: plainDate(`${one.issuedIn}-04-02`),
  statusAtYearEnd: one.status,
  statusDate: plainDate('2025-02-01'),
  faceAmount: one.face,
  deathBenefit: one.status === 'SURRENDERED' ? null : one.face,
  isSection1035Replacement: one.exchanged !== null,
  replacedIssueDate: one.exchanged,
  materialChange: false,
  ownedThrough: null,
})
const insuredOf = (one: Contract, id: number): Form8925Insured => {
  const issued = plainDate(`${one.issuedIn}-04-02`)
  const signed = one.consent?.late ? addDays(issued, 9) : addDays(issued, -9)
  return {
    insuredId: id,
    personId: one.person,
    isIdentified: true,
    name: `Name${id}, Secret`,
    role: 'OFFICER',
    employmentStatus: one.left ? 'RETIRED' : 'ACTIVE',
    statusDate: one.left ? plainDate('2023-01-31') : null,
    hireDate: null,
    dateOfDeath: null,
    annualCompensation: usd(123_456),
    consents: one.consent
      ? [
          {
            noticeDate: signed,
            consentDate: signed,
            maxFaceDisclosed: usd(one.consent.max * 1000),
            maxFaceSalaryMultiple: null,
            continueAfterTermination: true,
            beneficiaryDisclosed: true,
            keptAt: one.consent.kept ? 'On file' : null,
          },
        ]
      : [],
  }
}

/** The copy of one portal, or, of none, the form as one register of everything would make it. */
function copyOf(contracts: readonly Contract[], portal: 'BOLI' | 'COLI' | null): Form8925Snapshot {
  const numbered = contracts.map((one, index) => ({ one, id: index + 1 }))
  const own = numbered.filter(({ one }) => portal === null || one.portal === portal)
  const others = numbered.filter((each) => !own.includes(each))
  const site = portal === 'COLI' ? COLI : BOLI
  return {
    ...workedForm8925(),
    site,
    policies: own.map(({ one, id }) => policyOf(one, id)),
    insureds: own.map(({ one, id }) => insuredOf(one, id)),
    elsewhere:
      others.length === 0
        ? []
        : [
            {
              site: site === BOLI ? COLI : BOLI,
              contracts: others.map(({ one, id }) => {
                const {
                  policyId: _id,
                  policyNumber: _number,
                  carrierName: _carrier,
                  insuredId: _insured,
                  ownedThrough: _owner,
                  ...policy
                } = policyOf(one, id)
                const { insuredId: _entry, name: _name, annualCompensation: _salary, ...insured } = insuredOf(one, id)
                return { policy, insured, isEstimated: false }
              }),
            },
          ],
  }
}
const explained = (view: Form8925View) => {
  for (const line of ['3', '4b']) {
    const address = { table: 'form', row: line, column: 'entry' }
    const made = explainForm8925Figure(view, address)
    const figure = form8925FigureAt(view, address)
    if (typeof figure?.value === 'number') expect(made?.lines?.reduce((sum, { value }) => sum + value, 0) ?? 0, line).toBe(figure.value)
  }
  for (const row of [...view.reconciliation.rows, ...(view.reconciliation.total ? [view.reconciliation.total] : [])])
    for (const column of ['policies', 'insureds', 'deathBenefit']) {
      const made = explainForm8925Figure(view, { table: 'reconciliation', row: row.id, column })
      if (typeof row.cells[column] === 'number')
        expect(made?.lines?.reduce((sum, { value }) => sum + value, 0) ?? 0, `${row.id} ${column}`).toBe(row.cells[column])
    }
  const figure = form8925FigureAt(view, { table: 'form', row: '2', column: 'entry' })
  expect(figure && workedOut(figure, FORM_8925_FORMULAS)).toBe(view.lines.line2)
}

test('however a policyholder’s contracts are split over two portals, both copies state the lines and the reconciliation of the whole, with their explanations', () =>
  fc.assert(
    fc.property(fc.array(contract, { minLength: 1, maxLength: 14 }), (contracts) => {
      const whole = buildForm8925(copyOf(contracts, null))
      for (const portal of ['BOLI', 'COLI'] as const) {
        const view = buildForm8925(copyOf(contracts, portal))
        expect(view.lines).toEqual(whole.lines)
        expect([...view.reconciliation.rows, view.reconciliation.total].map((row) => row?.cells)).toEqual(
          [...whole.reconciliation.rows, whole.reconciliation.total].map((row) => row?.cells),
        )
        expect(sumCents(view.schedule.rows.map(({ cells }) => cents(Number(cells.line3 ?? 0))))).toBe(view.lines.line3)
        explained(view)
      }
    }),
    { numRuns: 300 },
  ))

test('a copy tells no name, number or carrier of the other portal, in its view or in what is stored of it', () =>
  fc.assert(
    fc.property(fc.array(contract, { minLength: 2, maxLength: 10 }), (contracts) => {
      const snapshot = copyOf(contracts, 'BOLI')
      const told = JSON.stringify([snapshot, buildForm8925(snapshot)])
      for (const [index, { portal }] of contracts.entries())
        if (portal === 'COLI')
          for (const secret of [`SECRET-${index + 1}"`, `CARRIER-${index + 1}"`, `Name${index + 1}, Secret`])
            expect(told).not.toContain(secret)
    }),
    { numRuns: 60 },
  ))

const one = (over: Partial<Contract>): Contract => ({
  portal: 'BOLI',
  person: 1,
  issuedIn: 2016,
  face: usd(500_000),
  status: 'IN_FORCE',
  exchanged: null,
  consent: { max: 2000, late: false, kept: true },
  left: false,
  ...over,
})
const summitview = [
  one({ person: 1 }),
  one({ person: 2 }),
  one({ portal: 'COLI', person: 2, face: usd(300_000) }),
  one({ portal: 'COLI', person: 3, face: usd(200_000), consent: null }),
  one({ portal: 'COLI', person: 4, face: usd(100_000), left: true }),
]

test('the schedule shows the other portal’s contracts as totals by reason, and says where their names are', () => {
  const view = buildForm8925(copyOf(summitview, 'BOLI'))
  expect(view.lines).toMatchObject({ line2: 3, line3: usd(1_500_000), line4a: false, line4b: 1 })
  expect(
    view.schedule.rows.slice(2).map(({ cells }) => [cells.insured, cells.inScope, cells.line3, cells.consent, cells.consentReason]),
  ).toEqual([
    [
      'And 2 people insured under 2 policies kept in the COLI Portal; figures included, names not shown here',
      'Yes',
      usd(500_000),
      'No',
      '1 of 2 people without a valid consent. The copy of this form in the COLI Portal says why.',
    ],
    ['And one person insured under one policy kept in the COLI Portal; figures included, names not shown here', 'No', null, null, null],
  ])
  expect(view.openItems.find(({ key }) => key === 'FORMER')?.concerned).toEqual([
    { reason: null, people: [{ text: '1 policy kept in the COLI Portal', row: null }] },
  ])
  expect(view.notes.join(' ')).toContain('the copy of this form in the COLI Portal names them, and states the same lines')
  expect(view.notes.join(' ')).not.toContain('Only policies kept on')
})

test('a portal that keeps none of the policyholder’s contracts is not spoken of', () => {
  const view = buildForm8925({ ...workedForm8925(), site: BOLI, elsewhere: [{ site: COLI, contracts: [] }] })
  expect(view.notes.join(' ')).not.toContain('COLI')
  expect(view.notes.join(' ')).toContain('Contracts held with other vendors are not kept here')
})

test('the schedule adds up to where the reconciliation begins, contracts of other portals included', () => {
  for (const snapshot of [
    workedForm8925(),
    copyOf(summitview, 'BOLI'),
    copyOf([one({ person: 1 }), one({ portal: 'COLI', person: 1 })], 'BOLI'),
  ]) {
    const { schedule, reconciliation } = buildForm8925(snapshot)
    const sum = schedule.rows.reduce((total, { cells }) => total + Number(cells.deathBenefit ?? 0), 0)
    expect([schedule.total?.cells.deathBenefit, reconciliation.rows[0]?.cells.deathBenefit]).toEqual([sum, sum])
  }
})

test('face amounts of both portals are held against what a consent disclosed', () => {
  const narrow = { max: 600, late: false, kept: true }
  const contracts = [one({ person: 1, consent: narrow }), one({ portal: 'COLI', person: 1, face: usd(300_000), consent: narrow })]
  const view = buildForm8925(copyOf(contracts, 'BOLI'))
  expect(view.lines).toMatchObject({ line2: 1, line4a: false, line4b: 1 })
  expect(view.schedule.rows[0]?.cells.consentReason).toContain('The face amounts of $800,000.00 are above the disclosed $600,000.00.')
})

test('people of whom no social security number is on file, and people whom the portals record differently, are open items', () => {
  const contracts = [one({ person: 1 }), one({ portal: 'COLI', person: 1, left: true })]
  const keys = (snapshot: Form8925Snapshot) => buildForm8925(snapshot).openItems.map(({ key }) => key)
  expect(keys(copyOf(contracts, 'BOLI'))).toContain('EMPLOYMENT')
  expect(keys(copyOf(contracts.slice(0, 1), 'BOLI'))).not.toContain('EMPLOYMENT')
  // The stamp alone would promise a form that can be filed.
  const cautions = [contracts, [one({ person: 1 })]].map((of) => buildForm8925(copyOf(of, 'BOLI')))
  for (const { header, openItems } of cautions) {
    expect(header.stamp.kind).toBe(openItems.length === 0 ? 'final' : 'preliminary')
    expect(header.caution).toBe(openItems.length === 0 ? undefined : `${counted(openItems.length, 'open item')} before filing`)
  }
  expect(cautions.map(({ openItems }) => openItems.length > 1)).toContain(true)
  const unknown = copyOf(summitview, 'BOLI')
  expect(keys(unknown)).not.toContain('IDENTITY')
  expect(keys({ ...unknown, insureds: unknown.insureds.map((insured) => ({ ...insured, isIdentified: false })) })).toContain('IDENTITY')
})

test('what another portal added between two forms is a cause of its own, and nothing is left unexplained', () => {
  const before = copyOf(summitview.slice(0, 3), 'BOLI')
  const after = { ...copyOf(summitview, 'BOLI'), version: 2 }
  const { measures } = compareForm8925(before, after)
  const of = (key: string) => measures.find((measure) => measure.key === key)
  expect(of('insuranceInForce')).toMatchObject({
    difference: usd(200_000),
    unexplained: 0,
    causes: [{ key: 'otherPortals', amount: usd(200_000) }],
  })
  expect(of('insuredEmployees')).toMatchObject({ difference: 1, unexplained: 0, causes: [{ key: 'otherPortals', amount: 1 }] })
  expect(of('withoutConsent')).toMatchObject({ difference: 1, unexplained: 0 })
  expect(of('contracts')).toMatchObject({ difference: 1, unexplained: 0 })
})
