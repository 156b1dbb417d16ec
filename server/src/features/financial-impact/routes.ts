/** The financial-impact calculation: what it begins with, saved scenarios, and their papers. The figures themselves are worked out by the domain, in the page and here alike. */
import {
  createScenario,
  deleteScenario,
  impactInputs,
  listScenarios,
  printScenario,
  updateScenario,
} from '@corridor/contract/financial-impact.ts'
import type { FastifyInstance } from 'fastify'
import type { Trx } from '../../platform/database/database.ts'
import { AppError, inputError } from '../../platform/http/errors.ts'
import { rawRoute, route } from '../../platform/http/route.ts'
import type { Scope } from '../../platform/http/scope.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { chosenInstitution } from '../../shared/institutions/chosen.ts'
import { download } from './files.ts'
import { readInputs } from './inputs.ts'
import { deleteOwn, insertScenario, loadScenario, selectScenarios, updateOwn } from './scenarios.ts'

export function financialImpactRoutes(app: FastifyInstance, kernel: Kernel): void {
  route(app, kernel, impactInputs, async ({ input, session, scope, trx }) => {
    const institutionId = await chosenInstitution(trx, scope, session, input.clientId)
    if (institutionId === 0) throw choose()
    return readInputs({ kernel, trx, scope, session }, institutionId)
  })
  route(app, kernel, listScenarios, async ({ input, session, scope, trx }) => {
    const institutionId = await chosenInstitution(trx, scope, session, input.clientId)
    return { records: institutionId === 0 ? [] : await selectScenarios({ trx, scope, session }, institutionId) }
  })
  route(app, kernel, createScenario, async ({ input: { clientId, ...written }, session, scope, trx, record }) => {
    const institutionId = await chosenInstitution(trx, scope, session, clientId)
    if (institutionId === 0) throw choose()
    const id = await insertScenario(trx, scope, institutionId, written)
    await record({ action: 'impact-scenario.saved', entity: 'impact-scenario', entityId: id, institutionId, after: loggedOf(written) })
    return (await loadScenario({ trx, scope, session }, id)).saved
  })
  route(app, kernel, updateScenario, async ({ input: { id, ...written }, session, scope, trx, record }) => {
    const { row } = await loadScenario({ trx, scope, session }, id)
    await updateOwn(trx, scope, row, written, kernel.now().toISOString())
    await record({
      action: 'impact-scenario.saved',
      entity: 'impact-scenario',
      entityId: id,
      institutionId: row.institutionId,
      before: loggedOf(row),
      after: loggedOf(written),
    })
    return (await loadScenario({ trx, scope, session }, id)).saved
  })
  route(app, kernel, deleteScenario, async ({ input: { id }, session, scope, trx, record }) => {
    const { row } = await loadScenario({ trx, scope, session }, id)
    await deleteOwn(trx, scope, row)
    await record({
      action: 'impact-scenario.deleted',
      entity: 'impact-scenario',
      entityId: id,
      institutionId: row.institutionId,
      before: loggedOf(row),
    })
    return undefined
  })
  rawRoute(app, kernel, printScenario, async (call) => {
    const { input, session, scope, transact, reply } = call
    const { institution, scenarios } = await transact(async ({ trx, record }) => {
      const loaded = []
      for (const id of [...new Set([input.id, ...input.beside])]) loaded.push(await loadScenario({ trx, scope, session }, id))
      const [first] = loaded
      if (!first) throw new AppError('not_found')
      const { institutionId } = first.row
      if (loaded.some(({ row }) => row.institutionId !== institutionId))
        throw inputError({ beside: ['Scenarios of one institution can be printed side by side.'] })
      await record({
        action: 'impact-scenario.downloaded',
        entity: 'impact-scenario',
        entityId: input.id,
        institutionId,
        after: { format: input.format, scenarios: loaded.map(({ saved }) => saved.name) },
      })
      return { institution: await nameOf(trx, scope, institutionId), scenarios: loaded.map(({ saved }) => saved) }
    })
    return download(kernel, reply, {
      institution,
      portalLabel: session.portalLabel,
      portal: session.siteName,
      siteId: scope.siteId,
      format: input.format,
      scenarios,
    })
  })
}

const choose = () => inputError({ clientId: ['Choose an institution.'] })
const loggedOf = ({ name, withBank, withTeam }: { name: string; withBank: boolean; withTeam: boolean }) => ({ name, withBank, withTeam })

async function nameOf(trx: Trx, scope: Scope, id: number) {
  return trx
    .selectFrom('institution as i')
    .innerJoin('institutionSite as s', 's.institutionId', 'i.id')
    .select(['i.id', 'i.name', 'i.legalName', 'i.city', 'i.stateCode'])
    .where('i.id', '=', id)
    .where('s.siteId', '=', scope.siteId)
    .executeTakeFirstOrThrow()
}
