/** For tests: lines as the readers of files hand them over, and the register as their check fetches it, without a file or a database. */
import { plainDate } from '@corridor/domain/primitives/period.ts'
import { findHeaders, type Mapping } from '../features/data-feeds/checking/header.ts'
import type { FeedTable, OpenFeed, RawRow } from '../platform/formats/reading/refusal.ts'
import { FIELD, REGISTER_FIELDS, type RegisterMonth } from '../shared/auditing/register-month.ts'

export type Lines = readonly (readonly string[])[]
export const rawRows = (lines: Lines): RawRow[] => lines.map((cells, index) => ({ line: index + 1, cells: [...cells] }))
export const tableOf = (name: string, place: number, lines: Lines, headers?: string[]): FeedTable => ({
  name,
  place,
  rows: async function* () {
    for (const row of rawRows(lines)) yield [row]
  },
  hiddenColumns: new Set(),
  ...(headers ? { headers } : {}),
})
export const feedOf = (tables: FeedTable[], hidden: FeedTable[] = [], sheets: string[] | null = null): OpenFeed => ({
  mediaType: 'text/csv',
  notes: [],
  tables,
  hidden,
  sheets,
  close: async () => undefined,
})
export const headerOf = async (lines: Lines, kept: Mapping = {}) => (await findHeaders(feedOf([tableOf('', 0, lines)]), kept, null)).read[0]

type Told = Partial<Record<(typeof REGISTER_FIELDS)[number], string>>
/** A policy of the register as its check fetches it: in force, with a value of the month before. */
export const recordOf = (policyId: number, told: Told = {}) => {
  const all: Told = {
    matchKey: `P${policyId}`,
    institutionId: '1',
    hasPrior: '1',
    policyId: String(policyId),
    policyNumber: `P-${policyId}`,
    policyStatus: 'IN_FORCE',
    issueDate: '2020-01-15',
    productName: 'Whole life',
    priorCashSurrenderValue: '1000',
    priorDeathBenefit: '5000',
    costBasis: '900',
    ...told,
  }
  return REGISTER_FIELDS.map((name) => all[name] ?? '').join(FIELD)
}

/** The register of a carrier at October 31, 2026. */
export const bookOf = (records: string[], more: Partial<RegisterMonth> = {}): RegisterMonth => ({
  period: plainDate('2026-10-31'),
  policies: new Map(records.map((record) => [record.slice(0, record.indexOf(FIELD)), [record]])),
  withPrior: new Set([1]),
  typical: { policies: 0, cashSurrenderValue: 0, deathBenefit: 0 },
  posted: new Set(),
  postedSince: null,
  ...more,
})
