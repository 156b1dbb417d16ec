/** Form 8925: the calls of a report family, the required address of its workbooks, and the employees of line 1. */
import {
  downloadWorkbooks,
  form8925Reports,
  listEmployeeCounts,
  previewForm8925,
  removeEmployeeCount,
  saveEmployeeCount,
} from '@corridor/contract/form-8925.ts'
import type { FastifyInstance } from 'fastify'
import { rawRoute, route } from '../../platform/http/route.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { reportRoutes, sendFiles } from '../../reporting/routes.ts'
import { keepEmployeeCount, readEmployeeCounts, removeEmployeeCountRow } from './employee-counts.ts'
import './family.ts'
import { readPreview } from './preview.ts'

export function form8925Routes(app: FastifyInstance, kernel: Kernel): void {
  reportRoutes(app, kernel, form8925Reports)
  rawRoute(app, kernel, downloadWorkbooks, (call) => sendFiles(kernel, form8925Reports, call))

  route(app, kernel, listEmployeeCounts, ({ input, scope, trx }) => readEmployeeCounts(trx, scope, input.id))
  route(app, kernel, previewForm8925, ({ input, scope, trx }) => readPreview(trx, scope, input.id))
  route(app, kernel, saveEmployeeCount, async (call) => {
    await keepEmployeeCount(call, call.input)
    return readEmployeeCounts(call.trx, call.scope, call.input.id)
  })
  route(app, kernel, removeEmployeeCount, async ({ input: { id, count }, scope, trx, record }) => {
    const removed = await removeEmployeeCountRow(trx, scope, id, count)
    await record({
      action: 'institutions.employee-counts.removed',
      entity: 'institutions',
      entityId: id,
      institutionId: id,
      before: removed,
    })
    return readEmployeeCounts(trx, scope, id)
  })
}
