/** The financial-impact calculation: inputs taken over from an institution, saved scenarios, and their papers. */
import { CLIENT_ROLES, STAFF_ROLES, signedIn } from '@corridor/domain/access/access.ts'
import { ALTERNATIVE_CODES } from '@corridor/domain/financial-impact/alternatives.ts'
import { SCENARIO_KEYS } from '@corridor/domain/financial-impact/scenario.ts'
import { z } from 'zod'
import { bytes, endpoint, idParam, nothing } from './kernel/endpoint.ts'

/** The people of an institution calculate for it, and staff for one that they choose. */
export const calculateImpact = signedIn([...CLIENT_ROLES, ...STAFF_ROLES], 'institution')

/** Scenarios that one person keeps of an institution. */
export const SCENARIOS_MOST = 50
/** Scenarios side by side, on the page and on paper. */
export const COMPARED_MOST = 3

const key = z.enum(SCENARIO_KEYS)
export const scenario = z.strictObject({
  numbers: z.record(key, z.number().nullable()).meta({ description: 'Cents, fractions, counts by name; null is not known.' }),
  alternative: z.enum(ALTERNATIVE_CODES),
  isBankQualified: z.boolean(),
  carrierCode: z.string().max(40),
  carrierName: z.string().max(120),
  productName: z.string().max(120),
  basis: z.enum(['TIER1', 'TIER1_PLUS_ACL', 'TOTAL']),
  held: z
    .array(z.strictObject({ carrierCode: z.string().max(40), carrierName: z.string().max(120), cashSurrenderValue: z.int().min(0) }))
    .max(200),
  lacking: z.string().max(400).nullable(),
  // Scenarios saved before it was kept have none.
  valuesOn: z.iso.date().nullable().default(null),
  replacedIsModifiedEndowment: z.boolean(),
  sources: z.partialRecord(key, z.string().max(300)),
})

const rate = z.object({ value: z.number().nullable(), source: z.string() })
const impactInputsReply = z.object({
  institutionId: z.int(),
  institutionName: z.string(),
  scenario,
  alternatives: z.record(z.enum(ALTERNATIVE_CODES), z.object({ yield: rate, tax: rate, riskWeight: rate.extend({ value: z.number() }) })),
  products: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      carrierCode: z.string(),
      carrierName: z.string(),
      rate: z.number().nullable().meta({ description: 'The declared gross crediting rate in force.' }),
      source: z.string(),
    }),
  ),
})
export type ImpactInputs = z.infer<typeof impactInputsReply>

export const impactInputs = endpoint({
  method: 'GET',
  path: '/api/financial-impact/inputs',
  summary: 'What a calculation begins with, each input with its source.',
  access: calculateImpact,
  input: z.strictObject({ clientId: idParam.optional() }),
  background: true,
  reply: impactInputsReply,
})

const saved = z.object({
  id: z.int(),
  name: z.string(),
  withBank: z.boolean(),
  withTeam: z.boolean(),
  scenario,
  owner: z.string(),
  updatedAt: z.string(),
  /** Whether the caller may change or delete it. */
  mine: z.boolean(),
})
export type SavedScenario = z.infer<typeof saved>

const written = {
  name: z.string().trim().min(1, 'Give the scenario a name').max(80),
  withBank: z.boolean().default(false),
  withTeam: z.boolean().default(false),
  scenario,
}
export const listScenarios = endpoint({
  method: 'GET',
  path: '/api/financial-impact/scenarios',
  summary: 'The saved scenarios of an institution: one’s own and those shared.',
  access: calculateImpact,
  input: z.strictObject({ clientId: idParam.optional() }),
  background: true,
  reply: z.object({ records: z.array(saved) }),
})
export const createScenario = endpoint({
  method: 'POST',
  path: '/api/financial-impact/scenarios',
  summary: 'Save a scenario under a name.',
  access: calculateImpact,
  input: z.strictObject({ clientId: idParam.optional(), ...written }),
  reply: saved,
  success: 201,
  idempotent: true,
})
export const updateScenario = endpoint({
  method: 'PUT',
  path: '/api/financial-impact/scenarios/:id',
  summary: 'Overwrite, rename or share one’s own scenario.',
  access: calculateImpact,
  input: z.strictObject({ id: idParam, ...written }),
  reply: saved,
})
export const deleteScenario = endpoint({
  method: 'DELETE',
  path: '/api/financial-impact/scenarios/:id',
  summary: 'Delete one’s own scenario.',
  access: calculateImpact,
  input: z.strictObject({ id: idParam }),
  reply: nothing,
  success: 204,
})
export const printScenario = endpoint({
  method: 'GET',
  path: '/api/financial-impact/scenarios/:id/file',
  summary: 'A scenario as PDF, or as a workbook with formulas; up to two others beside it.',
  access: calculateImpact,
  input: z.strictObject({
    id: idParam,
    format: z.enum(['pdf', 'xlsx']),
    beside: z
      .union([idParam, z.array(idParam)])
      .transform((given) => (Array.isArray(given) ? given : [given]))
      .pipe(z.array(z.int()).max(COMPARED_MOST - 1))
      .default([]),
  }),
  reply: bytes,
  kind: 'file',
})
