/** How one figure comes about: formula in words and with its numbers, what it sums, where it is laid down; and the way further, down to the carrier's line. */

import type { FigureAddress } from '@corridor/domain/reports/explanation/address.ts'
import type { Explanation, ExplanationLine } from '@corridor/domain/reports/explanation/explanation.ts'
import { formatFigure } from '@corridor/domain/reports/table.ts'
import { useEffect, useState } from 'react'
import { Button } from '../fields/Button.tsx'
import { Modal } from '../overlays/Modal.tsx'
import { EmptyState } from '../states/EmptyState.tsx'
import { PageSkeleton } from '../states/Skeletons.tsx'
import css from './ExplanationDialog.module.css'
import type { Explainer } from './explainer.ts'

interface ExplanationDialogProps {
  first: FigureAddress
  load: () => Promise<Explainer>
  trace: ((policyId: number) => void) | undefined
  onClose: () => void
}

export function ExplanationDialog({ first, load, trace, onClose }: ExplanationDialogProps) {
  const [explainer, setExplainer] = useState<{ explain: Explainer } | null>(null)
  // The figures that were opened one out of the other, the last in sight.
  const [way, setWay] = useState<readonly (FigureAddress | Explanation)[]>([first])
  useEffect(() => {
    let left = false
    void load().then((explain) => {
      if (!left) setExplainer({ explain })
    })
    return () => {
      left = true
    }
  }, [load])
  const last = way.at(-1) ?? first
  const explanation = explainer && ('title' in last ? last : explainer.explain(last))
  return (
    <Modal
      title={explanation ? sentence(explanation.title) : 'How this figure is calculated'}
      width={640}
      onClose={onClose}
      footer={
        way.length > 1 ? (
          <Button variant="default" onClick={() => setWay(way.slice(0, -1))}>
            Back
          </Button>
        ) : null
      }
    >
      {explainer === null ? <PageSkeleton /> : null}
      {explainer && !explanation ? <EmptyState title="No explanation is recorded for this figure" why="It is used as recorded." /> : null}
      {explanation ? (
        <div className={css.explanation} key={way.length} tabIndex={-1} ref={takeFocus}>
          <p className={css.value}>{formatFigure(explanation.kind, explanation.value)}</p>
          <Formula explanation={explanation} onOpen={(by) => setWay([...way, by])} />
          {explanation.note ? <p className={css.note}>{explanation.note}</p> : null}
          {explanation.lines ? (
            <Lines
              lines={explanation.lines}
              kind={explanation.linesKind ?? explanation.kind}
              onOpen={(address) => setWay([...way, address])}
            />
          ) : null}
          {explanation.policyId !== null && trace ? (
            <Button variant="default" onClick={() => explanation.policyId !== null && trace(explanation.policyId)}>
              The carrier’s line behind it
            </Button>
          ) : null}
          <p className={css.source}>
            <strong>Source:</strong> {explanation.source}
          </p>
        </div>
      ) : null}
    </Modal>
  )
}

/** The pressed button is gone with the figure it belonged to: the keyboard goes on from the new one, and the reader begins at its title. */
const takeFocus = (element: HTMLElement | null) => {
  if (!element) return
  // A browser would scroll a list taller than the window past the title and the button that closes it.
  element.focus({ preventScroll: true })
  const around = element.closest('dialog')
  if (around) around.scrollTop = 0
}

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

function Formula({ explanation, onOpen }: { explanation: Explanation; onOpen: (by: FigureAddress | Explanation) => void }) {
  const { name, formula, figures, words, inputs, text: result } = explanation
  if (formula === null)
    return (
      <p className={css.words}>
        <strong>{name}.</strong> {words}
      </p>
    )
  return (
    <>
      <dl className={css.formula}>
        <div>
          <dt>{name}</dt>
          <dd>{formula}</dd>
        </div>
        <div>
          <dt>With its numbers</dt>
          <dd className={css.figures}>
            {figures} = <strong>{result}</strong>
          </dd>
        </div>
      </dl>
      <ul className={css.inputs}>
        {inputs.map(({ name, label, text, by, address }) => {
          const further = by ?? address
          return (
            <li key={name}>
              <span>
                {further ? (
                  <button type="button" className={css.open} onClick={() => onOpen(further)}>
                    {sentence(label)}
                  </button>
                ) : (
                  sentence(label)
                )}
              </span>
              <span>{text}</span>
            </li>
          )
        })}
      </ul>
    </>
  )
}

const AT_FIRST = 50

function Lines({
  lines,
  kind,
  onOpen,
}: {
  lines: readonly ExplanationLine[]
  kind: Explanation['kind']
  onOpen: (address: FigureAddress) => void
}) {
  const [all, setAll] = useState(false)
  if (lines.length === 0) return <p className={css.words}>There is nothing to sum: the report has no entries here.</p>
  const shown = all ? lines : lines.slice(0, AT_FIRST)
  const sum = lines.reduce((total, { value }) => total + value, 0)
  return (
    <div className={css.lines}>
      <table>
        <caption>
          {lines.length.toLocaleString('en-US')} {lines.length === 1 ? 'line' : 'lines'}
        </caption>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">Line</th>
            <th scope="col">Amount</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ label, detail, work, text, address }, index) => (
            <tr key={`${index} ${label}`}>
              <th scope="row">
                {label}
                {detail ? <small>{detail}</small> : null}
                {work ? <small data-work>{work}</small> : null}
              </th>
              <td>
                {address ? (
                  <button
                    type="button"
                    className={css.open}
                    aria-label={`${text}, ${label}: how it is calculated`}
                    onClick={() => onOpen(address)}
                  >
                    {text}
                  </button>
                ) : (
                  text
                )}
              </td>
            </tr>
          ))}
        </tbody>
        {kind === 'percent' ? null : (
          <tfoot>
            <tr>
              <th scope="row">Sum</th>
              <td>{formatFigure(kind, sum)}</td>
            </tr>
          </tfoot>
        )}
      </table>
      {shown.length < lines.length ? (
        <Button size="xs" variant="subtle" onClick={() => setAll(true)}>
          Show all {lines.length.toLocaleString('en-US')} lines
        </Button>
      ) : null}
    </div>
  )
}
