/** Month-end values on their way in: millions of rows, each read against the policies in memory and staged by COPY. */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { matchKey } from '@corridor/domain/data-feeds/cell-values.ts'
import {
  type OnboardingProblem,
  type OnboardingRow,
  type OnboardingValue,
  readOnboardingRow,
} from '@corridor/domain/onboarding/read-row.ts'
import { formatDate, type PlainDate } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import { from as copyFrom } from 'pg-copy-streams'
import type { Trx } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { VALUATION_COLUMNS } from '../policies/valuation-columns.ts'
import { VALUES_TYPE } from './bindings.ts'
import { filled, knownNames } from './resolving.ts'
import { snake } from './staged-columns.ts'
import { type BookPart, encoded, placeOf, type Staging } from './staging.ts'

export async function makeStagedValues(trx: Trx): Promise<void> {
  const columns = VALUATION_COLUMNS.map(({ name, type }) => `${name} ${type}`).join(', ')
  await sql
    .raw(
      `create temporary table staged_values (origin int, line int, source_text text, institution_id int, policy_id int, as_of_date date, ${columns})`,
    )
    .execute(trx)
}

interface KnownPolicy {
  institutionId: number
  policyId: number
  issueDate: PlainDate
  endedOn: PlainDate | null
}
/** The policies that a row may name, those of the sheets included. */
export interface PolicyDirectory {
  carriers: Map<string, string>
  institutions: Map<string, string>
  policies: Map<string, KnownPolicy[]>
  today: PlainDate
}

const ENDED = "('DEATH_PAID', 'SURRENDERED', 'EXCHANGED_OUT', 'LAPSED', 'TRANSFERRED')"

export async function readDirectory(trx: Trx, scope: Scope, today: PlainDate): Promise<PolicyDirectory> {
  const endedOn = (alias: string) => `case when ${alias}.policy_status in ${ENDED} then ${alias}.status_date end`
  const { rows } = await sql
    .raw<KnownPolicy & { carrierCode: string; matchKey: string }>(
      filled(
        `select s.carrier_code, s.match_key, s.institution_id, s.record_id as policy_id, s.issue_date, ${endedOn('s')} as ended_on
           from staged_policies s where s.carrier_code is not null and s.match_key is not null and s.institution_id is not null
         union all select p.carrier_code, p.match_key, p.institution_id, p.id, p.issue_date, ${endedOn('p')}
           from policy p where p.site_id = :site and not exists (select from staged_policies s where s.record_id = p.id and not s.is_new)`,
        scope,
      ),
    )
    .execute(trx)
  const policies = new Map<string, KnownPolicy[]>()
  for (const { carrierCode, matchKey: key, ...policy } of rows) {
    const name = `${carrierCode} ${key}`
    const others = policies.get(name)
    // Twice in one institution: the sheet of policies tells it.
    if (others?.some(({ institutionId }) => institutionId === policy.institutionId)) continue
    if (others) others.push(policy)
    else policies.set(name, [policy])
  }
  return { carriers: await knownNames(trx, scope, 'carrier'), institutions: await knownNames(trx, scope, 'institution'), policies, today }
}

/** @returns how many rows were read */
export async function stageValues(staging: Staging, part: BookPart, origin: number, directory: PolicyDirectory): Promise<number> {
  const columns = VALUES_TYPE.columns.filter(
    ({ field, target }) => target === undefined && field !== 'asOfDate' && part.fields.includes(field),
  )
  const names = ['origin', 'line', 'source_text', 'institution_id', 'policy_id', 'as_of_date', ...columns.map(({ field }) => snake(field))]
  let read = 0
  const lines = async function* () {
    for await (const batch of part.rows()) {
      const problems: OnboardingProblem[] = []
      let text = ''
      for (const row of batch) {
        read++
        const { values, isWhole } = readOnboardingRow(VALUES_TYPE, row, problems)
        if (!isWhole) continue
        const policy = policyOf(values, directory)
        const wrong = typeof policy === 'string' ? policyProblem(row, policy) : valueProblem(row, values, policy, directory)
        if (wrong) problems.push(wrong)
        if (typeof policy === 'string') continue
        text += `${origin}\t${placeOf(part, row.source)}\t${policy.institutionId}\t${policy.policyId}\t${String(values.asOfDate)}`
        for (const { field } of columns) text += `\t${encoded(values[field])}`
        text += '\n'
      }
      if (problems.length > 0) staging.problems(problems)
      if (text !== '') yield Buffer.from(text, 'utf8')
      await staging.progress(read)
    }
  }
  await pipeline(Readable.from(lines()), staging.client.query(copyFrom(`copy staged_values (${names.join(', ')}) from stdin`)))
  return read
}

type Values = Record<string, OnboardingValue>
const nameOf = (value: OnboardingValue | undefined): string => (typeof value === 'string' ? value.toLowerCase() : '')

/** The policy that a row names, or why it names none. */
function policyOf(values: Values, { carriers, institutions, policies }: PolicyDirectory): KnownPolicy | string {
  const carrierCode = carriers.get(nameOf(values.carrier))
  if (carrierCode === undefined) return 'names a policy of a carrier that is not on the Carriers sheet or in the portal'
  const found = policies.get(`${carrierCode} ${matchKey(typeof values.policy === 'string' ? values.policy : '')}`) ?? []
  const institution = typeof values.institution === 'string' ? institutions.get(nameOf(values.institution)) : undefined
  const meant = values.institution === null ? found : found.filter(({ institutionId }) => String(institutionId) === institution)
  const [policy] = meant
  if (policy === undefined) return 'names no policy of this carrier on the Policies sheet or in the portal'
  return meant.length > 1 ? 'names a policy that two institutions have; say which in the column Institution' : policy
}

const policyProblem = ({ source, values }: OnboardingRow, problem: string): OnboardingProblem => ({
  recordType: VALUES_TYPE.code,
  source,
  column: 'Policy number',
  value: values.policy ?? null,
  problem,
})

function valueProblem(
  { source, values: cells }: OnboardingRow,
  { asOfDate, cashSurrenderValueCents: surrender, deathBenefitCents: death, insuredShareCents: share }: Values,
  { issueDate, endedOn }: KnownPolicy,
  { today }: PolicyDirectory,
): OnboardingProblem | null {
  const say = (column: string, value: string | undefined, problem: string) => ({
    recordType: VALUES_TYPE.code,
    source,
    column,
    value: value ?? null,
    problem,
  })
  if (typeof asOfDate !== 'string' || typeof surrender !== 'number' || typeof death !== 'number') return null
  if (asOfDate < issueDate) return say('Month end', cells.asOfDate, `is before the policy was issued on ${formatDate(issueDate)}`)
  if (endedOn !== null && asOfDate > endedOn) return say('Month end', cells.asOfDate, `is after the policy ended on ${formatDate(endedOn)}`)
  if (asOfDate > today) return say('Month end', cells.asOfDate, 'is in the future')
  if (death < surrender) return say('Death benefit', cells.deathBenefitCents, 'is less than the cash surrender value')
  if (typeof share === 'number' && (share < 0 || share > death - surrender))
    return say('Insured share of death benefit', cells.insuredShareCents, 'is not within the net amount at risk')
  return null
}
