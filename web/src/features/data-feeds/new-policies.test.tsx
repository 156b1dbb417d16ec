/** Policies of a file that are not in the register: the choice of a group, the cards one by one, and the one button for all that are complete. */
import type { listChoices, listNewPolicies, listRows } from '@corridor/contract/data-feeds.ts'
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { KEPT_KEYS } from '@corridor/domain/data-feeds/kept-values.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { feedReplies, file, found } from '../../test/feed-fixtures.ts'
import { buildSession } from '../../test/fixtures.ts'
import { openPortal, refusal } from '../../test/portal.tsx'

type Group = ReplyOf<typeof listNewPolicies>['groups'][number]

const choices: ReplyOf<typeof listChoices> = {
  institutions: [{ id: 1, name: 'Cedar Bank', plans: [{ id: 11, name: 'Officers' }] }],
  products: [{ id: 21, carrierCode: 'STONE', name: 'Stone UL' }],
  carriers: [{ id: 31, code: 'STONE', name: 'Stonemarch' }],
}
const LACKS_FACE = 'The face amount is missing.'
const group = (lines: Record<number, boolean>, more: Partial<Group> = {}): Group => {
  const all = Object.entries(lines).map(([line, isComplete]) => ({ line: Number(line), isComplete }))
  const lacking = all.filter(({ isComplete }) => !isComplete).map(({ line }) => line)
  return {
    line: all[0]?.line ?? 0,
    carrierCode: 'STONE',
    institutionId: 1,
    institutionName: 'Cedar Bank',
    planId: 11,
    planName: null,
    productId: null,
    productName: 'Unknown',
    policies: all.length,
    complete: all.length - lacking.length,
    proposedBasis: { policies: 0, cents: 0 },
    lines: all,
    cashSurrenderValueCents: 100,
    deathBenefitCents: 200,
    lacking: lacking.length > 0 ? [{ sentence: LACKS_FACE, policies: lacking.length, lines: lacking }] : [],
    ...more,
  }
}
const row = (line: number, faceAmountCents: number | null = 50_000_000) => ({
  ...Object.fromEntries(KEPT_KEYS.map((key) => [key, null])),
  line,
  lineNumber: line,
  sheet: null,
  matchStatus: 'NEW',
  policyId: null,
  policyNumber: `N-${line}`,
  insuredName: 'Doe, Jo',
  institutionId: 1,
  institutionName: 'Cedar Bank',
  period: '2026-10-31',
  carrierCode: 'STONE',
  rejectedReason: null,
  corrections: [],
  master: {
    institutionName: 'Cedar Bank',
    fdicCertificate: null,
    planName: null,
    productName: 'Unknown',
    productId: null,
    issueDate: '2026-10-15',
    faceAmountCents,
    costBasisCents: null,
    proposedBasisCents: 100_000_000,
    insuredFirstName: null,
    insuredLastName: null,
    insuredDateOfBirth: null,
    insuredGender: null,
    mecIndicator: null,
  },
  raw: { Policy: `N-${line}` },
})
type Rows = Pick<ReplyOf<typeof listRows>, 'page'> & { records: ReturnType<typeof row>[] }
const rows = (...records: ReturnType<typeof row>[]): Rows => ({ records, page: { ...found().page, totalRecords: records.length } })

const replies = (groups: readonly Group[], records: Rows) => ({
  ...feedReplies(found()),
  'GET /api/etl/files/7': { ...file, newPolicies: records.records.length },
  'GET /api/etl/files/7/new-policies': { groups, updatedAt: file.updatedAt },
  'GET /api/etl/files/7/choices': choices,
  'GET /api/etl/files/7/rows': records,
  'POST /api/etl/files/7/accept': file,
})
const open = async (all: Record<string, unknown>) => {
  const portal = await openPortal('/data-feeds/7?tab=new', buildSession(), all)
  await userEvent.click(await screen.findByRole('button', { name: 'Show one by one' }, { timeout: 20_000 }))
  await screen.findByRole('region', { name: /^Policy N-2/ })
  return { ...portal, added: () => portal.asked.filter(({ path }) => path.endsWith('/accept')).map(({ body }) => body) }
}
const card = (line: number) => within(screen.getByRole('region', { name: new RegExp(`^Policy N-${line}`) }))
const ofGroup = () => within(screen.getByRole('region', { name: /^Stonemarch: / }))
const valueOf = (where: ReturnType<typeof card>, label: string) => where.getByLabelText<HTMLInputElement>(label).value
const chooseProduct = async (where: ReturnType<typeof card>) => {
  await userEvent.type(where.getByRole('combobox', { name: 'Product' }), 'Stone')
  await userEvent.keyboard('{Enter}')
}
const heading = (name: string) => screen.findByRole('heading', { name })

test('the product chosen for a group stands on each of its cards, and stays when its first policy is added by itself', async () => {
  const all = replies([group({ 2: true, 3: true })], rows(row(2), row(3)))
  const { added } = await open(all)
  await chooseProduct(ofGroup())
  expect([valueOf(card(2), 'Product'), valueOf(card(3), 'Product')]).toEqual(['Stone UL', 'Stone UL'])
  all['GET /api/etl/files/7/new-policies'] = { groups: [group({ 3: true })], updatedAt: file.updatedAt }
  all['GET /api/etl/files/7/rows'] = rows(row(3))
  await userEvent.click(card(2).getByRole('button', { name: 'Add to the register' }))
  expect(await heading('1 policy can be added.')).toBeTruthy()
  expect(added()).toMatchObject([{ policies: [{ line: 2, institutionId: 1, planId: 11, productId: 21 }] }])
  expect([valueOf(ofGroup(), 'Product'), valueOf(card(3), 'Product')]).toEqual(['Stone UL', 'Stone UL'])
})

test('a card that is completed counts at once, and one button adds it with the complete ones of its group', async () => {
  const { added } = await open(replies([group({ 2: true, 3: false, 4: false })], rows(row(2), row(3, null), row(4, null))))
  await chooseProduct(ofGroup())
  expect(await heading('1 policy can be added; 2 policies lack data.')).toBeTruthy()
  await userEvent.type(card(3).getByLabelText('Face amount'), '400000')
  expect(await heading('2 policies can be added; 1 policy lacks data.')).toBeTruthy()
  await userEvent.clear(card(3).getByLabelText('Cost basis'))
  expect(await heading('1 policy can be added; 2 policies lack data.')).toBeTruthy()
  await userEvent.type(card(3).getByLabelText('Cost basis'), '900000')
  await userEvent.click(screen.getByRole('button', { name: 'Add 2 policies to the register' }))
  await waitFor(() => expect(added()).toHaveLength(1))
  expect(added()).toEqual([
    {
      groups: [{ line: 2, policies: 1, institutionId: 1, planId: 11, productId: 21 }],
      policies: [
        {
          line: 3,
          institutionId: 1,
          planId: 11,
          productId: 21,
          issueDate: '2026-10-15',
          faceAmountCents: 40_000_000,
          costBasisCents: 90_000_000,
          insuredFirstName: 'Jo',
          insuredLastName: 'Doe',
        },
      ],
    },
  ])
})

test('a proposed cost basis is said to be one, with its reason, until another is entered', async () => {
  await open(replies([group({ 2: true }, { proposedBasis: { policies: 1, cents: 100_000_000 } })], rows(row(2))))
  const reason = /Cost basis proposed.*: the premium in the file, as it names no cost basis and the policy was issued in that month/
  expect(ofGroup().getByText(reason).textContent).toMatch(/^1 policy: Cost basis proposed, \$1,000,000\.00: /)
  expect(valueOf(card(2), 'Cost basis')).toBe('1,000,000.00')
  expect(card(2).getByText(reason)).toBeTruthy()
  await userEvent.clear(card(2).getByLabelText('Cost basis'))
  await userEvent.type(card(2).getByLabelText('Cost basis'), '9')
  expect(card(2).queryByText(reason)).toBeNull()
})

test('a card that is refused says why and waits, while the others can be added', async () => {
  const all = {
    ...replies([group({ 2: true, 3: false })], rows(row(2), row(3, null))),
    'POST /api/etl/files/7/accept': refusal(400, {
      code: 'input',
      message: 'Nothing was added.',
      meta: { 'line 3': ['The insured is too old.'] },
    }),
  }
  await open(all)
  await chooseProduct(ofGroup())
  await userEvent.type(card(3).getByLabelText('Face amount'), '400000')
  await userEvent.click(await screen.findByRole('button', { name: 'Add 2 policies to the register' }))
  expect((await card(3).findByRole('alert')).textContent).toBe('The insured is too old.')
  expect(await heading('1 policy can be added; 1 policy lacks data.')).toBeTruthy()
  await userEvent.clear(card(3).getByLabelText('Face amount'))
  await userEvent.type(card(3).getByLabelText('Face amount'), '1')
  expect(await heading('2 policies can be added.')).toBeTruthy()
})
