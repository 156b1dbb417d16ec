/** The register of an institution: its lists, its records, a policy's and an insured's own pages. */

import { changeInstitutions } from '@corridor/contract/institutions.ts'
import { insuredRecord } from '@corridor/contract/register.ts'
import { policyStatus } from '@corridor/contract/register-holdings.ts'
import * as calls from '@corridor/contract/register-policies.ts'
import type { Session } from '@corridor/contract/session.ts'
import { holds } from '@corridor/domain/access/access.ts'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { AppError } from '../../platform/http/errors.ts'
import { route } from '../../platform/http/route.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { takeTurn } from '../../shared/auditing/turns.ts'
import { BACKING_KINDS } from './backing.ts'
import { readConsents, selectConsents } from './consents.ts'
import { selectPolicyPage, selectRegister } from './detail.ts'
import { selectChanges } from './history.ts'
import { PLAIN_KINDS } from './kinds.ts'
import { type ListName, selectList } from './lists.ts'
import { addRecord, correctRecord, removeRecord } from './records.ts'
import { type RegisterCall, reach } from './register-scope.ts'
import { addStatus, correctStatus, setStatusAside } from './statuses.ts'
import { transactionKind } from './transactions.ts'
import { correctValue } from './valuations.ts'

/** Dates of birth, salaries and the last four digits. */
const seesPersonal = (session: Session): boolean => holds(session, changeInstitutions)

// Each input was parsed by its contract, whose fields differ by kind; these say what all have.
const listing = z.looseObject({
  id: z.int(),
  take: z.int(),
  skip: z.int(),
  sort: z.string(),
  desc: z.boolean(),
  search: z.string().optional(),
})
const written = z.looseObject({ id: z.int() })
const changed = z.looseObject({ id: z.int(), recordId: z.int(), reason: z.string(), updatedAt: z.string() })
const several = z.array(z.string()).optional()
const consentFilters = z.looseObject({ consentStatus: several, flaw: several, employmentStatus: several })

export function registerRoutes(app: FastifyInstance, kernel: Kernel): void {
  for (const kind of [...PLAIN_KINDS, ...BACKING_KINDS, transactionKind]) {
    const { list, create, update, remove } = kind.calls.endpoints
    route(app, kernel, list, async ({ input, ...call }) => {
      const { id, ...query } = listing.parse(input)
      const asked = { ...call, institutionId: id }
      await reach(asked)
      const name = LIST_OF[kind.entity]
      if (name) return selectList(asked, name, query)
      const { consentStatus, flaw, employmentStatus } = consentFilters.parse(query)
      return selectConsents(asked, { ...query, consentStatus, flaw, employmentStatus })
    })
    route(app, kernel, create, async ({ input, ...call }) => {
      const { id, ...row } = written.parse(input)
      if (kind.isAudited) await takeTurn(call.trx, call.scope)
      return addRecord({ ...call, kernel, institutionId: id }, kind, row)
    })
    route(app, kernel, update, async ({ input, ...call }) => {
      const { id, recordId, ...change } = changed.parse(input)
      if (kind.isAudited) await takeTurn(call.trx, call.scope)
      return correctRecord({ ...call, kernel, institutionId: id }, kind, recordId, change)
    })
    route(app, kernel, remove, async ({ input, ...call }) => {
      const { id, recordId, reason, updatedAt } = changed.parse(input)
      if (kind.isAudited) await takeTurn(call.trx, call.scope)
      return removeRecord({ ...call, kernel, institutionId: id }, kind, recordId, reason, updatedAt)
    })
  }

  route(app, kernel, calls.getRegister, ({ input, ...call }) => selectRegister({ ...call, institutionId: input.id }))
  route(app, kernel, calls.getPolicy, ({ input, ...call }) =>
    selectPolicyPage({ ...call, kernel, institutionId: input.id }, input.policyId, seesPersonal(call.session)),
  )
  route(app, kernel, calls.getInsured, async ({ input, ...call }) => {
    const asked = { ...call, kernel, institutionId: input.id }
    await reach(asked)
    return insuredPage(asked, input.insuredId)
  })
  route(app, kernel, calls.listChanges, async ({ input: { id, ...of }, ...call }) => {
    const asked = { ...call, institutionId: id }
    await reach(asked)
    return { records: await selectChanges(asked, of, seesPersonal(call.session)) }
  })
  route(app, kernel, calls.addStatus, ({ input: { id, policyId, reason, updatedAt, ...status }, ...call }) =>
    addStatus({ ...call, kernel, institutionId: id }, { policyId, reason, updatedAt }, status),
  )
  route(app, kernel, calls.correctStatus, ({ input: { id, policyId, statusId, reason, updatedAt, ...status }, ...call }) =>
    correctStatus({ ...call, kernel, institutionId: id }, { policyId, reason, updatedAt }, statusId, status),
  )
  route(app, kernel, calls.setStatusAside, ({ input: { id, policyId, statusId, reason, updatedAt }, ...call }) =>
    setStatusAside({ ...call, kernel, institutionId: id }, { policyId, reason, updatedAt }, statusId),
  )
  route(app, kernel, calls.correctValue, ({ input: { id, ...value }, ...call }) =>
    correctValue({ ...call, kernel, institutionId: id }, value),
  )
}

/** Consents are judged in memory, the others listed by the database. */
const LIST_OF: Readonly<Record<string, ListName>> = {
  plan: 'plans',
  policy: 'policies',
  insured: 'insureds',
  agreement: 'agreements',
  transaction: 'transactions',
  fund: 'funds',
  liability: 'liabilities',
  illustration: 'illustrations',
  sevenPay: 'sevenPay',
}

async function insuredPage(call: RegisterCall, insuredId: number) {
  const { trx, scope, institutionId, session } = call
  const row = await trx
    .selectFrom('insured')
    .selectAll()
    .where('institutionId', '=', institutionId)
    .where('siteId', '=', scope.siteId)
    .where('id', '=', insuredId)
    .executeTakeFirst()
  const [judged] = await readConsents(call, insuredId)
  if (!row || !judged) throw new AppError('not_found')
  const personal = seesPersonal(session)
  await call.record({ action: 'insured.viewed', entity: 'register.insured', entityId: insuredId, institutionId, after: { personal } })
  const policies = await trx
    .selectFrom('policy')
    .select(['id', 'policyNumber', 'carrierCode', 'issueDate', 'faceAmountCents', 'policyStatus'])
    .where('institutionId', '=', institutionId)
    .where('siteId', '=', scope.siteId)
    .where('insuredId', '=', insuredId)
    .orderBy('issueDate')
    .orderBy('id')
    .execute()
  const hidden = { dateOfBirth: null, annualCompensationCents: null, compensationAsOf: null, ssnLast4: null }
  return {
    record: insuredRecord.parse({ ...row, hasSsn: row.ssnLast4 !== null, ...(personal ? {} : hidden) }),
    seesPersonal: personal,
    consents: [...judged.consents],
    consent: judged.finding,
    policies: policies.map((policy) => ({
      ...policy,
      policyStatus: policyStatus.parse(policy.policyStatus),
      consentStatus: judged.ofPolicy.get(policy.id)?.status ?? ('NOT_REQUIRED' as const),
    })),
  }
}
