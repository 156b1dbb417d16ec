/** A workbook or a CSV file as tables: sheets as tabs, a head that stays, find over what is shown. */
import { useEffect, useMemo, useRef, useState } from 'react'
import { ContentFrame } from './ContentFrame.tsx'
import { placesOf } from './content-page.ts'
import { SheetTabs } from './SheetTabs.tsx'
import { MOST_COLUMNS, MOST_ROWS, openSheets, type SheetReader, type ShownSheet } from './sheet/read-sheets.ts'
import { headPage, type Layout, layoutOf, letterOf, ROW, type Rows, rowsPage, widthOf } from './sheet/sheet-page.ts'
import { problemOf, type ViewProps } from './shown-file.ts'
import { zoomed } from './tools.ts'
import { usePrint } from './use-print.tsx'
import { ViewerFrame } from './ViewerFrame.tsx'
import css from './viewer.module.css'

export function SheetView({ file, onProblem }: ViewProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const [read, setRead] = useState<SheetReader>()
  const [sheet, setSheet] = useState(0)
  const [shown, setShown] = useState<ShownSheet>()
  const [zoom, setZoom] = useState(1)
  const [query, setQuery] = useState('')
  const [at, setAt] = useState(1)
  const [paper, print] = usePrint()

  useEffect(() => {
    const left = new AbortController()
    openSheets(file, left.signal).then(
      (reader) => left.signal.aborted || setRead(() => reader),
      (error: unknown) => left.signal.aborted || onProblem(problemOf(error)),
    )
    return () => left.abort()
  }, [file, onProblem])
  useEffect(() => {
    let left = false
    read?.(sheet).then(
      (next) => {
        if (left) return
        setShown(next)
        setAt(1)
        scroller.current?.scrollTo({ top: 0, left: 0 })
      },
      (error: unknown) => left || onProblem(problemOf(error)),
    )
    return () => {
      left = true
    }
  }, [read, sheet, onProblem])

  const csv = file.extension === 'csv'
  const table = useMemo(() => (shown ? tableOf(shown, csv) : null), [shown, csv])
  const hits = useMemo(() => (table ? hitsIn(table.rows, query) : []), [table, query])
  const hit = hits[Math.min(at, hits.length) - 1]
  const place = table && hit ? placeOf(hit, table.layout, zoom) : undefined
  // The match in question comes into sight, below the head that stays.
  const { top, right } = place ? { top: place.top, right: place.left + place.width } : { top: undefined, right: 0 }
  useEffect(() => {
    const box = scroller.current
    if (top === undefined || !box) return
    box.scrollTo({ top: Math.max(0, top - box.clientHeight / 2), left: Math.max(0, right - box.clientWidth + 40) })
  }, [top, right])
  const html = useMemo(() => (table ? rowsPage(table.rows, table.layout, zoom, query, csv ? 2 : 1) : ''), [table, zoom, query, csv])
  const width = table ? widthOf(table.layout) * zoom + 1 : 0
  return (
    <ViewerFrame
      scroller={scroller}
      ready={table !== null}
      more={shown && shown.sheets.length > 1 ? <SheetTabs sheets={shown.sheets} at={sheet} onOpen={setSheet} /> : null}
      tools={
        table
          ? {
              zoom: { percent: zoom * 100, by: (steps) => setZoom(zoomed(zoom, steps)) },
              find: {
                query,
                count: hits.length,
                at: hits.length === 0 ? 0 : Math.min(at, hits.length),
                searching: false,
                search: (words) => {
                  if (words !== query) setAt(1)
                  setQuery(words)
                },
                step: (by) => setAt(((Math.min(at, hits.length) - 1 + by + hits.length) % hits.length) + 1),
                close: () => setQuery(''),
              },
              print: { start: () => print({ content: <PrintedTable table={table} csv={csv} /> }) },
            }
          : {}
      }
    >
      <div ref={scroller} className={css.scroller} tabIndex={0} role="region" aria-label={`Rows of ${file.displayName}`}>
        {table && shown ? (
          <div className={css.sheet} style={{ width }}>
            <div className={css.sheetHead}>
              <ContentFrame
                title="Columns"
                html={headPage(table.head, table.layout, zoom, !csv)}
                size={{ width, height: ROW * zoom + 1 }}
              />
            </div>
            <ContentFrame
              title={`Rows of ${shown.sheets[sheet] || file.displayName}`}
              html={html}
              size={{ width, height: table.rows.length * ROW * zoom + 1 }}
            />
            {place ? <div className={css.here} style={place} /> : null}
          </div>
        ) : null}
        {shown?.cut ? (
          <p className={css.cut}>
            This shows the first {table?.rows.length.toLocaleString('en-US')} rows. Download the file for all of them.
          </p>
        ) : null}
        {table && table.rows.length === 0 ? <p className={css.cut}>This sheet is empty.</p> : null}
      </div>
      {paper}
    </ViewerFrame>
  )
}

interface Table {
  head: Rows[number]
  rows: Rows
  layout: Layout
}

/** A CSV file names its columns in its first row; a workbook's have letters. */
function tableOf(shown: ShownSheet, csv: boolean): Table {
  // Cells that are missing are holes after their way here.
  const all = shown.rows.map((row) => Array.from(row ?? []))
  const rows = csv ? all.slice(1) : all
  const columns = Math.min(
    MOST_COLUMNS,
    all.reduce((most, row) => Math.max(most, row.length), 1),
  )
  const head = csv ? (all[0] ?? []) : Array.from({ length: columns }, (_, column) => ({ text: letterOf(column), right: false }))
  return {
    head,
    rows: rows.slice(0, MOST_ROWS),
    layout: layoutOf(
      rows,
      head.map((cell) => cell?.text ?? ''),
    ),
  }
}

interface Hit {
  row: number
  column: number
}

const hitsIn = (rows: Rows, words: string): Hit[] =>
  words === ''
    ? []
    : rows.flatMap((cells, row) =>
        cells.flatMap((cell, column) => (cell && placesOf(cell.text, words).length > 0 ? [{ row, column }] : [])),
      )

function placeOf({ row, column }: Hit, { widths, numbers }: Layout, zoom: number) {
  const left = widths.slice(0, column).reduce((sum, width) => sum + width, numbers)
  return { top: (row + 1) * ROW * zoom, left: left * zoom, width: (widths[column] ?? 0) * zoom, height: ROW * zoom }
}

/** On paper as words in cells: nothing of the file is read as a page there either. */
function PrintedTable({ table: { head, rows }, csv }: { table: Table; csv: boolean }) {
  return (
    <table>
      {csv ? (
        <thead>
          <tr>
            {head.map((cell, column) => (
              <th key={letterOf(column)}>{cell?.text}</th>
            ))}
          </tr>
        </thead>
      ) : null}
      <tbody>
        {rows.map((cells, row) => (
          <tr key={`row ${row + 1}`}>
            {head.map((_, column) => (
              <td key={letterOf(column)} data-right={cells[column]?.right || undefined}>
                {cells[column]?.text}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
