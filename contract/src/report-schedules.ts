/** Reports made by themselves: each month on a business day, for a family and institutions of the site, held by the release check. */
import { permission, STAFF_ROLES } from '@corridor/domain/access/access.ts'
import { REPORT_FAMILIES, REPORT_TYPE_NAMES, REPORT_TYPE_WORDS } from '@corridor/domain/reports/families.ts'
import { z } from 'zod'
import { endpoint, flag, idParam, nothing } from './kernel/endpoint.ts'
import { worded } from './kernel/list-cells.ts'
import { page, pageInput } from './kernel/page.ts'
import { RUN_WORDS } from './words.ts'

const codes = [...new Set(REPORT_TYPE_NAMES.map((name) => REPORT_FAMILIES[name].permission))]
/** Whoever may see, or make, the reports of any family; of which, each call asks for itself. */
export const readSchedules = permission(codes, 1, STAFF_ROLES, 'site')
export const keepSchedules = permission(codes, 2, STAFF_ROLES, 'site')

export const RUN_STATUSES = ['WAITING', 'STARTED', 'DONE', 'SKIPPED'] as const
const run = z.object({
  /** The period as a number, 202610: what a list tells its rows by. */
  id: z.int(),
  period: z.string(),
  dueOn: z.string(),
  status: worded(z.enum(RUN_STATUSES), RUN_WORDS),
  /** Why it waits, or was skipped. */
  reason: z.string().nullable(),
  batchId: z.int().nullable(),
  ready: z.int(),
  failed: z.int(),
  total: z.int(),
  askedBy: z.string().nullable(),
  lookedAt: z.string().nullable(),
  startedAt: z.string().nullable(),
  finishedAt: z.string().nullable(),
})
export type ScheduleRun = z.infer<typeof run>

const schedule = z.object({
  id: z.int(),
  name: z.string(),
  reportType: worded(z.enum(REPORT_TYPE_NAMES), REPORT_TYPE_WORDS),
  isQuarterly: z.boolean(),
  businessDay: z.int(),
  /** Empty: every institution that holds policies on the site then. */
  institutionIds: z.array(z.int()),
  hold: z.boolean(),
  paused: z.boolean(),
  /** The next day it falls due, and for which period; null while it is paused. */
  nextOn: z.string().nullable(),
  nextPeriod: z.string().nullable(),
  /** The run that is not finished, or else the last one. */
  lastPeriod: z.string().nullable(),
  lastStatus: worded(z.enum(RUN_STATUSES), RUN_WORDS).nullable(),
  lastReason: z.string().nullable(),
  createdBy: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** Whether the caller may change, pause and run it. */
  mayChange: z.boolean(),
})
export type ReportSchedule = z.infer<typeof schedule>

const written = {
  name: z.string().trim().min(3, 'Give it a name of three letters or more').max(120),
  reportType: z.enum(REPORT_TYPE_NAMES),
  isQuarterly: z.boolean(),
  businessDay: z.int('Enter a whole number').min(1, 'The first business day is 1').max(20, 'A month has 20 business days, some a few more'),
  institutionIds: z.array(idParam).max(5000),
  hold: z.boolean(),
}

export const listSchedules = endpoint({
  method: 'GET',
  path: '/api/report-schedules',
  summary: 'Schedules of the site with their next runs, and what keeps one waiting.',
  access: readSchedules,
  input: pageInput(['name', 'reportType', 'businessDay', 'createdAt'], 'name').extend({
    reportType: z.enum(REPORT_TYPE_NAMES).optional(),
    paused: flag.optional(),
  }),
  reply: page(schedule),
})
export const getSchedule = endpoint({
  method: 'GET',
  path: '/api/report-schedules/:id',
  summary: 'One schedule.',
  access: readSchedules,
  input: z.strictObject({ id: idParam }),
  reply: schedule,
})
export const listScheduleRuns = endpoint({
  method: 'GET',
  path: '/api/report-schedules/:id/runs',
  summary: 'The runs of a schedule, newest first, with the batches that they made.',
  access: readSchedules,
  input: pageInput(['period', 'dueOn', 'startedAt'], 'period', true).extend({ id: idParam }),
  reply: page(run),
})
export const createSchedule = endpoint({
  method: 'POST',
  path: '/api/report-schedules',
  summary: 'Have reports made each month on a business day, from the next such day on.',
  access: keepSchedules,
  input: z.strictObject(written),
  reply: schedule,
  success: 201,
  idempotent: true,
})
export const updateSchedule = endpoint({
  method: 'PUT',
  path: '/api/report-schedules/:id',
  summary: 'Change a schedule; a run that waits goes by the change.',
  access: keepSchedules,
  input: z.strictObject(written).partial().extend({ id: idParam, updatedAt: z.iso.datetime() }),
  reply: schedule,
})
export const pauseSchedule = endpoint({
  method: 'POST',
  path: '/api/report-schedules/:id/pause',
  summary: 'Pause a schedule, or let it go on; what fell due in between is not made up for.',
  access: keepSchedules,
  input: z.strictObject({ id: idParam, paused: z.boolean() }),
  reply: schedule,
})
export const runSchedule = endpoint({
  method: 'POST',
  path: '/api/report-schedules/:id/run',
  summary: 'Run a schedule for the last period now; behind a closed gate it waits and says why.',
  access: keepSchedules,
  input: z.strictObject({ id: idParam }),
  reply: run,
  success: 202,
})
export const deleteSchedule = endpoint({
  method: 'DELETE',
  path: '/api/report-schedules/:id',
  summary: 'Delete a schedule; what it made stays, and it can be restored for 30 days.',
  access: keepSchedules,
  input: z.strictObject({ id: idParam }),
  reply: nothing,
  success: 204,
})
export const restoreSchedule = endpoint({
  method: 'POST',
  path: '/api/report-schedules/:id/restore',
  summary: 'Undo a deletion within 30 days.',
  access: keepSchedules,
  input: z.strictObject({ id: idParam }),
  reply: schedule,
})
