/** The sheets of a workbook in the viewer's bar. */
import css from './Toolbar.module.css'

interface SheetTabsProps {
  sheets: readonly string[]
  at: number
  onOpen: (sheet: number) => void
}

export function SheetTabs({ sheets, at, onOpen }: SheetTabsProps) {
  return (
    <div className={css.sheets} role="group" aria-label="Sheets">
      {sheets.map((name, index) => (
        <button
          // Excel allows no name twice.
          key={name}
          type="button"
          className={css.sheetTab}
          aria-pressed={index === at}
          onClick={() => onOpen(index)}
        >
          {name}
        </button>
      ))}
    </div>
  )
}
