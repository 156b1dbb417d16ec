import { expect, test } from 'vitest'
import { CARRIER_FILE_STATUSES, carrierFileCan } from './statuses.ts'

test.each(CARRIER_FILE_STATUSES)('a %s file is never both changed and past changing', (status) => {
  const open = carrierFileCan.discard.includes(status)
  expect(carrierFileCan.change.includes(status) && !open).toBe(false)
  expect(carrierFileCan.post.includes(status)).toBe(status === 'VALIDATED')
})
