/** One line of the file as received, with the cell that a finding speaks of marked; staff correct its cells here, with a reason. */
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

export function LineDialog({ file, line, finding, onClose }: LineDialogProps) {
  const query = useEndpoint(getFileLine, { id: file.id, line })
  const mayCorrect = useCan(correctCells.access) && isOpen(file) && finding?.ruleCode !== 'RAGGED'
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
  const isMarked = ({ header }: Cell) => header === finding?.columnName
  const isCorrecting = (cell: Cell) => mayCorrect && cell.correctable && (isMarked(cell) || edits.has(cell.header))
  const currentOf = ({ header, received }: Cell) =>
    query.data?.corrections.find((corrected) => corrected.header === header)?.value ?? received ?? ''
  const typedIn = (cell: Cell) => edits.get(cell.header) ?? correctedText(currentOf(cell))
  /** A proposed date is sent as it was proposed, whatever order the column's dates are read in. */
  const meantIn = (cell: Cell) => {
    const typed = typedIn(cell)
    return query.data?.likely.find(({ header, value }) => header === cell.header && correctedText(value) === typed.trim())?.value ?? typed
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
  // The cell that the line was opened for stands first, with all that its correction takes: a line may have forty.
  const first = cells
    .filter((cell) => isMarked(cell) || isCorrecting(cell))
    .sort((one, other) => Number(isMarked(other)) - Number(isMarked(one)))
  const rest = cells.filter((cell) => !first.includes(cell))
  const drawn = (cell: Cell, data: Line) => (
    <LineCell
      key={cell.header}
      cell={cell}
      current={currentOf(cell)}
      isMarked={isMarked(cell)}
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
            ref={takeFocus}
          />
          {data.likely
            .filter(({ header }) => header === cell.header)
            .map((one) => (
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
            {finding ? (
              <p className={css.told}>
                <strong>{finding.ruleTitle}.</strong> {finding.message}
              </p>
            ) : null}
            <p className={css.policy}>
              {data.policyNumber === null ? 'No policy number was read' : `Policy ${data.policyNumber}`}
              {data.institutionName === null ? '' : `, ${data.institutionName}`}
              {seesPersonal && cells.some(({ header, field }) => isPersonal(header, field))
                ? '. Your look at this person’s data is recorded in the activity report.'
                : ''}
            </p>
            {first.length > 0 ? <dl className={css.cells}>{first.map((cell) => drawn(cell, data))}</dl> : null}
            {correcting.length > 0 ? (
              <div className={css.reason}>
                <TextArea
                  label="Why?"
                  hint={reasonHint(reason, 'The line as received is kept. Your correction and its reason stay beside the value for good.')}
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
            <dl className={css.cells}>{rest.map((cell) => drawn(cell, data))}</dl>
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
  onCorrect: (() => void) | undefined
  children: ReactNode
}

function LineCell({ cell: { header, received, field }, current, isMarked, onCorrect, children }: LineCellProps) {
  return (
    <div data-marked={isMarked || undefined} data-wide={children !== null || undefined}>
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
        {children}
      </dd>
    </div>
  )
}

const takeFocus = (input: HTMLInputElement | null) => input?.focus()
const capital = (words: string) => `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`
