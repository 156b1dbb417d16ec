/** One line of the file as received, with its open findings and the cells that they speak of marked; staff correct its cells here, with a reason. */
import { type FileFinding, getFile, listFiles, listFindings, listRows } from '@corridor/contract/data-feeds.ts'
import { listMappingProposals } from '@corridor/contract/feed-columns.ts'
import { correctCells, getFileLine } from '@corridor/contract/feed-lines.ts'
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { FEED_FIELDS } from '@corridor/domain/data-feeds/columns.ts'
import { isPersonal } from '@corridor/domain/data-feeds/headers.ts'
import { type ReactNode, useState } from 'react'
import { useCan } from '../../kernel/session.ts'
import { useAction } from '../../kernel/use-action.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { CorrectedCells, correctedText } from '../../shared/CorrectedCells.tsx'
import { lineOfFile } from '../../shared/line-of-file.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { TextArea, TextField } from '../../ui/fields/Field.tsx'
import { Modal } from '../../ui/overlays/Modal.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import css from './LineDialog.module.css'
import { isReason, reasonHint } from './reason.ts'
import type { FileReply } from './statuses.ts'
import { isOpen, PERSONAL } from './statuses.ts'

interface LineDialogProps {
  file: FileReply
  line: number
  /** The finding that the line was opened from. */
  finding?: FileFinding
  onClose: () => void
}
type Line = ReplyOf<typeof getFileLine>
type Cell = Line['cells'][number]
type Told = Line['findings'][number]

export function LineDialog({ file, line, finding, onClose }: LineDialogProps) {
  const query = useEndpoint(getFileLine, { id: file.id, line })
  // A finding that is settled by now is told all the same: the line was opened from it.
  const open = query.data?.findings ?? []
  const told: Told[] = finding && !open.some(({ id }) => id === finding.id) ? [finding, ...open] : open
  const mayCorrect = useCan(correctCells.access) && isOpen(file) && !told.some(({ ruleCode }) => ruleCode === 'RAGGED')
  const seesPersonal = useCan(PERSONAL)
  /** Cells whose correction somebody began, beside the one that the line was opened for. */
  const [edits, setEdits] = useState<ReadonlyMap<string, string>>(new Map())
  const [reason, setReason] = useState('')
  const save = useAction(correctCells, {
    invalidates: [getFile, listFindings, listRows, listFiles, getFileLine, listMappingProposals],
    success: 'Corrected. The file was checked again.',
    quiet: true,
  })
  const cells = query.data?.cells ?? []
  const isMarked = ({ header }: Cell) => told.some(({ columnName }) => columnName === header)
  const followingOf = ({ header }: Cell) => query.data?.following.find((one) => one.header === header)
  const likelyOf = ({ header }: Cell) => query.data?.likely.filter((one) => one.header === header) ?? []
  const isOffered = query.data !== undefined && query.data.likely.length > 0
  /** A cell that foots once another is corrected is left as it is, unless somebody wants to edit it. */
  const isAsked = (cell: Cell) => cell.header === finding?.columnName && !(isOffered && followingOf(cell))
  const isCorrecting = (cell: Cell) =>
    mayCorrect && cell.correctable && (likelyOf(cell).length > 0 || isAsked(cell) || edits.has(cell.header))
  const currentOf = ({ header, received }: Cell) =>
    query.data?.corrections.find((corrected) => corrected.header === header)?.value ?? received ?? ''
  const typedIn = (cell: Cell) => edits.get(cell.header) ?? correctedText(currentOf(cell))
  /** A proposed date is sent as it was proposed, whatever order the column's dates are read in. */
  const meantIn = (cell: Cell) => {
    const typed = typedIn(cell)
    return likelyOf(cell).find(({ value }) => correctedText(value) === typed.trim())?.value ?? typed
  }
  const change = (cell: Cell, text: string) => setEdits(new Map([...edits, [cell.header, text]]))
  const correcting = cells.filter(isCorrecting)
  const changed = correcting.filter((cell) => typedIn(cell).trim() !== correctedText(currentOf(cell)))
  const run = async () => {
    const outcome = await save.run({
      id: file.id,
      line,
      cells: changed.map((cell) => ({ header: cell.header, value: meantIn(cell) })),
      reason: reason.trim(),
      updatedAt: file.updatedAt,
    })
    if (outcome.ok) onClose()
  }
  const errors = save.error?.fields ?? {}
  // The cell that likely is wrong stands first, then the one that the line was opened for, with all that its correction takes: a line may have forty.
  const places = [query.data?.likely[0]?.header, finding?.columnName]
  const placeOf = ({ header }: Cell) => (places.includes(header) ? places.indexOf(header) : places.length)
  const first = cells.filter((cell) => isMarked(cell) || isCorrecting(cell)).sort((one, other) => placeOf(one) - placeOf(other))
  const rest = cells.filter((cell) => !first.includes(cell))
  const drawn = (cell: Cell) => (
    <LineCell
      key={cell.header}
      cell={cell}
      current={currentOf(cell)}
      isMarked={isMarked(cell)}
      following={followingOf(cell)?.reason}
      onCorrect={mayCorrect && cell.correctable && !isCorrecting(cell) ? () => change(cell, correctedText(currentOf(cell))) : undefined}
    >
      {isCorrecting(cell) ? (
        <div className={css.correction}>
          <TextField
            label={`${cell.header}, corrected`}
            value={typedIn(cell)}
            error={errors[`cells.${cell.header}`]}
            onChange={(text) => change(cell, text)}
            // Its line comes after the dialog has opened, and a press on Edit was on a button that is gone.
            ref={cell === first[0] || edits.has(cell.header) ? takeFocus : undefined}
          />
          {likelyOf(cell).map((one) => (
            <p key={one.value}>
              <Button size="xs" variant="default" onClick={() => change(cell, correctedText(one.value))}>
                Use {correctedText(one.value)}
              </Button>
              <span>{one.reason}</span>
            </p>
          ))}
          {currentOf(cell) === (cell.received ?? '') ? null : (
            <p>
              <Button size="xs" variant="subtle" onClick={() => change(cell, cell.received ?? '')}>
                Back to what was received
              </Button>
            </p>
          )}
        </div>
      ) : null}
    </LineCell>
  )
  return (
    <Modal
      title={query.data ? `${capital(lineOfFile(query.data))} as received` : 'Line as received'}
      width={760}
      onClose={onClose}
      footer={
        correcting.length > 0 ? (
          <>
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button loading={save.running} disabled={changed.length === 0 || !isReason(reason)} onClick={() => void run()}>
              Save and check again
            </Button>
          </>
        ) : undefined
      }
    >
      <Loaded query={query}>
        {(data) => (
          <>
            {told.length > 0 ? (
              <ul className={css.told} aria-label="Findings of the line">
                {told.map(({ id, columnName, ruleTitle, message }) => (
                  <li key={id}>
                    <strong>
                      {columnName === null ? null : `${columnName}: `}
                      {ruleTitle}.
                    </strong>{' '}
                    {message}
                  </li>
                ))}
              </ul>
            ) : null}
            <p className={css.policy}>
              {data.policyNumber === null ? 'No policy number was read' : `Policy ${data.policyNumber}`}
              {data.institutionName === null ? '' : `, ${data.institutionName}`}
              {seesPersonal && cells.some(({ header, field }) => isPersonal(header, field))
                ? '. The activity report records that you viewed this person’s data.'
                : ''}
            </p>
            {first.length > 0 ? <dl className={css.cells}>{first.map((cell) => drawn(cell))}</dl> : null}
            {correcting.length > 0 ? (
              <div className={css.reason}>
                <TextArea
                  label="Why?"
                  hint={reasonHint(
                    reason,
                    'The line as received is kept. Your correction and its reason stay beside the value for good, and the institution’s Asset Report prints them.',
                  )}
                  required
                  rows={2}
                  value={reason}
                  onChange={setReason}
                  error={
                    errors.reason?.join(' ') ??
                    errors.cells?.join(' ') ??
                    (Object.keys(errors).length === 0 ? save.error?.message : undefined)
                  }
                />
              </div>
            ) : null}
            {first.length > 0 && rest.length > 0 ? <h3 className={css.rest}>Rest of the line</h3> : null}
            <dl className={css.cells}>{rest.map((cell) => drawn(cell))}</dl>
            <CorrectedCells corrections={data.corrections} />
          </>
        )}
      </Loaded>
    </Modal>
  )
}

interface LineCellProps {
  cell: Cell
  /** As corrected, else as received. */
  current: string
  isMarked: boolean
  /** Why no value is offered for it. */
  following: string | undefined
  onCorrect: (() => void) | undefined
  children: ReactNode
}

function LineCell({ cell: { header, received, field }, current, isMarked, following, onCorrect, children }: LineCellProps) {
  return (
    <div data-marked={isMarked || undefined} data-wide={children !== null || following !== undefined || undefined}>
      <dt>
        {header}
        {field === null ? ' (not used)' : header === FEED_FIELDS[field].label ? '' : ` (${FEED_FIELDS[field].label})`}
      </dt>
      <dd>
        <span>{received ?? '-'}</span>
        {current === (received ?? '') ? null : <strong>corrected: {correctedText(current) || 'empty'}</strong>}
        {isMarked ? <span className={css.mark}>Finding</span> : null}
        {onCorrect ? (
          <button type="button" className={css.textButton} aria-label={`Edit ${header}`} onClick={onCorrect}>
            Edit
          </button>
        ) : null}
        {following === undefined ? null : <span className={css.following}>{following}</span>}
        {children}
      </dd>
    </div>
  )
}

const takeFocus = (input: HTMLInputElement | null) => input?.focus()
const capital = (words: string) => `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`
