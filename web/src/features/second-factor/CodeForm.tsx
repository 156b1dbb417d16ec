/** Answers of a second factor: the form for a six-digit code, which sends itself once it is complete, and what went wrong as a sentence. */
import type { Session } from '@corridor/contract/session.ts'
import { type ReactNode, useState } from 'react'
import { ApiError, errorSentence } from '../../kernel/api-error.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { CodeField } from './CodeField.tsx'
import { PasskeyProblem } from './passkey.ts'
import css from './second-factor.module.css'

/** Runs an answer, one at a time, and turns its failure into a sentence. */
export function useAnswer<Reply = Session>(onAnswered: (reply: Reply) => void) {
  const [running, setRunning] = useState(false)
  const [problem, setProblem] = useState<string>()
  const answer = async (work: () => Promise<Reply>) => {
    if (running) return
    setRunning(true)
    setProblem(undefined)
    try {
      onAnswered(await work())
    } catch (error) {
      setProblem(sentenceOf(error))
      setRunning(false)
    }
  }
  return { running, problem, answer }
}

export function sentenceOf(error: unknown): string {
  if (error instanceof PasskeyProblem) return error.message
  if (!(error instanceof ApiError)) return errorSentence(error)
  return (
    error.fields.code?.join(' ') ??
    Object.values(error.fields)[0]?.join(' ') ??
    (error.status === 429 ? error.message : errorSentence(error))
  )
}

interface CodeFormProps<Reply> {
  lead?: ReactNode
  /** The answer to sending the code; one with the code itself comes first. */
  sendingProblem: string | null
  verify: (code: string) => Promise<Reply>
  onVerified: (reply: Reply) => void
  /** Below the button. */
  children?: ReactNode
}

export function CodeForm<Reply>({ lead, sendingProblem, verify, onVerified, children }: CodeFormProps<Reply>) {
  const [code, setCode] = useState('')
  const { running, problem, answer } = useAnswer(onVerified)
  return (
    <form
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void answer(() => verify(code))
      }}
    >
      {lead ? <p className={css.lead}>{lead}</p> : null}
      <CodeField
        label="Six-digit code"
        value={code}
        error={problem ?? sendingProblem ?? undefined}
        disabled={running}
        onChange={setCode}
        onComplete={(complete) => void answer(() => verify(complete))}
      />
      <Button type="submit" fullWidth loading={running} disabled={code.length < 6}>
        Confirm
      </Button>
      {children}
    </form>
  )
}

export const Problem = ({ words }: { words: string }) => (
  <p role="alert" className={css.problem}>
    {words}
  </p>
)
