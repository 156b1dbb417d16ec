/** Processor time, memory and the machine, measured the same way for every subject. */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import os from 'node:os'

export interface Cost {
  /** Processor time of all threads of this process, per run. */
  cpuMilliseconds: number
  milliseconds: number
}

/** The median of several runs, after warming up. */
export async function costOf(work: () => Promise<unknown> | unknown, { warm = 2, runs = 5 } = {}): Promise<Cost> {
  for (let index = 0; index < warm; index++) await work()
  const costs: Cost[] = []
  for (let index = 0; index < runs; index++) {
    globalThis.gc?.()
    const before = process.cpuUsage()
    const started = performance.now()
    await work()
    const milliseconds = performance.now() - started
    const { user, system } = process.cpuUsage(before)
    costs.push({ cpuMilliseconds: (user + system) / 1000, milliseconds })
  }
  return {
    cpuMilliseconds: median(costs.map((cost) => cost.cpuMilliseconds)),
    milliseconds: median(costs.map((cost) => cost.milliseconds)),
  }
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? Number.NaN)
    : ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2
}

/** Processor milliseconds that a process and all its living descendants have used so far; Linux only. */
export function cpuOfTree(root: number): number {
  const parents = new Map<number, { parent: number; ticks: number }>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      const fields = stat
        .slice(stat.lastIndexOf(')') + 2)
        .split(' ')
        .map(Number)
      parents.set(Number(name), {
        parent: fields[1] ?? 0,
        ticks: (fields[11] ?? 0) + (fields[12] ?? 0) + (fields[13] ?? 0) + (fields[14] ?? 0),
      })
    } catch {
      // It ended while we looked.
    }
  }
  const descends = (pid: number): boolean => pid === root || (parents.has(pid) && descends(parents.get(pid)?.parent ?? 0))
  let ticks = 0
  for (const [pid, { ticks: own }] of parents) if (descends(pid)) ticks += own
  return ticks * 10
}

export function machine(): string[] {
  const [cpu] = os.cpus()
  return [
    `${os.cpus().length} x ${cpu?.model ?? 'unknown processor'}`,
    `${(os.totalmem() / 2 ** 30).toFixed(0)} GiB memory`,
    `${os.type()} ${os.release()}, ${os.arch()}`,
    `Node ${process.versions.node}`,
    `commit ${git('rev-parse', '--short', 'HEAD')}`,
    `load average at the start ${os
      .loadavg()
      .map((load) => load.toFixed(1))
      .join(', ')}`,
  ]
}

function git(...args: string[]): string {
  try {
    return execFileSync('git', args, { encoding: 'utf8' }).trim()
  } catch {
    return 'unknown'
  }
}
