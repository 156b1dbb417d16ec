/** An institution's statements about its year: the questionnaire that it returned, as annual reviews repeat it. */

import { type Cents, cents } from '@corridor/domain/primitives/money.ts'
import { isPlainDate, type PlainDate } from '@corridor/domain/primitives/period.ts'
import type { Answer } from '@corridor/domain/questionnaires/answers.ts'
import { isRowValue } from '@corridor/domain/questionnaires/answers.ts'
import { REVIEW_QUESTIONS, type ReviewAnswers } from '@corridor/domain/reports/annual-review/questionnaire-answers.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { siteDayOf } from '../../shared/site-day.ts'
import { rowsOf } from './snapshot-queries.ts'

const DATES = ['board-reviewed', 'policy-approved', 'independent-review', 'form-8925-date', 'capital-as-of'] as const
const AMOUNTS = ['tier-1-capital', 'allowance', 'total-capital', 'total-assets'] as const
const ASKED = [...REVIEW_QUESTIONS, ...DATES, ...AMOUNTS, 'benefit-expense', 'policies-elsewhere', 'risk-conclusions']

interface AnswerRow extends Answer {
  institutionId: number
  returnedOn: PlainDate
}

/** By institution: the answers of questionnaires of the year that are with us. */
export async function selectAnswers(trx: Trx, scope: Scope, ids: number[], period: PlainDate): Promise<Map<number, ReviewAnswers>> {
  const rows = await rowsOf(
    trx,
    sql<AnswerRow>`
    select q.institution_id, ${siteDayOf(sql`q.returned_at`, scope.siteId)} as returned_on, a.question_code as question, a.row_key as "row", a.value, a.note
    from questionnaire q
    join questionnaire_answer a on a.institution_id = q.institution_id and a.questionnaire_id = q.id and a.value is not null and a.question_code = any(${ASKED}::text[])
    where q.site_id = ${scope.siteId} and q.institution_id = any(${ids}::int[]) and q.period = ${period} and q.status = 2 and q.returned_at is not null
    order by q.institution_id, a.question_code, a.row_key`,
  )
  return new Map([...Map.groupBy(rows, ({ institutionId }) => institutionId)].map(([id, answers]) => [id, answersOf(answers)]))
}

function answersOf(rows: readonly AnswerRow[]): ReviewAnswers {
  const valueOf = (code: string) => rows.find(({ question }) => question === code)?.value ?? null
  const dateOf = (code: (typeof DATES)[number]): PlainDate | null => {
    const value = valueOf(code)
    return typeof value === 'string' && isPlainDate(value) ? value : null
  }
  const statedAmount = (code: (typeof AMOUNTS)[number]): Cents | null => amountOf(valueOf(code))
  const [first] = rows
  if (!first) throw new Error('a questionnaire of no answers')
  const concludes = valueOf('risk-conclusions')
  return {
    returnedOn: first.returnedOn,
    benefitExpense: cellsOf(rows, 'benefit-expense').flatMap(({ kind, amount }) => {
      const sum = amountOf(amount)
      return sum === null ? [] : [{ kind: String(kind ?? ''), amount: sum }]
    }),
    boardReviewedOn: dateOf('board-reviewed'),
    policyApprovedOn: dateOf('policy-approved'),
    independentReviewOn: dateOf('independent-review'),
    form8925FiledOn: dateOf('form-8925-date'),
    said: Object.fromEntries(
      REVIEW_QUESTIONS.flatMap((code) => {
        const row = rows.find(({ question }) => question === code)
        return typeof row?.value === 'boolean' ? [[code, { yes: row.value, note: row.note }]] : []
      }),
    ),
    elsewhere: cellsOf(rows, 'policies-elsewhere').flatMap(({ carrier, value }) => {
      const sum = amountOf(value)
      return sum === null ? [] : [{ carrier: String(carrier ?? ''), cashSurrenderValue: sum }]
    }),
    capital: {
      asOf: dateOf('capital-as-of'),
      tier1: statedAmount('tier-1-capital'),
      allowance: statedAmount('allowance'),
      total: statedAmount('total-capital'),
      totalAssets: statedAmount('total-assets'),
    },
    managementConcludes: typeof concludes === 'string' && concludes.trim() !== '' ? concludes : null,
  }
}

const cellsOf = (rows: readonly AnswerRow[], code: string) =>
  rows.flatMap(({ question, value }) => (question === code && isRowValue(value) ? [value.cells] : []))

const amountOf = (value: unknown): Cents | null => (typeof value === 'number' && Number.isSafeInteger(value) ? cents(value) : null)
