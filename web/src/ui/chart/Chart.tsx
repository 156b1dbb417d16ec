/**
 * A chart with its table behind it: pointed at or walked through with the arrow keys, readable as a table, saved as CSV.
 * Scenes come from domain (charts*.ts), the same as in print; this file brings the screen's colors.
 */
import type { ChartTheme, Scene, Size } from '@corridor/domain/reports/charts/scene.ts'
import type { FigureAddress } from '@corridor/domain/reports/explanation/address.ts'
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { saveFile } from '../../kernel/call.ts'
import { ExplainedFigure } from '../explanation/Explain.tsx'
import css from './Chart.module.css'
import { csvOf } from './csv.ts'
import { Drawing } from './Drawing.tsx'
import { SCREEN_THEME } from './screen-theme.ts'

export interface ChartTable {
  /** First column: what each row is, e.g. "Month". */
  head: readonly string[]
  /** As shown; the first cell names the row. */
  rows: readonly (readonly string[])[]
  /** The rows in the order of the picture, when that is another one. */
  points?: readonly (readonly string[])[]
  /** Where the figures of a row open how they come about: by cell, null for the first and for what is missing. */
  figures?: readonly (readonly (FigureAddress | null)[])[]
  /** The same for CSV, with numbers as numbers. */
  values?: readonly (readonly (string | number | null)[])[]
}

const ChartFigure = ({ address, name, children }: { address: FigureAddress | null | undefined; name: string; children: string }) =>
  address ? (
    <ExplainedFigure address={address} name={name}>
      {children}
    </ExplainedFigure>
  ) : (
    children
  )

/** Thirteen months stand whole; a longer table scrolls in the picture's place. */
const MOST_ROWS_WHOLE = 15

interface ChartProps {
  /** Names the file and the picture. */
  title: string
  /** The picture in a sentence. */
  summary: string
  scene: (theme: ChartTheme, size: Size) => Scene
  table: ChartTable
  height: number
  legend?: readonly { label: string; color: string }[]
  /** Beside "Show as table": a range switch. */
  controls?: ReactNode
  /** In place of the CSV that the browser writes: a menu of files (ChartExport). */
  exports?: ReactNode
}

export function Chart({ title, summary, scene, table, height, legend, controls, exports }: ChartProps) {
  const [asTable, setAsTable] = useState(false)
  const [point, setPoint] = useState<number | null>(null)
  // The point under the mouse is seen; only what the keyboard reaches is read out.
  const [spoken, setSpoken] = useState(false)
  const id = useId()
  const points = table.points ?? table.rows
  const reading = point === null || !spoken ? undefined : points[point]
  const onKeyDown = (event: KeyboardEvent) => {
    const last = points.length - 1
    const next = { ArrowRight: (point ?? -1) + 1, ArrowLeft: (point ?? last + 1) - 1, Home: 0, End: last }[event.key]
    if (event.key === 'Escape') setPoint(null)
    if (next === undefined) return
    event.preventDefault()
    setSpoken(true)
    setPoint(Math.min(last, Math.max(0, next)))
  }

  const isOfWords = (index: number) => table.values?.some((row) => typeof row[index] === 'string')
  const key =
    legend && !asTable ? (
      <ul className={css.legend}>
        {legend.map((entry) => (
          <li key={entry.label}>
            <i style={{ background: entry.color }} />
            {entry.label}
          </li>
        ))}
      </ul>
    ) : null

  return (
    <div className={css.chart}>
      <div className={css.bar}>
        {controls ? <div data-no-print>{controls}</div> : key}
        <div className={css.controls} data-no-print>
          <button type="button" className={css.tool} aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
            {asTable ? 'Show as chart' : 'Show as table'}
          </button>
          {exports ?? (
            <button
              type="button"
              className={css.tool}
              title="The chart’s table as a CSV file"
              onClick={() =>
                saveFile(new Blob([csvOf(table.head, table.values ?? table.rows)], { type: 'text/csv;charset=utf-8' }), `${title}.csv`)
              }
            >
              Spreadsheet (.csv)
            </button>
          )}
        </div>
      </div>
      {controls && key ? key : null}
      {asTable ? (
        <div
          className={css.tableBox}
          style={table.rows.length > MOST_ROWS_WHOLE ? { maxHeight: Math.max(height, 240) } : undefined}
          role="region"
          aria-label={`${title}, table`}
          tabIndex={0}
        >
          <table>
            <thead>
              <tr>
                {table.head.map((word, index) => (
                  <th key={word} scope="col" data-words={isOfWords(index) || undefined}>
                    {word}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {table.rows.map((row, place) => (
                <tr key={row[0]}>
                  {row.map((cell, index) =>
                    index === 0 ? (
                      <th key={index} scope="row">
                        {cell}
                      </th>
                    ) : (
                      <td key={index} data-words={isOfWords(index) || undefined}>
                        <ChartFigure address={table.figures?.[place]?.[index]} name={`${cell}, ${table.head[index]}, ${row[0]}`}>
                          {cell}
                        </ChartFigure>
                      </td>
                    ),
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : (
        <>
          {/* A picture whose points the arrow keys read aloud; the table view is the full alternative. */}
          <div
            className={css.picture}
            role="img"
            aria-label={summary}
            aria-describedby={`${id}-help`}
            tabIndex={0}
            style={{ height }}
            onKeyDown={onKeyDown}
            onBlur={() => setPoint(null)}
            onPointerLeave={() => setPoint(null)}
          >
            <Drawing
              scene={(size) => scene(SCREEN_THEME, size)}
              height={height}
              point={point}
              onPoint={(next) => {
                setSpoken(false)
                setPoint(next)
              }}
              head={table.head}
              points={points}
            />
          </div>
          <span id={`${id}-help`} className="visually-hidden">
            Use the left and right arrow keys to read the points.
          </span>
          <p className="visually-hidden" role="status">
            {reading ? reading.map((cell, index) => (index === 0 ? cell : `${table.head[index]} ${cell}`)).join(', ') : ''}
          </p>
        </>
      )}
    </div>
  )
}
