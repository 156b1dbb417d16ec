/** Words of status that end a policy, or that nobody knows: what they book is asked for, never guessed. */
import { at, type DirtyFeed, type Found, NARROW, spoiled } from './dirty-feed.ts'

const kind = 'status words'
const ZERO = { accountValue: 0, cashSurrenderValue: 0, deathBenefit: 0, interest: 0, costOfInsurance: 0, expense: 0 }
const [V10, UNUSED]: [Found, Found] = [
  ['V10', 'error', at(1), 'Status'],
  ['UNUSED', 'warning', at(1)],
]

const ENDINGS = [
  'LAPSED',
  'Lapse',
  'TRANSFERRED',
  'Ownership change',
  '1035',
  '1035 Exchange',
  'EX',
  'DEATH',
  'Death Claim Paid',
  'Deceased',
  'SURRENDERED',
  'SU',
  'Terminated - Surrender',
]

export const STATUS_WORDS: DirtyFeed[] = [
  ...ENDINGS.map((status) =>
    spoiled({ kind, name: `${status} without amounts`, change: { ...ZERO, status }, meant: 'as written', finds: [V10] }),
  ),
  ...['LAPSED', 'TRANSFERRED', 'DEATH', 'SURRENDERED', '1035'].map((status) =>
    spoiled({ kind, name: `${status} with last values beside it`, change: { status }, meant: 'as written', finds: [V10, UNUSED] }),
  ),
  ...['LAPSED', 'SURRENDERED'].map((status) =>
    spoiled({
      kind,
      name: `${status} with a premium and a withdrawal in the month`,
      change: { ...ZERO, status, premium: 100_000, withdrawals: 20_000 },
      meant: 'as written',
      finds: [V10, ['UNUSED', 'error', at(1), 'Premium'], ['UNUSED', 'error', at(1), 'W/D']],
    }),
  ),
  spoiled({
    kind,
    name: 'Death claim pending',
    change: { status: 'Death Claim Pending' },
    meant: 'as written',
    finds: [V10],
  }),
  spoiled({ kind, name: 'Pending, of a policy in force for years', change: { status: 'Pending' }, meant: 'as written', finds: [V10] }),
  ...['Terminated', 'XX', 'Matured', 'Not taken', '7', 'Conversion', 'Rescinded'].map((status) =>
    spoiled({ kind, name: `“${status}”, which is no known status`, change: { status }, finds: [['VALUE', 'error', at(1), 'Status']] }),
  ),
  spoiled({
    kind,
    name: 'Active, of a policy that the register says is surrendered',
    book: async ({ server, policies }) => {
      await server.ownerDb
        .updateTable('policy')
        .set({ policyStatus: 'SURRENDERED' })
        .where('id', '=', policies[1]?.policyId ?? 0)
        .execute()
    },
    change: {},
    finds: [V10],
  }),
  spoiled({
    kind,
    name: 'no column of status, and values of a policy that the register says lapsed',
    headers: NARROW,
    book: async ({ server, policies }) => {
      await server.ownerDb
        .updateTable('policy')
        .set({ policyStatus: 'LAPSED' })
        .where('id', '=', policies[1]?.policyId ?? 0)
        .execute()
    },
    change: {},
    finds: [['V10', 'error', at(1)]],
  }),
  spoiled({
    kind,
    name: 'no column of status, and zeros for a policy in force',
    headers: NARROW,
    change: ZERO,
    meant: 'as written',
    finds: [
      ['V5', 'error', at(1), 'CSV'],
      ['V5', 'error', at(1), 'DB'],
    ],
  }),
  spoiled({
    kind,
    name: 'an active status, with zeros beside it',
    change: ZERO,
    meant: 'as written',
    finds: [
      ['V5', 'error', at(1), 'CSV'],
      ['V5', 'error', at(1), 'DB'],
    ],
  }),
]
