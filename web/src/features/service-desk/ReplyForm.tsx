/** A reply to the other side, or for staff an internal note; the team says what happens to the request with it. */
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { type Conversation, getServiceRequest, REQUEST_TEXT_MOST, replyToServiceRequest } from '@corridor/contract/service-desk.ts'
import { isStaff } from '@corridor/domain/access/access.ts'
import { firstNamed } from '@corridor/domain/primitives/counted.ts'
import { type RequestStatus, STATUS_WORDS, statusAfterReply } from '@corridor/domain/service-requests/statuses.ts'
import { useState } from 'react'
import { useSession } from '../../kernel/session.ts'
import { useAction } from '../../kernel/use-action.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { Checkbox, SelectField, TextArea } from '../../ui/fields/Field.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { AFTER_CHANGE } from './request-words.tsx'
import css from './service-desk.module.css'
import { UNFINISHED, useFiles } from './use-files.tsx'

export function ReplyForm({ conversation: { request, side, moves, uninvited } }: { conversation: Conversation }) {
  const staff = isStaff(useSession().userRole)
  const [text, setText] = useState('')
  const [note, setNote] = useState(false)
  const byItself = statusAfterReply(side, request.status)
  const [chosen, setChosen] = useState<RequestStatus | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  const files = useFiles(staff ? request.id : null)
  const reply = useAction(replyToServiceRequest, {
    invalidates: [getServiceRequest, ...AFTER_CHANGE],
    success: (told) => (note ? 'The note is saved.' : sentWords(told)),
  })
  const statuses = [...new Set([byItself, request.status, ...moves])]
  const status = chosen !== null && statuses.includes(chosen) ? chosen : byItself
  const send = async () => {
    const problem = text.trim() === '' ? 'Enter your message.' : files.unfinished ? UNFINISHED : null
    setRefused(problem)
    if (problem) return
    const outcome = await reply.run({
      id: request.id,
      text: text.trim(),
      note,
      files: files.ids,
      ...(side === 'team' && !note && status !== request.status ? { status } : {}),
    })
    if (!outcome.ok) return
    setText('')
    setNote(false)
    setChosen(null)
    files.clear()
  }
  return (
    <Panel
      title={note ? 'Internal note' : 'Reply'}
      note={note ? 'For staff alone; nobody is notified.' : 'Do not include passwords or Social Security numbers.'}
    >
      <form
        className={css.reply}
        onSubmit={(event) => {
          event.preventDefault()
          if (!reply.running) void send()
        }}
      >
        {staff ? <Checkbox label="Internal note, which the institution never sees" checked={note} onChange={setNote} /> : null}
        <TextArea
          label={note ? 'Note' : 'Message'}
          value={text}
          onChange={setText}
          rows={5}
          maxLength={REQUEST_TEXT_MOST}
          {...(refused ? { error: refused } : {})}
        />
        {request.status === 'DONE' && side === 'bank' ? <p className={css.hint}>A reply reopens this request.</p> : null}
        {files.control}
        {side === 'team' && !note ? (
          <SelectField
            label="Status after this message"
            value={status}
            options={statuses.map((value) => ({ value, label: STATUS_WORDS.team[value] }))}
            onChange={setChosen}
          />
        ) : null}
        {note || uninvited.length === 0 ? null : <p className={css.hint}>{`${notInvited(uninvited)}, and so without an email.`}</p>}
        <div>
          <Button type="submit" loading={reply.running}>
            {note ? 'Save note' : 'Send reply'}
          </Button>
        </div>
      </form>
    </Panel>
  )
}

/** Whom the mails really go to. */
function sentWords({ mailed, uninvited }: ReplyOf<typeof replyToServiceRequest>): string {
  const without = uninvited.length === 0 ? null : notInvited(uninvited)
  if (mailed.length > 0) return `Sent. ${are(mailed)} notified by email.${without === null ? '' : ` ${without}, and so without an email.`}`
  return `Sent. Nobody gets an email${without === null ? ' at once: they see it in the portal' : `: ${without}`}.`
}
const NAMED = 3
const are = (names: readonly string[]) => `${firstNamed(names, NAMED)} ${names.length === 1 ? 'is' : 'are'}`
const notInvited = (names: readonly string[]) => `${are(names)} not invited yet`
