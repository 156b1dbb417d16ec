/** An institution's own fields corrected by what it told: by the rules and the log of the form. */
import { institutions } from '@corridor/contract/institutions.ts'
import { z } from 'zod'
import { type Acting, refusedInput } from '../../platform/http/route.ts'
import type { Row } from '../../platform/records/resource-rows.ts'
import { saveRow } from '../../platform/records/resources.ts'
import { binding, reachAndLock } from './binding.ts'

const saved = z.looseObject({ id: z.int(), updatedAt: z.string() })

/** @throws AppError not_found, input by field */
export async function correctInstitution(call: Acting, id: number, changes: Row, reason: string): Promise<void> {
  const { updatedAt } = saved.parse(await reachAndLock(call, id))
  const parsed = institutions.endpoints.update.input.safeParse({ ...changes, id, updatedAt })
  if (!parsed.success) throw refusedInput(parsed.error)
  const { id: _id, updatedAt: _updatedAt, ...fields } = parsed.data
  await saveRow(call, call.kernel, binding, id, updatedAt, fields, reason)
}
