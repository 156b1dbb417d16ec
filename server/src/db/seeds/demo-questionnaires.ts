/** The demo's questionnaires: those of 2025 returned by most institutions, those of 2026 with them until January 29, after the year has ended, as the announcement says. */
import { monthEnd, plainDate } from '@corridor/domain/primitives/period.ts'
import { type Answer, isRowValue } from '@corridor/domain/questionnaires/answers.ts'
import { DEFAULT_QUESTIONNAIRE } from '@corridor/domain/questionnaires/default-questions.ts'
import { sql } from 'kysely'
import { readBook } from '../../features/questionnaires/book.ts'
import { questionnaireName } from '../../features/questionnaires/queries.ts'
import { answersHash } from '../../features/questionnaires/sheet.ts'
import type { Db, Trx } from '../../platform/database/database.ts'
import type { Keys } from '../../platform/security/keys.ts'
import { MANAGER_ID } from './accounts.ts'
import { answersOf, changed, earlier, type Holder } from './demo-answers.ts'
import { DEMO_LOADED } from './demo-reports.ts'
import { hasReturned } from './institution-rows.ts'
import { randomOf } from './random.ts'

/** That of 2026 was not sent to one in four. */
const NOT_SENT = 1

const LAST = { year: 2025, madeAt: '2026-01-12T14:00:00Z', dueOn: '2026-02-27', returned: '2026-02-' }
const SENT_ON = plainDate('2026-01-12')
const THIS = { year: 2026, madeAt: '2026-11-02T14:00:00Z', dueOn: '2027-01-29' }

/** In one transaction, where the demo has none yet. */
export async function addDemoQuestionnaires(ownerDb: Db, keys: Keys): Promise<void> {
  await ownerDb.transaction().execute(async (trx) => {
    const { rows } = await sql<{ there: boolean }>`
      select exists (select from questionnaire_defaults) or not exists (select from activity where action = ${DEMO_LOADED}) as there`.execute(
      trx,
    )
    if (rows[0]?.there) return
    const holders = await selectHolders(trx, keys)
    for (const siteId of new Set(holders.map((holder) => holder.siteId))) {
      await trx
        .insertInto('questionnaireDefaults')
        .values({
          siteId,
          version: 1,
          content: JSON.stringify(DEFAULT_QUESTIONNAIRE),
          note: 'The questions that come with Corridor.',
          createdAt: LAST.madeAt,
        })
        .execute()
      const ours = holders.filter((holder) => holder.siteId === siteId)
      for (const { year, madeAt } of [LAST, THIS])
        for (const [month, those] of Map.groupBy(ours, ({ fiscalYearEndMonth }) => fiscalYearEndMonth)) {
          const { id: batchId } = await trx
            .insertInto('questionnaireBatch')
            .values({ siteId, batchName: questionnaireName(year), period: monthEnd(year, month), createdBy: MANAGER_ID, createdAt: madeAt })
            .returning('id')
            .executeTakeFirstOrThrow()
          for (const holder of those) await (year === LAST.year ? addLast : addThis)(trx, holder, batchId)
        }
    }
  })
}

interface Bank extends Holder {
  keys: Keys
}

async function selectHolders(trx: Trx, keys: Keys): Promise<Bank[]> {
  const { rows } = await sql<Holder>`
    select distinct on (m.site_id, i.id) i.id as institution_id, m.site_id, i.fiscal_year_end_month, u.id as signer_id,
      u.first_name || ' ' || u.last_name as signer_name, u.title as signer_title, u.email as signer_email
    from membership m
    join institution i on i.id = m.institution_id
    join user_account u on u.institution_id = i.id and u.role = 'c'
    where m.user_id is null and 'AQU' = any(m.report_type_codes)
    order by m.site_id, i.id, u.id`.execute(trx)
  return rows.map((row) => ({ ...row, keys }))
}

const rowOf = ({ institutionId, siteId, fiscalYearEndMonth }: Holder, batchId: number, year: number, madeAt: string) => ({
  institutionId,
  siteId,
  batchId,
  period: monthEnd(year, fiscalYearEndMonth),
  year,
  defaultsVersion: 1,
  createdBy: MANAGER_ID,
  createdAt: madeAt,
  updatedAt: madeAt,
})

async function addLast(trx: Trx, holder: Bank, batchId: number): Promise<void> {
  const { institutionId, siteId } = holder
  const random = randomOf('demo', 'questionnaire of', institutionId, siteId)
  const out = !hasReturned(institutionId, LAST.year)
  const book = earlier(await readBook(trx, siteId, institutionId, SENT_ON), SENT_ON)
  const returnedAt = out ? null : `${LAST.returned}${String(random.whole(9, 26)).padStart(2, '0')}T16:30:00Z`
  const { id } = await trx
    .insertInto('questionnaire')
    .values({
      ...rowOf(holder, batchId, LAST.year, LAST.madeAt),
      status: out ? 1 : 2,
      book: JSON.stringify(book),
      dueOn: plainDate(LAST.dueOn),
      reminders: out ? 6 : 1,
      lastRemindedAt: out ? '2026-04-10T14:10:00Z' : '2026-01-26T14:10:00Z',
      sentAt: LAST.madeAt,
      sentBy: MANAGER_ID,
      returnedAt,
      returnedBy: out ? null : holder.signerId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const all = answersOf(book, random, holder, plainDate(returnedAt?.slice(0, 10) ?? '2026-02-28'))
  const answers = out ? all.slice(0, 14) : all
  const answeredAt = returnedAt ?? '2026-02-10T15:00:00Z'
  await addAnswers(trx, holder, id, answers, answeredAt)
  if (returnedAt === null) return
  await addReturn(trx, holder, id, answers, returnedAt)
  // The issues they named were accepted then.
  for (const { question, row, value } of answers)
    if (question === 'contacts' && isRowValue(value)) {
      const text = (code: string) => (typeof value.cells[code] === 'string' ? value.cells[code] : null)
      const said = { role: text('role'), name: text('name') ?? 'Nobody', title: text('title'), email: text('email'), phone: text('phone') }
      await trx
        .insertInto('institutionContact')
        .values({
          institutionId,
          siteId,
          contactKey: row,
          ...said,
          receives: text('receives'),
          source: questionnaireName(LAST.year),
          enteredBy: MANAGER_ID,
        })
        .execute()
    }
}

async function addAnswers(
  trx: Trx,
  { institutionId, siteId, signerId }: Holder,
  questionnaireId: number,
  answers: readonly Answer[],
  savedAt: string,
) {
  const rows = answers.map(({ question, row, value, note }) => ({
    institutionId,
    questionnaireId,
    questionCode: question,
    rowKey: row,
    siteId,
    value: JSON.stringify(value),
    note,
    savedBy: signerId,
    savedAt,
  }))
  await trx.insertInto('questionnaireAnswer').values(rows).execute()
}

async function addReturn(
  trx: Trx,
  { institutionId, siteId, signerId, signerName, signerTitle, keys }: Bank,
  questionnaireId: number,
  answers: readonly Answer[],
  signedAt: string,
) {
  const { attestation } = DEFAULT_QUESTIONNAIRE
  await trx
    .insertInto('questionnaireReturn')
    .values({
      institutionId,
      questionnaireId,
      number: 1,
      siteId,
      signerId,
      signerName,
      signerTitle,
      attestation,
      answers: JSON.stringify(answers),
      answersSha256: answersHash(keys, answers, []),
      signedAt,
    })
    .execute()
}

async function addThis(trx: Trx, holder: Bank, batchId: number): Promise<void> {
  const row = rowOf(holder, batchId, THIS.year, THIS.madeAt)
  const sent = holder.institutionId % 4 !== NOT_SENT || holder.institutionId === HOME
  const book = sent ? await readBook(trx, holder.siteId, holder.institutionId, plainDate('2026-11-02')) : null
  const early = book !== null && holder.institutionId === EARLY
  const { id } = await trx
    .insertInto('questionnaire')
    .values({
      ...row,
      ...(book
        ? {
            status: early ? 2 : 1,
            ...(early ? { returnedAt: EARLY_AT, returnedBy: holder.signerId } : {}),
            book: JSON.stringify(book),
            dueOn: plainDate(THIS.dueOn),
            // A demo that runs for months writes to nobody by itself.
            remindEveryDays: null,
            reminders: 1,
            lastRemindedAt: '2026-11-16T14:10:00Z',
            sentAt: THIS.madeAt,
            sentBy: MANAGER_ID,
          }
        : {}),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (!book || !early) return
  const answers = changed(
    answersOf(book, randomOf('demo', 'questionnaire of', holder.institutionId, THIS.year), holder, plainDate('2026-11-18')),
    book,
  )
  await addAnswers(trx, holder, id, answers, EARLY_AT)
  await addReturn(trx, holder, id, answers, EARLY_AT)
}

/** The first to return that of 2026, with changes that nobody has decided about yet. */
const EARLY = 2
const EARLY_AT = '2026-11-18T16:30:00Z'

/** Where the demo's client works: theirs is open. */
const HOME = 1
