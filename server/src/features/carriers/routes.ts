/** Insurance companies: shared by all sites, so every row is in reach of who holds the permission. */
import { carriers } from '@corridor/contract/carriers.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Kernel } from '../../kernel/kernel.ts'
import { resourceRoutes } from '../../kernel/resources.ts'

export const carrierRoutes = (app: FastifyInstance, kernel: Kernel): void =>
  resourceRoutes(app, kernel, {
    resource: carriers,
    table: 'carrier',
    key: 'id',
    reach: () => sql`true`,
    search: ['code', 'legalName', 'shortName', 'groupName'],
    dependants: [
      { what: 'products', count: ({ code }) => sql`select count(*) from product where carrier_code = ${code}` },
      { what: 'policies', count: ({ code }) => sql`select count(*) from policy where carrier_code = ${code}` },
      { what: 'files', count: ({ code }) => sql`select count(*) from carrier_file where carrier_code = ${code}` },
      { what: 'ratings', count: ({ code }) => sql`select count(*) from carrier_rating where carrier_code = ${code}` },
    ],
    inactive: { column: 'status', off: 'INACTIVE', on: 'ACTIVE' },
  })
