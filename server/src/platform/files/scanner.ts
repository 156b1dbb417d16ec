/** The virus scanner: clamd, asked by its INSTREAM command over TCP or a unix socket. It says clean, or what it found; anything else is no answer. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { Readable } from 'node:stream'
import type { Configuration } from '../configuration.ts'

export type ScannerAddress = NonNullable<Configuration['scanner']>
export type ScanResult = { outcome: 'clean' } | { outcome: 'found'; name: string } | { outcome: 'no answer'; reason: string }

/** Seconds of silence; a large file in an archive takes clamd a few. */
const SILENCE = 20_000
/** The most bytes of an answer before it is given up. */
const LONGEST_ANSWER = 4_096

/** Never throws: a scanner that is down, slow, or given a file over its limit has not said that the file is clean. */
export function scan(scanner: ScannerAddress, content: Readable, silence = SILENCE): Promise<ScanResult> {
  return new Promise((resolve) => {
    const socket = connect(scanner)
    let answer = ''
    let settled = false
    const settle = (result: ScanResult) => {
      if (settled) return
      settled = true
      socket.destroy()
      content.destroy()
      resolve(result)
    }
    const noAnswer = (reason: string) => settle({ outcome: 'no answer', reason })
    socket.setTimeout(silence, () => noAnswer('the scanner took too long'))
    socket.on('data', (chunk: Buffer) => {
      answer += chunk.toString('utf8')
      if (answer.includes('\0') || answer.length > LONGEST_ANSWER) settle(read(answer))
    })
    socket.on('end', () => (answer === '' ? noAnswer('the scanner hung up') : settle(read(answer))))
    // It hangs up on a file over its limit while that is still being sent; its answer may be here, or on its way.
    socket.on('error', (cause) => (answer === '' ? noAnswer(`the scanner cannot be reached: ${cause.message}`) : settle(read(answer))))
    socket.on('close', () => noAnswer('the scanner hung up'))
    send(socket, content).catch((cause: unknown) => noAnswer(cause instanceof Error ? cause.message : String(cause)))
  })
}

/** `zINSTREAM`, then chunks each under its length, then a length of zero (clamd(8)). */
async function send(socket: Socket, content: Readable): Promise<void> {
  const closed = new AbortController()
  socket.once('close', () => closed.abort())
  const write = async (bytes: Buffer) => {
    // Whoever hung up drains no more.
    if (!socket.write(bytes) && !socket.destroyed) await once(socket, 'drain', { signal: closed.signal }).catch(() => undefined)
  }
  await write(Buffer.from('zINSTREAM\0'))
  for await (const chunk of content) {
    if (socket.destroyed) return
    const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk))
    const length = Buffer.alloc(4)
    length.writeUInt32BE(bytes.length)
    await write(length)
    await write(bytes)
  }
  await write(Buffer.alloc(4))
}

function read(text: string): ScanResult {
  const answer = text.replace(/\0[^]*$/, '').trim()
  if (answer === 'stream: OK') return { outcome: 'clean' }
  const found = /^stream: (.+) FOUND$/.exec(answer)?.[1]
  return found ? { outcome: 'found', name: found } : { outcome: 'no answer', reason: `the scanner said: ${answer.slice(0, 200)}` }
}
