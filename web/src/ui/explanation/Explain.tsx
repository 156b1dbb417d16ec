/**
 * Figures that open how they come about. A report's body is put in `<Explained>` with its family's explainer, which is loaded at the first press;
 * tables and tiles inside draw each figure as a button. In a table the buttons are one stop of the Tab key, the arrows go from figure to figure.
 */

import { type FigureAddress, isExplained } from '@corridor/domain/reports/explanation/address.ts'
import type { Column, ViewRow } from '@corridor/domain/reports/table.ts'
import { createContext, type KeyboardEvent, lazy, type ReactNode, Suspense, useContext, useState } from 'react'
import css from './Explain.module.css'
import type { Explainer } from './explainer.ts'

const ExplanationDialog = lazy(() => import('./ExplanationDialog.tsx').then((file) => ({ default: file.ExplanationDialog })))

interface ExplainedProps {
  /** The explainer of the family, for the view on the page. */
  load: () => Promise<Explainer>
  /** Opens the carrier's line behind a policy's figures; undefined for whoever may not see it. */
  trace?: ((policyId: number) => void) | undefined
  children: ReactNode
}

const Open = createContext<((address: FigureAddress) => void) | null>(null)

export function Explained({ load, trace, children }: ExplainedProps) {
  const [opened, setOpened] = useState<FigureAddress | null>(null)
  return (
    <Open value={setOpened}>
      {children}
      {opened ? (
        <Suspense>
          <ExplanationDialog first={opened} load={load} trace={trace} onClose={() => setOpened(null)} />
        </Suspense>
      ) : null}
    </Open>
  )
}

/** A figure as it stands on the page; outside of `<Explained>`, and on paper, its text alone. */
interface ExplainedFigureProps {
  address: FigureAddress
  /** Text read out before “how it is calculated”. */
  name: string
  /** One of many in a table: the arrow keys lead there, not the Tab key. */
  isInner?: boolean
  children: ReactNode
}

export function ExplainedFigure({ address, name, isInner = false, children }: ExplainedFigureProps) {
  const open = useContext(Open)
  if (!open) return children
  return (
    <button
      type="button"
      className={css.figure}
      aria-haspopup="dialog"
      aria-label={`${name}: how it is calculated`}
      data-figure
      tabIndex={isInner ? -1 : undefined}
      onClick={() => open(address)}
    >
      {children}
    </button>
  )
}

/** Where the Tab key enters a table: its first figure. */
export function firstFigure(columns: readonly Column[], rows: readonly ViewRow[]): string | null {
  for (const row of rows) for (const column of columns) if (isExplained(column, row, false)) return `${row.id} ${column.key}`
  return null
}

/** In a table: its figures are one stop, and the arrow keys, Home and End go between them. */
export function moveBetweenFigures(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key]
  const from = event.target
  if (!step || !(from instanceof HTMLElement) || from.dataset.figure === undefined) return
  const cell = from.closest('td, th')
  const row = cell?.parentElement
  const rows = [...event.currentTarget.querySelectorAll('tr')].filter((each) => each.querySelector('[data-figure]'))
  const place = rows.findIndex((each) => each === row)
  const [down, across] = step
  const next =
    down === 0 ? figuresOf(row)[clamp(figuresOf(row).indexOf(from) + across, figuresOf(row).length)] : inColumn(rows, place, down, cell)
  if (!next) return
  event.preventDefault()
  next.focus()
}

const FAR = 10_000
const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  Home: [0, -FAR],
  End: [0, FAR],
}
const clamp = (index: number, length: number) => Math.max(0, Math.min(length - 1, index))
const figuresOf = (row: Element | null | undefined): HTMLElement[] => [...(row?.querySelectorAll<HTMLElement>('[data-figure]') ?? [])]

/** The nearest row up or down that has a figure in the same column. */
function inColumn(rows: readonly Element[], place: number, down: number, cell: Element | null): HTMLElement | undefined {
  const column = cell instanceof HTMLTableCellElement ? cell.cellIndex : 0
  for (let at = place + down; at >= 0 && at < rows.length; at += down) {
    const found = rows[at]?.children[column]?.querySelector<HTMLElement>('[data-figure]')
    if (found) return found
  }
  return undefined
}
