import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { hashSsn, openSsn, sealSsn } from './ssn.ts'

const keys = { encryption: randomBytes(32), ssnHash: randomBytes(32) }

test('a sealed number can be read again under its key, and differs each time it is sealed', () => {
  const sealed = sealSsn(keys, '900010001')
  expect(openSsn(keys, sealed)).toBe('900010001')
  expect(sealSsn(keys, '900010001')).not.toEqual(sealed)
})

test('another key, or a changed byte, reads nothing', () => {
  const sealed = sealSsn(keys, '900010001')
  expect(() => openSsn({ ...keys, encryption: randomBytes(32) }, sealed)).toThrow()
  sealed[14] = (sealed[14] ?? 0) ^ 1
  expect(() => openSsn(keys, sealed)).toThrow()
})

test('the hash finds the same number and depends on its key', () => {
  expect(hashSsn(keys, '900010001')).toEqual(hashSsn(keys, '900010001'))
  expect(hashSsn(keys, '900010001')).not.toEqual(hashSsn({ ...keys, ssnHash: randomBytes(32) }, '900010001'))
})

test.each(['123', '900-01-0001', ''])('%j is no number to keep', (text) => expect(() => hashSsn(keys, text)).toThrow(RangeError))
