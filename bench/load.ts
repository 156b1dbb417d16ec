/** Asks a server the same again and again over connections that stay open, and tells how many answers came and how long they took. */
import { Agent, type ClientRequest, get, type IncomingMessage } from 'node:http'

export interface Load {
  address: string
  path: string
  headers?: Record<string, string>
  connections: number
  seconds: number
  /** Called with the first answer's body: throws when it is not what was to be measured. */
  check?: (body: Buffer) => void
}

export interface Loaded {
  perSecond: number
  /** To the last byte, milliseconds. */
  median: number
  p99: number
  /** To the first byte of the body. */
  firstByteMedian: number
  firstByteP99: number
  megabytesPerSecond: number
}

/** @throws Error at the first answer that is not 200 */
export async function loaded({ address, path, headers = {}, connections, seconds, check }: Load): Promise<Loaded> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const times: number[] = []
  const firstBytes: number[] = []
  let bytes = 0
  const ask = () =>
    new Promise<{ body: Buffer; first: number; last: number }>((resolve, reject) => {
      const began = performance.now()
      const request: ClientRequest = get(`${address}${path}`, { agent, headers }, (answer: IncomingMessage) => {
        const chunks: Buffer[] = []
        let first = 0
        answer.on('data', (chunk: Buffer) => {
          first ||= performance.now() - began
          chunks.push(chunk)
        })
        answer.on('end', () => {
          if (answer.statusCode === 200) resolve({ body: Buffer.concat(chunks), first, last: performance.now() - began })
          else reject(new Error(`${path} answered ${answer.statusCode}: ${Buffer.concat(chunks).toString().slice(0, 200)}`))
        })
        answer.on('error', reject)
      })
      request.on('error', reject)
    })
  try {
    const { body } = await ask()
    check?.(body)
    // Statements are planned, caches filled, the compiler has seen the code.
    await together(connections, Math.min(2, seconds / 2), async () => void (await ask()))
    const began = performance.now()
    await together(connections, seconds, async () => {
      const { body: answer, first, last } = await ask()
      times.push(last)
      firstBytes.push(first)
      bytes += answer.length
    })
    const took = (performance.now() - began) / 1000
    return {
      perSecond: times.length / took,
      median: quantile(times, 0.5),
      p99: quantile(times, 0.99),
      firstByteMedian: quantile(firstBytes, 0.5),
      firstByteP99: quantile(firstBytes, 0.99),
      megabytesPerSecond: bytes / 1e6 / took,
    }
  } finally {
    agent.destroy()
  }
}

async function together(connections: number, seconds: number, work: () => Promise<void>): Promise<void> {
  const end = performance.now() + seconds * 1000
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < end) await work()
    }),
  )
}

export function quantile(values: number[], at: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(at * sorted.length))] ?? Number.NaN
}
