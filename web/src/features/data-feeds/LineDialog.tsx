/** One line of the file as received, with the cell that a finding speaks of marked; staff correct its cells here, with a reason. */
import { type FileFinding, getFile, listFiles, listFindings, listRows } from '@corridor/contract/data-feeds.ts'
import { listMappingProposals } from '@corridor/contract/feed-columns.ts'
import { correctCells, getFileLine } from '@corridor/contract/feed-lines.ts'
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { FEED_FIELDS } from '@corridor/domain/data-feeds/columns.ts'
import { useState } from 'react'
import { useCan } from '../../kernel/session.ts'
import { useAction } from '../../kernel/use-action.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { CorrectedCells } from '../../shared/CorrectedCells.tsx'
import { lineOfFile } from '../../shared/line-of-file.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { TextArea, TextField } from '../../ui/fields/Field.tsx'
import { Modal } from '../../ui/overlays/Modal.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import css from './LineDialog.module.css'
import type { FileReply } from './statuses.ts'
import { isOpen } from './statuses.ts'

interface LineDialogProps {
  file: FileReply
  line: number
  /** The finding that the line was opened from. */
  finding?: FileFinding
  onClose: () => void
}
type Line = ReplyOf<typeof getFileLine>

const SHORTEST_REASON = 5

export function LineDialog({ file, line, finding, onClose }: LineDialogProps) {
  const query = useEndpoint(getFileLine, { id: file.id, line })
  return (
    <Modal title={query.data ? `${capital(lineOfFile(query.data))} as received` : 'Line as received'} width={760} onClose={onClose}>
      <Loaded query={query}>{(data) => <LineForm file={file} data={data} finding={finding} onClose={onClose} />}</Loaded>
    </Modal>
  )
}

function LineForm({
  file,
  data,
  finding,
  onClose,
}: {
  file: FileReply
  data: Line
  finding: FileFinding | undefined
  onClose: () => void
}) {
  const mayCorrect = useCan(correctCells.access) && isOpen(file) && finding?.ruleCode !== 'RAGGED'
  const currentOf = (header: string) =>
    data.corrections.find((cell) => cell.header === header)?.value ?? data.cells.find((cell) => cell.header === header)?.received ?? ''
  const marked = new Set(finding?.columnName === null || finding?.columnName === undefined ? [] : [finding.columnName])
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(
      data.cells.flatMap(({ header, correctable }) =>
        mayCorrect && correctable && marked.has(header) ? [[header, currentOf(header)]] : [],
      ),
    ),
  )
  const [reason, setReason] = useState('')
  const save = useAction(correctCells, {
    invalidates: [getFile, listFindings, listRows, listFiles, getFileLine, listMappingProposals],
    success: 'Corrected. The file was checked again.',
    quiet: true,
  })
  const changed = Object.entries(typed).filter(([header, value]) => value.trim() !== currentOf(header))
  const run = async () => {
    const outcome = await save.run({
      id: file.id,
      line: data.line,
      cells: changed.map(([header, value]) => ({ header, value })),
      reason: reason.trim(),
      updatedAt: file.updatedAt,
    })
    if (outcome.ok) onClose()
  }
  const errors = save.error?.fields ?? {}
  // The cell that the line was opened for stands first: a line may have forty.
  const cells = [...data.cells.filter(({ header }) => marked.has(header)), ...data.cells.filter(({ header }) => !marked.has(header))]
  return (
    <>
      {finding ? (
        <p className={css.told}>
          <strong>{finding.ruleTitle}.</strong> {finding.message}
        </p>
      ) : null}
      <p className={css.policy}>
        {data.policyNumber === null ? 'No policy number was read' : `Policy ${data.policyNumber}`}
        {data.institutionName === null ? '' : `, ${data.institutionName}`}
      </p>
      <dl className={css.cells}>
        {cells.map(({ header, received, field, correctable }) => {
          const likely = data.likely.filter((one) => one.header === header)
          const value = typed[header]
          return (
            <div key={header} data-marked={marked.has(header) || undefined} data-wide={value !== undefined || undefined}>
              <dt>
                {header}
                {field === null ? ' (not used)' : header === FEED_FIELDS[field].label ? '' : ` (${FEED_FIELDS[field].label})`}
              </dt>
              <dd>
                <span>{received ?? '-'}</span>
                {currentOf(header) === (received ?? '') ? null : <strong>corrected: {currentOf(header) || 'empty'}</strong>}
                {marked.has(header) ? <span className={css.mark}>Finding</span> : null}
                {mayCorrect && correctable && value === undefined ? (
                  <button
                    type="button"
                    className={css.textButton}
                    aria-label={`Correct ${header}`}
                    onClick={() => setTyped({ ...typed, [header]: currentOf(header) })}
                  >
                    Correct
                  </button>
                ) : null}
                {value === undefined ? null : (
                  <div className={css.correction}>
                    <TextField
                      label={`${header}, corrected`}
                      value={value}
                      error={errors[`cells.${header}`]}
                      onChange={(text) => setTyped({ ...typed, [header]: text })}
                    />
                    {likely.map((one) => (
                      <p key={one.value}>
                        <Button size="xs" variant="default" onClick={() => setTyped({ ...typed, [header]: one.value })}>
                          Use {one.value}
                        </Button>
                        <span>{one.reason}</span>
                      </p>
                    ))}
                    {currentOf(header) === (received ?? '') ? null : (
                      <p>
                        <Button size="xs" variant="subtle" onClick={() => setTyped({ ...typed, [header]: received ?? '' })}>
                          Back to what was received
                        </Button>
                      </p>
                    )}
                  </div>
                )}
              </dd>
            </div>
          )
        })}
      </dl>
      <CorrectedCells corrections={data.corrections} />
      {Object.keys(typed).length > 0 ? (
        <>
          <TextArea
            label="Why?"
            hint="The line as received is kept. Your correction and its reason stay beside the value for good."
            required
            value={reason}
            onChange={setReason}
            error={
              errors.reason?.join(' ') ?? errors.cells?.join(' ') ?? (Object.keys(errors).length === 0 ? save.error?.message : undefined)
            }
          />
          <div className={css.actions}>
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button
              loading={save.running}
              disabled={changed.length === 0 || reason.trim().length < SHORTEST_REASON}
              onClick={() => void run()}
            >
              Save and check again
            </Button>
          </div>
        </>
      ) : null}
    </>
  )
}

const capital = (words: string) => `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`
