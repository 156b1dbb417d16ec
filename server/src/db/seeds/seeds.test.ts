import { expect, test } from 'vitest'
import { useDatabase } from '../../test/database.ts'
import { seedSmall } from './small.ts'

const database = useDatabase()

test('the small book loads: three institutions, twenty policies, fourteen months', async () => {
  await seedSmall(database.ownerUrl)
  const { ownerDb } = database
  expect(await ownerDb.selectFrom('institution').select('id').orderBy('id').execute()).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }])
  expect(await ownerDb.selectFrom('policy').select('id').execute()).toHaveLength(20)
  const months = await ownerDb.selectFrom('policyValuation').select('asOfDate').distinct().orderBy('asOfDate').execute()
  expect([months.length, months[0]?.asOfDate, months.at(-1)?.asOfDate]).toEqual([14, '2025-08-31', '2026-09-30'])
})
