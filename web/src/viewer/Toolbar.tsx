/** The viewer's bar: pages, zoom, find, rotation, print. What a kind of file cannot do is not there. */
import {
  IconArrowAutofitHeight,
  IconArrowAutofitWidth,
  IconChevronDown,
  IconChevronUp,
  IconPrinter,
  IconRotateClockwise,
  IconSearch,
  IconX,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react'
import { type ComponentType, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import css from './Toolbar.module.css'
import { type FindTool, type ViewerTools, wordsAskedFor } from './tools.ts'

interface ToolbarProps {
  tools: ViewerTools
  finding: boolean
  onFind: (open: boolean) => void
  /** For one kind of file: its sheets, its thumbnails. */
  children?: ReactNode
}

export function Toolbar({ tools, finding, onFind, children }: ToolbarProps) {
  const { pages, zoom, find, rotate, print } = tools
  return (
    <div className={css.bar} role="toolbar" aria-label="View" data-no-print>
      {children}
      {pages ? <PageBox pages={pages} /> : null}
      {zoom ? (
        <div className={css.group}>
          <Tool icon={IconZoomOut} label="Zoom out" onClick={() => zoom.by(-1)} />
          <span className={css.percent} aria-live="polite">
            {Math.round(zoom.percent)} %
          </span>
          <Tool icon={IconZoomIn} label="Zoom in" onClick={() => zoom.by(1)} />
          {zoom.fitWidth ? <Tool icon={IconArrowAutofitWidth} label="Fit width" onClick={zoom.fitWidth} /> : null}
          {zoom.fitPage ? <Tool icon={IconArrowAutofitHeight} label="Fit page" onClick={zoom.fitPage} /> : null}
        </div>
      ) : null}
      <div className={css.group}>
        {rotate ? <Tool icon={IconRotateClockwise} label="Rotate" onClick={rotate} /> : null}
        {print ? <Tool icon={IconPrinter} label="Print" onClick={print.start} disabled={print.preparing !== undefined} /> : null}
        {print?.preparing ? (
          <span className={css.preparing} role="status">
            {print.preparing}
          </span>
        ) : null}
        {find ? <Tool icon={IconSearch} label="Find" pressed={finding} onClick={() => onFind(!finding)} /> : null}
      </div>
      {find && finding ? <FindBox find={find} onClose={() => onFind(false)} /> : null}
    </div>
  )
}

interface ToolProps {
  icon: ComponentType<{ size: number; stroke: number; 'aria-hidden': true }>
  label: string
  onClick: () => void
  pressed?: boolean
  disabled?: boolean
}

export function Tool({ icon: Icon, label, onClick, pressed, disabled = false }: ToolProps) {
  return (
    <button
      type="button"
      className={css.tool}
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      disabled={disabled}
      onClick={onClick}
    >
      <Icon size={19} stroke={1.7} aria-hidden />
    </button>
  )
}

function PageBox({ pages: { at, of, go } }: { pages: NonNullable<ViewerTools['pages']> }) {
  const [typed, setTyped] = useState<string | null>(null)
  const jump = () => {
    const page = Number(typed)
    if (typed !== null && Number.isInteger(page)) go(Math.min(Math.max(page, 1), of))
    setTyped(null)
  }
  return (
    <div className={css.group}>
      <span className={css.notSmall}>
        <Tool icon={IconChevronUp} label="Previous page" onClick={() => go(Math.max(1, at - 1))} disabled={at <= 1} />
        <Tool icon={IconChevronDown} label="Next page" onClick={() => go(Math.min(of, at + 1))} disabled={at >= of} />
      </span>
      <span className={css.pageBox}>
        <input
          className={css.pageNumber}
          aria-label={`Page, of ${of}`}
          inputMode="numeric"
          value={typed ?? String(at)}
          onChange={(event) => setTyped(event.target.value.replace(/\D/g, ''))}
          onFocus={(event) => event.target.select()}
          onBlur={jump}
          onKeyDown={(event) => event.key === 'Enter' && jump()}
        />
        <span aria-hidden>of {of}</span>
      </span>
    </div>
  )
}

function FindBox({ find, onClose }: { find: FindTool; onClose: () => void }) {
  const [typed, setTyped] = useState(() => find.query || wordsAskedFor())
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => box.current?.focus(), [])
  // Typed text is searched for once the hand rests.
  const { search } = find
  useEffect(() => {
    const timer = setTimeout(() => search(typed), 200)
    return () => clearTimeout(timer)
  }, [typed, search])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') find.step(event.shiftKey ? -1 : 1)
    else if (event.key === 'Escape') onClose()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <search className={css.find}>
      <input
        ref={box}
        className={css.findInput}
        type="text"
        aria-label="Find in this file"
        placeholder="Find in this file"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <output className={css.count}>{wordsOf(find, typed)}</output>
      <Tool icon={IconChevronUp} label="Previous match" onClick={() => find.step(-1)} disabled={find.count === 0} />
      <Tool icon={IconChevronDown} label="Next match" onClick={() => find.step(1)} disabled={find.count === 0} />
      <Tool icon={IconX} label="Close find" onClick={onClose} />
    </search>
  )
}

function wordsOf({ count, at, searching, query }: FindTool, typed: string): string {
  if (typed === '') return ''
  if (typed !== query) return 'Searching …'
  if (count > 0) return `${at.toLocaleString('en-US')} of ${count.toLocaleString('en-US')}${searching ? ' …' : ''}`
  return searching ? 'Searching …' : 'Not found'
}
