/** Which process a pid stands for. A pid alone is reused by the operating system, so it is kept together with the process's start. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

export type ProcessIdentity = { pid: number; started: string }

/** The identity of a living process; undefined when there is none of that pid, or only its zombie. */
export function processIdentity(pid: number): ProcessIdentity | undefined {
  if (!Number.isSafeInteger(pid) || pid <= 0) return undefined
  const started = process.platform === 'linux' ? startedOnLinux(pid) : startedByPs(pid)
  return started === undefined ? undefined : { pid, started }
}

export const isSameProcess = ({ pid, started }: ProcessIdentity): boolean => processIdentity(pid)?.started === started

/** The command line of a living process, arguments joined by spaces; empty when it cannot be read. */
export function commandLine(pid: number): string {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
    return execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).trim()
  } catch {
    return ''
  }
}

/** Sends a signal; false when the process is gone. */
export function sendSignal(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}

/** Waits until the process is gone. @returns false when it is still there after the time limit */
export async function waitForExit(identity: ProcessIdentity, milliseconds: number): Promise<boolean> {
  const until = Date.now() + milliseconds
  while (isSameProcess(identity)) {
    if (Date.now() > until) return false
    await delay(25)
  }
  return true
}

let bootId: string | undefined

function startedOnLinux(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field is the command in parentheses and may itself hold spaces and parentheses (proc(5)); the rest starts at field 3.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields[0] === 'Z' || fields[0] === 'X') return undefined
    bootId ??= readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${bootId}:${fields[19]}`
  } catch {
    return undefined
  }
}

function startedByPs(pid: number): string | undefined {
  try {
    const [status = '', ...started] = execFileSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { encoding: 'utf8' })
      .trim()
      .split(/\s+/)
    return status === '' || status.startsWith('Z') ? undefined : started.join(' ')
  } catch {
    return undefined
  }
}
