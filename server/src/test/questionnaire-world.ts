/** Two banks, their people and an insured, for tests of the questionnaire's cycle: made, sent, answered, signed. */
import { randomUUID } from 'node:crypto'
import {
  attachToQuestionnaire,
  getMyQuestionnaire,
  returnQuestionnaire,
  saveQuestionnaireAnswer,
} from '@corridor/contract/questionnaire-sheet.ts'
import { generateQuestionnaires, sendQuestionnaires } from '@corridor/contract/questionnaires.ts'
import { usd } from '@corridor/domain/primitives/money.ts'
import { plainDate } from '@corridor/domain/primitives/period.ts'
import { DEFAULT_QUESTIONNAIRE } from '@corridor/domain/questionnaires/default-questions.ts'
import type { Questionnaire } from '@corridor/domain/questionnaires/definition.ts'
import { beforeAll, beforeEach } from 'vitest'
import type { Db } from '../platform/database/database.ts'
import { buildInstitution, buildSite, buildUser, signedInAs, signIn } from './builders.ts'
import type { TestServer } from './call.ts'
import { formOf } from './feed-fixture.ts'

export const PERIOD = '2026-12-31'

/** Short enough to be answered in a test. */
export const SHORT: Questionnaire = {
  attestation: 'These answers are true.',
  sections: [
    {
      code: 'capital',
      title: 'Capital',
      questions: [
        { code: 'tier-1-capital', label: 'Tier 1 capital', type: 'money', required: true, fact: 'TIER_1', explainBeyond: 0.4 },
        { code: 'remarks', label: 'Remarks', type: 'text', required: false, carried: false },
        { code: 'minutes', label: 'Minutes', type: 'file', required: true },
      ],
    },
    {
      code: 'census',
      title: 'Census',
      questions: DEFAULT_QUESTIONNAIRE.sections.find(({ code }) => code === 'census')?.questions ?? [],
    },
  ],
}

/** On 21 November 2026: Alder Bank with its Client, a Team Member who signs and one who does not; Birch Bank next door; staff with and without the right. */
export function useQuestionnaires(server: TestServer) {
  const world = {
    siteId: 0,
    institutionId: 0,
    other: 0,
    insuredId: 0,
    staff: '',
    reader: '',
    client: '',
    helper: '',
    deputy: '',
    neighbor: '',
    rep: '',
  }
  beforeAll(async () => {
    const db = server.ownerDb
    const siteId = await buildSite(db, { contactEmail: 'team@firm.test' })
    const [institutionId, other] = [
      await buildInstitution(db, { name: 'Alder Bank', sites: [siteId], reportTypes: ['AQU'] }),
      await buildInstitution(db, { name: 'Birch Bank', sites: [siteId], reportTypes: ['AQU'] }),
    ]
    const all = { ANNUAL_QUESTIONNAIRE: 2, INSTITUTIONS: 2 } as const
    const enter = async (role: 'a' | 'c', email: string, level: 0 | 1 | 2 = 0) => {
      const userId = await buildUser(db, role, { sites: [siteId], institutionId, email, permissions: { ANNUAL_QUESTIONNAIRE: level } })
      return signIn(db, userId, { siteId, institutionId })
    }
    Object.assign(world, {
      siteId,
      institutionId,
      other,
      staff: await signedInAs(db, 'b', { siteId, permissions: all }),
      reader: await signedInAs(db, 'b', { siteId, permissions: { ANNUAL_QUESTIONNAIRE: 1 } }),
      client: await enter('c', 'client@alder.test'),
      helper: await enter('a', 'helper@alder.test', 1),
      deputy: await enter('a', 'deputy@alder.test', 2),
      neighbor: await signedInAs(db, 'a', { siteId, institutionId: other, permissions: { ANNUAL_QUESTIONNAIRE: 1 } }),
      rep: await signedInAs(db, 'e', { siteId, institutionId }),
    })
    await db
      .insertInto('institutionFinancials')
      .values({ institutionId, asOfDate: plainDate('2026-09-30'), tier1CapitalCents: usd(60_000_000), source: 'STAFF' })
      .execute()
    world.insuredId = await buildInsured(db, { siteId, institutionId }, 'Dan', 'Dorn')
  })
  const onTheDay = () => server.setNow(new Date('2026-11-21T15:00:00Z'))
  beforeAll(onTheDay)
  beforeEach(onTheDay)

  const mails = async (like = '') =>
    (await server.ownerDb.selectFrom('mailOutbox').select(['recipient', 'subject', 'bodyText']).orderBy('id').execute()).filter(
      ({ subject }) => subject.includes(like),
    )
  const sheetOf = async (cookie: string) => {
    const { sheet } = (await server.callAs(cookie, getMyQuestionnaire, {})).body
    if (!sheet) throw new Error('no questionnaire')
    return sheet
  }
  const save = (
    cookie: string,
    id: number,
    question: string,
    value: unknown,
    { version = 0, row = '', key = randomUUID() as string, note = '' } = {},
  ) =>
    server.callAs(cookie, saveQuestionnaireAnswer, { id, question, row, value: value as never, version, note }, { 'idempotency-key': key })
  async function attach(cookie: string, id: number, fileName: string, content: Buffer) {
    const { payload, headers } = formOf(content, fileName, { question: 'minutes' })
    const url = attachToQuestionnaire.path.replace(':id', String(id))
    const answer = await server.app.inject({ method: 'POST', url, payload, headers, cookies: { sid: cookie } })
    return { status: answer.statusCode, json: answer.json() }
  }
  const generate = (period = PERIOD, institutions = [world.institutionId], isRegenerating = false) =>
    server.callAs(world.staff, generateQuestionnaires, { period, institutions, isRegenerating })
  const send = (ids: number[], dueOn: string | null = '2026-12-11', remindEveryDays: number | null = 7) =>
    server.callAs(world.staff, sendQuestionnaires, { ids, dueOn, remindEveryDays, note: 'For the reviews of February.' })
  const sign = async (cookie: string, id: number, answersSha256?: string) =>
    server.callAs(cookie, returnQuestionnaire, {
      id,
      signerName: 'Cleo Park',
      signerTitle: 'CFO',
      agreed: true,
      answersSha256: answersSha256 ?? (await sheetOf(cookie)).answersSha256,
    })

  return { world, mails, sheetOf, save, attach, generate, send, sign }
}

async function buildInsured(db: Db, key: { siteId: number; institutionId: number }, firstName: string, lastName: string): Promise<number> {
  await db.insertInto('carrier').values({ code: 'ALPHA', legalName: 'Alpha Life', shortName: 'Alpha' }).execute()
  const { id: productId } = await db
    .insertInto('product')
    .values({ carrierCode: 'ALPHA', productName: 'P', accountType: 'GENERAL', policyForm: 'UL', rateMethod: 'PORTFOLIO' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const day = plainDate('2016-01-01')
  const { id: planId } = await db
    .insertInto('plan')
    .values({ ...key, planName: 'Plan', planType: 'BOLI_COST_RECOVERY', effectiveDate: day, businessPurpose: 'Benefits' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: insuredId } = await db
    .insertInto('insured')
    .values({ ...key, firstName, lastName, annualCompensationCents: usd(200_000.37), compensationAsOf: plainDate('2026-01-01') })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: policyId } = await db
    .insertInto('policy')
    .values({
      ...key,
      planId,
      productId,
      insuredId,
      carrierCode: 'ALPHA',
      policyNumber: 'A-1',
      matchKey: 'A1',
      issueDate: day,
      faceAmountCents: usd(1),
      initialPremiumCents: usd(1),
      costBasisCents: usd(1),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const values = { cashSurrenderValueCents: usd(14_682_544.81), deathBenefitCents: usd(9_800_000) }
  await db
    .insertInto('policyValuation')
    .values({ ...key, policyId, asOfDate: plainDate('2026-09-30'), ...values })
    .execute()
  return insuredId
}
