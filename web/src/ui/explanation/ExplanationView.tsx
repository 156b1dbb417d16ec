/** One explanation as it is drawn: the figure, its formula in words and with its numbers, what it sums, and where it is laid down. */
import { counted } from '@corridor/domain/primitives/counted.ts'
import { formatCount } from '@corridor/domain/primitives/money.ts'
import type { FigureAddress } from '@corridor/domain/reports/explanation/address.ts'
import type { Explanation, ExplanationLine } from '@corridor/domain/reports/explanation/explanation.ts'
import { formatFigure } from '@corridor/domain/reports/table.ts'
import { useState } from 'react'
import { Button } from '../fields/Button.tsx'
import css from './ExplanationView.module.css'

interface ExplanationViewProps {
  explanation: Explanation
  /** Called with the element once it is drawn: the pressed button is gone with the figure it belonged to, and the keyboard goes on from here. */
  shown?: ((element: HTMLElement | null) => void) | undefined
  trace?: ((policyId: number) => void) | undefined
  onOpen: (by: FigureAddress | Explanation) => void
}

export function ExplanationView({ explanation, shown, trace, onOpen }: ExplanationViewProps) {
  const { kind, digits, value, note, lines, linesKind, policyId, source } = explanation
  return (
    <div className={css.explanation} tabIndex={-1} ref={shown}>
      <p className={css.value}>{formatFigure(kind, value, digits)}</p>
      <Formula explanation={explanation} onOpen={onOpen} />
      {note ? <p className={css.note}>{note}</p> : null}
      {lines ? <Lines lines={lines} kind={linesKind ?? kind} onOpen={onOpen} /> : null}
      {policyId !== null && trace ? (
        <Button variant="default" onClick={() => trace(policyId)}>
          The carrier’s line behind it
        </Button>
      ) : null}
      {policyId !== null && !trace ? (
        <p className={css.note}>
          The line of the carrier’s file behind it is kept. The service team can open it: the file holds policies of other institutions too.
        </p>
      ) : null}
      <p className={css.source}>
        <strong>Source:</strong> {source}
      </p>
    </div>
  )
}

export const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

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

/** Policies where each line has a number of its own: a policy with two payments is two lines. */
function nounOf(lines: readonly ExplanationLine[]): string {
  const isOf = (table: string) => lines.every(({ address }) => address?.table === table)
  const numbers = new Set(lines.flatMap(({ detail }) => detail ?? []))
  if (isOf('detail') && numbers.size === lines.length) return 'policy'
  return isOf('carriers') ? 'carrier' : 'line'
}

/** "32 policies, and 2 no longer held": as many as the report counts, then those that only move the sum. */
function countOf(lines: readonly ExplanationLine[]): string {
  const noun = nounOf(lines)
  const gone = noun === 'policy' ? lines.filter(({ isGone }) => isGone).length : 0
  if (gone === lines.length) return `${counted(gone, noun)} no longer held`
  return `${counted(lines.length - gone, noun)}${gone > 0 ? `, and ${formatCount(gone)} no longer held` : ''}`
}

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
        <caption>{countOf(lines)}</caption>
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
          Show all {countOf(lines)}
        </Button>
      ) : null}
    </div>
  )
}
