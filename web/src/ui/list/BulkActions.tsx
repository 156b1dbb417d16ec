/** Delete, restore, deactivate, reactivate the chosen rows of a generic resource, here or all that match: asks with the number, does it, offers Undo. */

import type { Endpoint } from '@corridor/contract/kernel/endpoint.ts'
import type { bulkReply } from '@corridor/contract/kernel/resource.ts'
import { formatCount } from '@corridor/domain/primitives/money.ts'
import { type ReactNode, useState } from 'react'
import type { z } from 'zod'
import { toast } from '../../kernel/toasts.ts'
import { useAction } from '../../kernel/use-action.ts'
import { Button } from '../fields/Button.tsx'
import { ConfirmModal } from '../overlays/Modal.tsx'
import type { Chosen } from './use-list.ts'

type Verb = 'delete' | 'deactivate' | 'reactivate' | 'restore'
type BulkReply = z.output<typeof bulkReply>

interface BulkActionsProps {
  resource: {
    words: readonly [string, string]
    endpoints: Record<'list' | 'get' | 'restore', Endpoint> & { bulk: Endpoint<z.ZodType, typeof bulkReply> }
  }
  /** Rows by their key, which of some resources is a code. */
  chosen: Omit<Chosen, 'selection'> & { selection: { ids: (number | string)[] } | Extract<Chosen['selection'], { matching: unknown }> }
  /** Each action offered, with what the person should know before: "They can no longer sign in." */
  actions: Partial<Record<Verb, ReactNode>>
  /** True: they stand on the page of that one record, and are named for it. */
  isRecord?: boolean
  onDone: () => void
}

const WORDS: Readonly<Record<Verb, { button: string; done: string; danger: boolean }>> = {
  deactivate: { button: 'Deactivate', done: 'deactivated', danger: true },
  reactivate: { button: 'Reactivate', done: 'reactivated', danger: false },
  delete: { button: 'Delete', done: 'deleted', danger: true },
  restore: { button: 'Restore', done: 'restored', danger: false },
}
const ORDER: readonly Verb[] = ['deactivate', 'reactivate', 'restore', 'delete']
/** The action that takes it back. */
const OPPOSITE = { deactivate: 'reactivate', reactivate: 'deactivate', restore: 'delete' } as const

export function BulkActions({ resource, chosen, actions, isRecord = false, onDone }: BulkActionsProps) {
  const [asking, setAsking] = useState<Verb | null>(null)
  const { list, get, bulk, restore } = resource.endpoints
  const outdated = { invalidates: [list, get] }
  const change = useAction(bulk, outdated)
  const undelete = useAction(restore, { ...outdated, success: 'Restored.' })
  const [one, many] = resource.words
  const counted = (count: number) => `${formatCount(count)} ${count === 1 ? one : many}`

  const undo = async (verb: Verb, ids: BulkReply['done']) => {
    if (verb === 'delete') return void (await undelete.run({ ids }))
    const back = await change.run({ action: OPPOSITE[verb], ids })
    if (back.ok) toast.success('Undone.')
  }
  const run = async (verb: Verb) => {
    const outcome = await change.run({ action: verb, ...chosen.selection })
    setAsking(null)
    if (!outcome.ok) return
    const { done, deactivated, refused, unchanged } = outcome.value
    onDone()
    if (refused.length > 0) toast.error(`${counted(refused.length)} left unchanged. ${reasons(refused)}`)
    const rest = [
      deactivated.length > 0 ? `${counted(deactivated.length)} deactivated, because records refer to them` : '',
      unchanged > 0 ? `${counted(unchanged)} already in that status` : '',
    ].filter(Boolean)
    if (done.length === 0) {
      toast.info([`Nothing was ${WORDS[verb].done}.`, ...rest].join(' '))
      return
    }
    const message = verb === 'delete' ? 'Deleted!' : `${counted(done.length)} ${WORDS[verb].done}.`
    toast.success([message, ...rest].join(' '), { label: 'Undo', run: () => void undo(verb, done) })
  }

  return (
    <>
      {ORDER.filter((verb) => actions[verb] !== undefined).map((verb) => (
        <Button key={verb} size="xs" variant="default" onClick={() => setAsking(verb)}>
          {isRecord ? `${WORDS[verb].button} ${one}` : verb === 'delete' ? 'Delete selected' : WORDS[verb].button}
        </Button>
      ))}
      {asking ? (
        <ConfirmModal
          title={`${WORDS[asking].button} ${isRecord ? `this ${one}` : counted(chosen.count)}?`}
          confirmLabel={`${WORDS[asking].button} ${isRecord ? one : counted(chosen.count)}`}
          danger={WORDS[asking].danger}
          running={change.running}
          onConfirm={() => void run(asking)}
          onCancel={() => setAsking(null)}
        >
          {chosen.all ? <p>These are all that match, on every page of the list.</p> : null}
          <div>{actions[asking]}</div>
        </ConfirmModal>
      ) : null}
    </>
  )
}

const NAMED = 5
/** Whom a rule protected and why; the tray keeps the toast. */
const reasons = (refused: BulkReply['refused']): string =>
  [
    ...refused.slice(0, NAMED).map(({ name, message }) => `${name}: ${message}`),
    ...(refused.length > NAMED ? [`And ${refused.length - NAMED} more.`] : []),
  ].join(' ')
