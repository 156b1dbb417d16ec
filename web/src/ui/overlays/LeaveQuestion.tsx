/** Asks before a page is left whose work would be lost, by links, by Back and by closing the tab. */
import { useBlocker } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ConfirmModal } from './Modal.tsx'

interface LeaveQuestionProps {
  /** Whether the way from one address to another is stopped. */
  blocks: (from: string, to: string) => boolean | Promise<boolean>
  /** Whether closing the tab is. */
  blocksClosing: () => boolean
  title?: string
  confirmLabel?: string
  children: ReactNode
}

export function LeaveQuestion({
  blocks,
  blocksClosing,
  title = 'Leave without saving?',
  confirmLabel = 'Leave and discard it',
  children,
}: LeaveQuestionProps) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => blocks(current.pathname, next.pathname),
    enableBeforeUnload: blocksClosing,
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  return (
    <ConfirmModal title={title} confirmLabel={confirmLabel} danger onConfirm={() => blocker.proceed()} onCancel={() => blocker.reset()}>
      <p>{children}</p>
    </ConfirmModal>
  )
}
