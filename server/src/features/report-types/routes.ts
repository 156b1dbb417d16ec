/** Report types: loaded by code, shared by all sites, kept while any report or membership has them. */
import { reportTypes } from '@corridor/contract/report-types.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Kernel } from '../../kernel/kernel.ts'
import { resourceRoutes } from '../../kernel/resources.ts'

export const reportTypeRoutes = (app: FastifyInstance, kernel: Kernel): void =>
  resourceRoutes(app, kernel, {
    resource: reportTypes,
    table: 'reportType',
    key: 'code',
    fields: { order: sql`t.display_order` },
    columns: { order: 'displayOrder' },
    reach: () => sql`true`,
    search: ['code', 'name', 'description'],
    dependants: [
      { what: 'client reports', count: ({ code }) => sql`select count(*) from client_report where type_code = ${code}` },
      { what: 'memberships', count: ({ code }) => sql`select count(*) from membership where ${code} = any(report_type_codes)` },
    ],
  })
