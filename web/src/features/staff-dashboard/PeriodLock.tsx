/** Whether the month is locked, since when, by whom and why, or closed by the lock of a later one; managers lock it when it is done, or with a reason, and unlock it with one. */
import { listSignOffs } from '@corridor/contract/audit-sign-offs.ts'
import { closeBoard } from '@corridor/contract/charts.ts'
import { listPeriodLocks, lockPeriod, unlockPeriod } from '@corridor/contract/period-locks.ts'
import { formatMonth, type PlainDate, plainDate } from '@corridor/domain/primitives/period.ts'
import { IconLock, IconLockOpen } from '@tabler/icons-react'
import { useState } from 'react'
import { useCan } from '../../kernel/session.ts'
import { useAction } from '../../kernel/use-action.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { signOffsText, unsignedAudits, useSignOffs } from '../../reporting/SignOffs.tsx'
import { Button } from '../../ui/fields/Button.tsx'
import { TextArea } from '../../ui/fields/Field.tsx'
import { formatMoment } from '../../ui/formats.ts'
import { ConfirmModal } from '../../ui/overlays/Modal.tsx'
import { BlockSkeleton } from '../../ui/states/Skeletons.tsx'
import type { Board } from './close-statuses.ts'
import { outstandingLines } from './outstanding-lines.ts'
import css from './StaffDashboardPage.module.css'

const CHANGED = { invalidates: [listPeriodLocks, closeBoard] }

export function LockedSince({ period }: { period: PlainDate }) {
  const locks = useEndpoint(listPeriodLocks, {}).data?.records ?? []
  const lock = locks.find((each) => each.period === period)
  const later = locks.filter((each) => each.period > period).at(-1)
  if (!lock)
    return later ? (
      <span className={css.locked}>
        <IconLock size={14} aria-hidden /> Closed by the lock of {formatMonth(plainDate(later.period))}
      </span>
    ) : null
  return (
    <span className={css.locked}>
      <IconLock size={14} aria-hidden /> Locked {formatMoment(lock.lockedAt)}
      {lock.lockedBy ? ` by ${lock.lockedBy}` : ''}
      {lock.reason ? `: ${lock.reason}` : ''}
    </span>
  )
}

export function PeriodLock({ board }: { board: Board }) {
  const period = plainDate(board.period)
  const mayLock = useCan(lockPeriod.access)
  const locks = useEndpoint(listPeriodLocks, {}, { enabled: mayLock })
  const [asking, setAsking] = useState(false)
  if (!mayLock || !locks.data) return null
  const locked = locks.data.records.some((each) => each.period === period)
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {locked ? <IconLockOpen size={17} aria-hidden /> : <IconLock size={17} aria-hidden />}
        {locked ? 'Unlock' : 'Lock'}
      </Button>
      {asking ? (
        locked ? (
          <Unlock period={period} onEnd={() => setAsking(false)} />
        ) : (
          <Lock board={board} period={period} onEnd={() => setAsking(false)} />
        )
      ) : null}
    </>
  )
}

interface AskProps {
  period: PlainDate
  onEnd: () => void
}

function Lock({ board, period, onEnd }: AskProps & { board: Board }) {
  const [reason, setReason] = useState('')
  const lock = useAction(lockPeriod, { ...CHANGED, success: `${formatMonth(period)} is locked.` })
  const mayRead = useCan(listSignOffs.access)
  const signOffs = useSignOffs(period, { enabled: mayRead })
  const unsigned = signOffs.data ? unsignedAudits(signOffs.data.records).length : 0
  const lines = [...outstandingLines(board), ...(unsigned > 0 ? [signOffsText(period, unsigned)] : [])]
  const refusal = lock.error?.fields.reason
  // The server knows of what was left open since the board was read.
  const asksWhy = lines.length > 0 || refusal !== undefined
  const run = async () => {
    if ((await lock.run({ period, ...(asksWhy ? { reason: reason.trim() } : {}) })).ok) onEnd()
  }
  return (
    <ConfirmModal
      title={`Lock ${formatMonth(period)}?`}
      confirmLabel="Lock"
      running={lock.running}
      ready={!asksWhy || reason.trim().length >= 5}
      missing="Enter a reason to lock the month with items outstanding."
      onConfirm={() => void run()}
      onCancel={onEnd}
    >
      <p>
        Files can no longer be posted to it or to an earlier month, and no value, transaction, status or term can be dated in or before it.
        Reports can still be made and released. A manager can unlock it with a reason.
      </p>
      {mayRead && !signOffs.data && !signOffs.isError ? <BlockSkeleton height={40} /> : <Outstanding lines={lines} />}
      {asksWhy ? (
        <TextArea
          label="Reason for locking with items outstanding"
          hint="Kept in the activity log and shown with the lock."
          required
          value={reason}
          onChange={setReason}
          error={refusal}
        />
      ) : null}
    </ConfirmModal>
  )
}

function Outstanding({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0)
    return (
      <p>
        Nothing is outstanding: every carrier’s file is posted, every institution’s report is released, no exception is open, and every
        audit is signed off.
      </p>
    )
  return (
    <>
      <p>{lines.length === 1 ? 'Still outstanding:' : `${lines.length} things are outstanding:`}</p>
      <ul className={css.outstanding} tabIndex={0} aria-label="Outstanding">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  )
}

function Unlock({ period, onEnd }: AskProps) {
  const [reason, setReason] = useState('')
  const unlock = useAction(unlockPeriod, { ...CHANGED, success: `${formatMonth(period)} is open again.` })
  const run = async () => {
    if ((await unlock.run({ period, reason: reason.trim() })).ok) onEnd()
  }
  return (
    <ConfirmModal
      title={`Unlock ${formatMonth(period)}?`}
      confirmLabel="Unlock"
      danger
      running={unlock.running}
      ready={reason.trim().length >= 5}
      onConfirm={() => void run()}
      onCancel={onEnd}
    >
      <p>Its values and register entries can be changed again. The activity log records who unlocked it, and why.</p>
      <TextArea label="Why?" required value={reason} onChange={setReason} error={unlock.error?.fields.reason} />
    </ConfirmModal>
  )
}
