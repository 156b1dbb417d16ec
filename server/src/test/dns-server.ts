/** A DNS server on this machine that answers TXT questions from a table, for the proof of a bank's domain (RFC 1035 4.1). */
import { createSocket } from 'node:dgram'

export interface TestDns {
  address: string
  /** By name, the texts of its TXT records. */
  records: Map<string, string[]>
  close: () => Promise<void>
}

export async function startDns(): Promise<TestDns> {
  const records = new Map<string, string[]>()
  const socket = createSocket('udp4')
  socket.on('message', (question, from) => socket.send(answer(question, records), from.port, from.address))
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  return {
    address: `127.0.0.1:${socket.address().port}`,
    records,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  }
}

const HEADER = 12
function answer(question: Buffer, records: TestDns['records']): Buffer {
  const labels: string[] = []
  let at = HEADER
  for (let length = question.readUInt8(at); length > 0; length = question.readUInt8(at)) {
    labels.push(question.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  const asked = question.subarray(HEADER, at + 1 + 4)
  const texts = records.get(labels.join('.')) ?? []
  const header = Buffer.from(question.subarray(0, HEADER))
  // An answer, recursion available; without the name: no such name.
  header.writeUInt16BE(texts.length > 0 ? 0x8180 : 0x8183, 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(texts.length, 6)
  header.writeUInt32BE(0, 8)
  return Buffer.concat([header, asked, ...texts.map(record)])
}

/** The name of the question (a pointer to it), TXT, IN, no time to live, and the text in strings of up to 255 bytes. */
function record(text: string): Buffer {
  const strings = (text.match(/.{1,255}/gs) ?? ['']).flatMap((part) => [Buffer.from([part.length]), Buffer.from(part, 'latin1')])
  const data = Buffer.concat(strings)
  const head = Buffer.from([0xc0, HEADER, 0, 16, 0, 1, 0, 0, 0, 0, 0, 0])
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}
