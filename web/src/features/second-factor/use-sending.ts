/** A code on its way: when it was sent, and how long until it may be sent again. */
import { RESEND_SECONDS } from '@corridor/contract/mfa.ts'
import { useEffect, useState } from 'react'
import { ApiError, errorSentence } from '../../kernel/api-error.ts'

export interface Sending {
  /** 0 when it may be sent again. */
  secondsLeft: number
  problem: string | null
  /** Runs a call that sends a code; a repetition within the half minute is no problem, only a wait. */
  send: <Value>(work: () => Promise<Value>) => Promise<Value | undefined>
}

export function useSending(): Sending {
  const [until, setUntil] = useState(0)
  const [now, setNow] = useState(0)
  const [problem, setProblem] = useState<string | null>(null)
  const waiting = until > now
  useEffect(() => {
    if (!waiting) return
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [waiting])
  const wait = (seconds: number) => {
    const at = Date.now()
    setNow(at)
    setUntil(at + seconds * 1000)
  }
  return {
    secondsLeft: Math.max(0, Math.ceil((until - now) / 1000)),
    problem,
    send: async (work) => {
      setProblem(null)
      try {
        const value = await work()
        wait(RESEND_SECONDS)
        return value
      } catch (error) {
        if (error instanceof ApiError && error.status === 429 && error.retryAfter !== undefined && error.retryAfter <= RESEND_SECONDS)
          wait(error.retryAfter)
        else setProblem(error instanceof ApiError && error.status === 429 ? error.message : errorSentence(error))
        return undefined
      }
    },
  }
}
