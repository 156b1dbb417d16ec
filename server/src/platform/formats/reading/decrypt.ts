/** Opens workbooks that are protected with a password (MS-OFFCRYPTO): agile encryption, as Office writes it since 2010, and the standard one of Office 2007. */
import { createDecipheriv, createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { SaxesParser } from 'saxes'
import { z } from 'zod'
import { readStream } from './compound.ts'
import { FeedRefusal } from './refusal.ts'

const OTHERWISE = 'The workbook is protected in a way that is not supported. Save it in Excel without a password and upload that file.'
const CHANGED = 'The workbook was changed after it was protected, or damaged on the way. Ask the carrier to send it again.'

/** @returns the workbook itself; null for a wrong password @throws FeedRefusal when it is damaged, or protected otherwise */
export function decryptWorkbook(file: Buffer, password: string): Buffer | null {
  const [described, encrypted] = [readStream(file, 'EncryptionInfo'), readStream(file, 'EncryptedPackage')]
  if (!described || !encrypted || described.length < 8 || encrypted.length < 8) throw new FeedRefusal(OTHERWISE)
  const [major, minor] = [described.readUInt16LE(0), described.readUInt16LE(2)]
  const size = Number(encrypted.readBigUInt64LE(0))
  if (size > encrypted.length) throw new FeedRefusal(CHANGED)
  if (major === 4 && minor === 4) return decryptAgile(described.toString('utf8', 8), encrypted, size, password)
  if (minor === 2 && major >= 2 && major <= 4) return decryptStandard(described, encrypted.subarray(8), size, password)
  throw new FeedRefusal(OTHERWISE)
}

const base64 = z.string().transform((text) => Buffer.from(text, 'base64'))
const number = z.coerce.number().int()
const cipher = z.object({
  saltValue: base64,
  blockSize: z.literal('16').transform(Number),
  keyBits: number.pipe(z.union([z.literal(128), z.literal(192), z.literal(256)])),
  hashAlgorithm: z.enum(['SHA1', 'SHA256', 'SHA384', 'SHA512']),
  cipherAlgorithm: z.literal('AES'),
  cipherChaining: z.literal('ChainingModeCBC'),
})
const agile = z.object({
  keyData: cipher,
  dataIntegrity: z.object({ encryptedHmacKey: base64, encryptedHmacValue: base64 }).optional(),
  encryptedKey: cipher.extend({
    // Office writes 100,000; ten million is what MS-OFFCRYPTO allows.
    spinCount: number.pipe(z.int().min(0).max(10_000_000)),
    encryptedVerifierHashInput: base64,
    encryptedVerifierHashValue: base64,
    encryptedKeyValue: base64,
  }),
})
type Cipher = z.infer<typeof cipher>

/** Constants that make a key for each purpose of one password (MS-OFFCRYPTO 2.3.4.11 to 2.3.4.14). */
const FOR = {
  verifierInput: Buffer.from('fea7d2763b4b9e79', 'hex'),
  verifierHash: Buffer.from('d7aa0f6d3061344e', 'hex'),
  key: Buffer.from('146e0be7abacd0d6', 'hex'),
  hmacKey: Buffer.from('5fb2ad010cb9e1f6', 'hex'),
  hmacValue: Buffer.from('a0677f02b22c8433', 'hex'),
}
const SEGMENT = 4096

function decryptAgile(xml: string, encrypted: Buffer, size: number, password: string): Buffer | null {
  const parsed = agile.safeParse(attributesOf(xml))
  if (!parsed.success) throw new FeedRefusal(OTHERWISE)
  const { keyData, dataIntegrity, encryptedKey: own } = parsed.data
  let hashed = hashOf(own, own.saltValue, Buffer.from(password, 'utf16le'))
  for (let spin = 0; spin < own.spinCount; spin++) hashed = hashOf(own, littleEndian(spin), hashed)
  const opened = (bytes: Buffer, purpose: Buffer) =>
    decryptBlocks(bytes, sized(hashOf(own, hashed, purpose), own.keyBits / 8), sized(own.saltValue, own.blockSize))
  const expected = hashOf(own, opened(own.encryptedVerifierHashInput, FOR.verifierInput).subarray(0, own.saltValue.length))
  if (!isSame(opened(own.encryptedVerifierHashValue, FOR.verifierHash).subarray(0, expected.length), expected)) return null
  const key = opened(own.encryptedKeyValue, FOR.key).subarray(0, keyData.keyBits / 8)
  const vector = (salt: Buffer) => sized(hashOf(keyData, keyData.saltValue, salt), keyData.blockSize)
  if (dataIntegrity) {
    const length = hashOf(keyData).length
    const hmacKey = decryptBlocks(dataIntegrity.encryptedHmacKey, key, vector(FOR.hmacKey)).subarray(0, length)
    const stated = decryptBlocks(dataIntegrity.encryptedHmacValue, key, vector(FOR.hmacValue)).subarray(0, length)
    if (!isSame(createHmac(keyData.hashAlgorithm, hmacKey).update(encrypted).digest(), stated)) throw new FeedRefusal(CHANGED)
  }
  const body = encrypted.subarray(8)
  const segments = Array.from({ length: Math.ceil(body.length / SEGMENT) }, (_, index) =>
    decryptBlocks(body.subarray(index * SEGMENT, (index + 1) * SEGMENT), key, vector(littleEndian(index))),
  )
  return Buffer.concat(segments).subarray(0, size)
}

const hashOf = ({ hashAlgorithm }: Pick<Cipher, 'hashAlgorithm'>, ...parts: Buffer[]): Buffer =>
  parts.reduce((hash, part) => hash.update(part), createHash(hashAlgorithm)).digest()
/** Cut, or filled up with 36. */
const sized = (bytes: Buffer, length: number): Buffer => Buffer.concat([bytes, Buffer.alloc(length, 0x36)]).subarray(0, length)
const littleEndian = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
const isSame = (one: Buffer, other: Buffer): boolean => one.length === other.length && timingSafeEqual(one, other)

/** Whole blocks only: what a writer left out at the end holds nothing. @param vector null for blocks that stand by themselves */
function decryptBlocks(bytes: Buffer, key: Buffer, vector: Buffer | null): Buffer {
  const decipher = createDecipheriv(`aes-${key.length * 8}-${vector ? 'cbc' : 'ecb'}`, key, vector).setAutoPadding(false)
  const blocks = bytes.subarray(0, bytes.length - (bytes.length % 16))
  return Buffer.concat([decipher.update(blocks), decipher.final()])
}

/** The attributes of the elements that tell how it is encrypted, by their name without a prefix. */
function attributesOf(xml: string): Record<string, Record<string, string>> {
  const found: Record<string, Record<string, string>> = {}
  const parser = new SaxesParser()
  parser.on('opentag', ({ name, attributes }) => {
    found[name.replace(/^.*:/, '')] ??= attributes
  })
  parser.on('error', () => {
    throw new FeedRefusal(OTHERWISE)
  })
  parser.write(xml.replace(/\0+$/, '')).close()
  return found
}

const STANDARD_SPINS = 50_000
const AES_BITS: Readonly<Record<number, number>> = { 0x660e: 128, 0x660f: 192, 0x6610: 256 }

/** MS-OFFCRYPTO 2.3.4.5 to 2.3.4.9. */
function decryptStandard(described: Buffer, encrypted: Buffer, size: number, password: string): Buffer | null {
  const bits = AES_BITS[described.readUInt32LE(20)]
  const verifier = described.subarray(12 + described.readUInt32LE(8))
  if (bits === undefined || verifier.length < 72) throw new FeedRefusal(OTHERWISE)
  const sha1 = { hashAlgorithm: 'SHA1' as const }
  let hashed = hashOf(sha1, verifier.subarray(4, 20), Buffer.from(password, 'utf16le'))
  for (let spin = 0; spin < STANDARD_SPINS; spin++) hashed = hashOf(sha1, littleEndian(spin), hashed)
  hashed = hashOf(sha1, hashed, littleEndian(0))
  const filled = (sign: number) => hashOf(sha1, Buffer.from(Buffer.alloc(64, sign).map((byte, index) => byte ^ (hashed[index] ?? 0))))
  const key = Buffer.concat([filled(0x36), filled(0x5c)]).subarray(0, bits / 8)
  const expected = hashOf(sha1, decryptBlocks(verifier.subarray(20, 36), key, null))
  if (!isSame(decryptBlocks(verifier.subarray(40, 72), key, null).subarray(0, expected.length), expected)) return null
  return decryptBlocks(encrypted, key, null).subarray(0, size)
}
