/** A scanner that speaks clamd's INSTREAM protocol and knows one signature, the scanners' own test file; it can be slow, gone or of small appetite. */
import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EICAR } from './handed-in/case.ts'

export interface FakeScanner {
  address: { path: string }
  /** From the next connection on. */
  mood: 'well' | 'silent' | 'hangs up' | 'nonsense'
  /** clamd's StreamMaxLength. */
  limit: number
  /** Bytes of the last file it took in whole. */
  received: number
  start: () => Promise<void>
  stop: () => Promise<void>
}

export function fakeScanner(): FakeScanner {
  let server: Server | undefined
  const open = new Set<Socket>()
  const scanner: FakeScanner = {
    address: { path: join(tmpdir(), `corridor-clamd-${process.pid}-${Math.random().toString(36).slice(2)}.sock`) },
    mood: 'well',
    limit: 25 << 20,
    received: 0,
    start: () =>
      new Promise((resolve) => {
        server = createServer((socket) => {
          open.add(socket)
          socket.on('close', () => open.delete(socket)).on('error', () => undefined)
          if (scanner.mood === 'hangs up') socket.destroy()
          else if (scanner.mood === 'well' || scanner.mood === 'nonsense') listen(scanner, socket)
        }).listen(scanner.address.path, resolve)
      }),
    stop: () =>
      new Promise((resolve) => {
        for (const socket of open) socket.destroy()
        if (server) server.close(() => resolve())
        else resolve()
        server = undefined
      }),
  }
  return scanner
}

function listen(scanner: FakeScanner, socket: Socket): void {
  let bytes = Buffer.alloc(0)
  let content = Buffer.alloc(0)
  let greeted = false
  socket.on('data', (chunk) => {
    bytes = Buffer.concat([bytes, Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk)])
    if (!greeted) {
      if (bytes.length < 10) return
      if (bytes.toString('latin1', 0, 10) !== 'zINSTREAM\0') return socket.end('UNKNOWN COMMAND\0')
      bytes = bytes.subarray(10)
      greeted = true
    }
    while (bytes.length >= 4) {
      const length = bytes.readUInt32BE(0)
      if (length === 0) {
        scanner.received = content.length
        return socket.end(
          `${scanner.mood === 'nonsense' ? 'gibberish' : content.includes(EICAR) ? 'stream: Eicar-Test-Signature FOUND' : 'stream: OK'}\0`,
        )
      }
      if (content.length + length > scanner.limit) return socket.end('INSTREAM size limit exceeded. ERROR\0')
      if (bytes.length < 4 + length) return
      content = Buffer.concat([content, bytes.subarray(4, 4 + length)])
      bytes = bytes.subarray(4 + length)
    }
  })
}
