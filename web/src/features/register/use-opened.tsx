/** Parts that the lists of the register share: which record stands open above them, the button for a new one, and how their calls are asked. */
import type { Endpoint } from '@corridor/contract/kernel/endpoint.ts'
import { type ReactNode, useState } from 'react'
import { useCan } from '../../kernel/session.ts'
import { Button } from '../../ui/fields/Button.tsx'

interface Opened<Row> {
  open: Row | 'new' | null
  setOpen: (row: Row) => void
  close: () => void
  mayChange: boolean
  /** "New plan", while none is open, for who may enter one. */
  action: ReactNode
}

/** @param newLabel of the button */
export function useOpened<Row = never>({ access }: Pick<Endpoint, 'access'>, newLabel: string): Opened<Row> {
  const [open, setOpen] = useState<Row | 'new' | null>(null)
  const mayChange = useCan(access)
  const action = mayChange && open === null ? <Button onClick={() => setOpen('new')}>{newLabel}</Button> : null
  return { open, setOpen, close: () => setOpen(null), mayChange, action }
}

/** The head of a list's card: its month, and the button for a new record. */
export const InHead = ({ month, children }: { month: ReactNode; children: ReactNode }) =>
  month || children ? (
    <>
      {month}
      {children}
    </>
  ) : null

/** Properties of every list of the register: institution, month, and the place where its columns are remembered. */
export const ofRegister = (institutionId: number, period?: string) => ({
  idOf: ({ id }: { id: number }) => id,
  input: { id: institutionId, ...(period ? { period } : {}) },
  variant: 'register',
})
