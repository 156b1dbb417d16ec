/** Rights: permissions, templates, memberships, viewing as a client, and why somebody sees something. */
import {
  applyTemplate,
  endViewAs,
  explainRecord as explainRecordCall,
  findRecords,
  getAccessFacts,
  getInstitutionMembership,
  getUserPermissions,
  listPermissionCodes,
  listUserMemberships,
  removePermissionTemplate,
  saveInstitutionMembership as saveInstitutionMembershipCall,
  saveMembership,
  saveUserPermissions,
  startViewAs,
} from '@corridor/contract/rights.ts'
import { explainRecord, opens } from '@corridor/domain/access/explanation.ts'
import { levelsOf, withTemplate } from '@corridor/domain/access/permission-catalog.ts'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../platform/http/errors.ts'
import { rawRoute, route } from '../../platform/http/route.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { removeRows } from '../../platform/records/resource-removal.ts'
import { resourceRoutes } from '../../platform/records/resources.ts'
import { type PersonFacts, selectFacts, selectRecord, selectRecords } from './explanation.ts'
import {
  narrowMembership,
  saveInstitutionMembership,
  selectInstitutionMembership,
  selectMemberships,
  selectPeople,
  selectReportTypes,
} from './memberships.ts'
import { permissionCodes } from './permission-codes.ts'
import { changePermissions, selectPermissions } from './permissions.ts'
import { selectTemplate, templateBinding } from './templates.ts'
import { endView, startView } from './view-as.ts'

export function rightsRoutes(app: FastifyInstance, kernel: Kernel): void {
  route(app, kernel, getUserPermissions, async ({ trx, scope, input }) => selectPermissions(trx, scope, input.id))
  route(app, kernel, saveUserPermissions, async ({ input, ...call }) =>
    changePermissions({ ...call, now: kernel.now() }, input.id, input.updatedAt, () => levelsOf(input.permissions)),
  )
  route(app, kernel, applyTemplate, async ({ input, ...call }) => {
    const template = await selectTemplate(call.trx, input.templateId)
    if (template.updatedAt !== new Date(input.templateUpdatedAt).toISOString())
      throw new AppError('conflict', { message: 'Someone else changed this template in the meantime. Review it before you apply it.' })
    return changePermissions(
      { ...call, now: kernel.now() },
      input.id,
      input.updatedAt,
      (present) => withTemplate(present, template.levels, input.mode),
      { template: template.name, mode: input.mode },
    )
  })
  route(app, kernel, listPermissionCodes, async () => ({ records: permissionCodes() }))
  route(app, kernel, removePermissionTemplate, async ({ input, ...call }) => {
    await removeRows(call, kernel, templateBinding, [input.id])
    return undefined
  })
  resourceRoutes(app, kernel, templateBinding)

  route(app, kernel, listUserMemberships, async ({ trx, scope, input }) => ({
    records: await selectMemberships(trx, scope, input.userId),
    reportTypes: await selectReportTypes(trx),
  }))
  route(app, kernel, saveMembership, async ({ trx, scope, record, input }) => narrowMembership(trx, scope, record, kernel.now(), input))
  route(app, kernel, getInstitutionMembership, async ({ trx, scope, input }) => ({
    ...(await selectInstitutionMembership(trx, scope, input.id)),
    reportTypes: await selectReportTypes(trx),
    people: await selectPeople(trx, scope, input.id),
  }))
  route(app, kernel, saveInstitutionMembershipCall, async ({ trx, scope, record, input }) =>
    saveInstitutionMembership(trx, scope, record, kernel.now(), input),
  )

  rawRoute(app, kernel, startViewAs, async (visit) => startView(visit, visit.input))
  rawRoute(app, kernel, endViewAs, async (visit) => endView(visit))

  route(app, kernel, getAccessFacts, async ({ trx, scope, input }) => onSite(await selectFacts(trx, scope, input.id, input.institutionId)))
  route(app, kernel, findRecords, async ({ trx, scope, session, input }) => ({
    records: await selectRecords(trx, scope, session, input.kind, input.search),
  }))
  route(app, kernel, explainRecordCall, async ({ trx, scope, session, input }) => {
    const facts = onSite(await selectFacts(trx, scope, input.id, input.institutionId))
    const asked = await selectRecord(trx, scope, session, input.kind, input.record)
    if (!asked) throw new AppError('not_found')
    const reasons = explainRecord(facts, asked.facts)
    return { label: asked.label, opens: opens(reasons), reasons }
  })
}

/** People of other sites alone are not there, as in the list of users. */
function onSite(facts: PersonFacts | undefined): PersonFacts {
  if (!facts?.onSite) throw new AppError('not_found')
  return facts
}
