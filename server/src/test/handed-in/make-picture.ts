/** Pictures as bytes: whole, or with something that is no picture in, before or behind them. */
import { crc32, deflateSync } from 'node:zlib'

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

export function pngOf(width = 2, height = 2, { text = '', tail = '' } = {}): Buffer {
  const size = Buffer.alloc(13)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  size[8] = 8
  const pixels = deflateSync(Buffer.alloc((Math.min(width, 64) + 1) * Math.min(height, 64)))
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', size),
    ...(text === '' ? [] : [chunk('tEXt', Buffer.from(`Comment\0${text}`))]),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
    Buffer.from(tail, 'latin1'),
  ])
}

const segment = (marker: number, data: Buffer): Buffer => {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([head, data])
}

const JFIF = segment(0xe0, Buffer.from('JFIF\0\x01\x01\0\0\x01\0\x01\0\0', 'latin1'))

export function jpegOf(
  width = 2,
  height = 2,
  { comment = '', tail = Buffer.alloc(0), first = JFIF }: { comment?: string; tail?: Buffer; first?: Buffer } = {},
): Buffer {
  const frame = Buffer.from([8, 0, 0, 0, 0, 1, 1, 0x11, 0])
  frame.writeUInt16BE(height, 1)
  frame.writeUInt16BE(width, 3)
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    first,
    ...(comment === '' ? [] : [segment(0xfe, Buffer.from(comment))]),
    segment(0xc0, frame),
    segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    Buffer.from([0x12, 0xff, 0x00, 0x34, 0xff, 0xd0, 0x56]),
    Buffer.from([0xff, 0xd9]),
    tail,
  ])
}
/** FF D8 FF E0 "/*": a first segment that is the beginning of a script's comment. */
export const scriptSegment = (): Buffer => segment(0xe0, Buffer.alloc(0x2f2a - 2, ' '))

export function webpOf(width = 2, height = 2, tail: Buffer = Buffer.alloc(0)): Buffer {
  const extended = Buffer.alloc(18)
  extended.write('VP8X', 0, 'latin1')
  extended.writeUInt32LE(10, 4)
  extended.writeUIntLE(width - 1, 12, 3)
  extended.writeUIntLE(height - 1, 15, 3)
  const head = Buffer.alloc(12)
  head.write('RIFF', 0, 'latin1')
  head.write('WEBP', 8, 'latin1')
  head.writeUInt32LE(4 + extended.length, 4)
  return Buffer.concat([head, extended, tail])
}

export const gif = (inside = ''): Buffer => Buffer.concat([Buffer.from('GIF89a', 'latin1'), Buffer.from(inside), Buffer.from([0x3b])])
