/** Pages of a list, by the `page` parameter of the address bar: a page below 1 is 1, one past the end offers the last. */
import { SKIP_MAX } from '@corridor/contract/kernel/page.ts'
import { formatCount } from '@corridor/domain/primitives/money.ts'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import css from './Pagination.module.css'

interface PaginationProps {
  /** Tells it apart from another on the page. */
  label?: string
  page: number
  perPage: number
  totalRecords: number
  onPage: (page: number) => void
  /** The paper or file that has every row; paper leads to it, for it has no other page. */
  whole?: string
  /** Given: the person may choose how many rows a page has. */
  onPerPage?: (perPage: number) => void
}

const SIZES = [25, 50, 100, 500]

export function Pagination({ label = 'Pages', page, perPage, totalRecords, onPage, onPerPage, whole }: PaginationProps) {
  const all = Math.max(1, Math.ceil(totalRecords / perPage))
  // The server pages no further: rows beyond are found by a narrower search.
  const pages = Math.min(all, Math.floor(SKIP_MAX / perPage) + 1)
  if (totalRecords <= Math.min(perPage, SIZES[0] ?? 25)) return null
  const first = (page - 1) * perPage + 1
  const last = Math.min(page * perPage, totalRecords)
  return (
    <nav className={css.bar} aria-label={label}>
      {whole ? (
        <p data-print-only>
          Rows {formatCount(first)} to {formatCount(last)} of {formatCount(totalRecords)}; {whole} has all.
        </p>
      ) : null}
      <span className={css.range} data-no-print={whole ? true : undefined}>
        {page > pages
          ? pages === 1
            ? 'There is one page'
            : `There are ${pages} pages`
          : `${formatCount(first)}–${formatCount(last)} of ${formatCount(totalRecords)}`}
        {pages < all ? `. Narrow the search to see rows beyond ${(pages * perPage).toLocaleString('en-US')}` : ''}
      </span>
      {onPerPage ? (
        <label className={css.size} data-no-print>
          Rows
          <select value={perPage} onChange={(event) => onPerPage(Number(event.currentTarget.value))}>
            {[...new Set([...SIZES, perPage])]
              .toSorted((a, b) => a - b)
              .map((size) => (
                <option key={size} value={size}>
                  {size}
                </option>
              ))}
          </select>
        </label>
      ) : null}
      <ul className={css.pages} data-no-print>
        <li>
          <button type="button" disabled={page <= 1} onClick={() => onPage(Math.min(page - 1, pages))} aria-label="Previous page">
            <IconChevronLeft size={17} aria-hidden />
          </button>
        </li>
        {pagesShown(page, pages).map((each, index) => (
          <li key={each ?? `gap-${index}`}>
            {each === null ? (
              <span className={css.gap}>…</span>
            ) : (
              <button
                type="button"
                aria-current={each === page ? 'page' : undefined}
                aria-label={`Page ${each}`}
                onClick={() => onPage(each)}
              >
                {each}
              </button>
            )}
          </li>
        ))}
        <li>
          <button type="button" disabled={page >= pages} onClick={() => onPage(page + 1)} aria-label="Next page">
            <IconChevronRight size={17} aria-hidden />
          </button>
        </li>
      </ul>
    </nav>
  )
}

/** First, last, and the neighbors of the present page; null stands for a gap. */
export function pagesShown(page: number, pages: number): (number | null)[] {
  const near = [1, page - 1, page, page + 1, pages].filter((each) => each >= 1 && each <= pages)
  const shown = [...new Set(near)].toSorted((a, b) => a - b)
  return shown.flatMap((each, index) => {
    const before = shown[index - 1]
    if (before === undefined || each - before === 1) return [each]
    return each - before === 2 ? [before + 1, each] : [null, each]
  })
}
