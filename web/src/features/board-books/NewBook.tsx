/** A new board book: files found and added, put in order, named, and ordered. What cannot be bound is said before anything is made. */
import { BOOK_PARTS_MOST, type BookFile, createBoardBook, listBoardBooks } from '@corridor/contract/board-books.ts'
import { counted } from '@corridor/domain/primitives/counted.ts'
import { formatMonth, type PlainDate, plainDate } from '@corridor/domain/primitives/period.ts'
import { IconPlus } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useAction } from '../../kernel/use-action.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { SelectField, TextField } from '../../ui/fields/Field.tsx'
import { SearchField } from '../../ui/fields/SearchField.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Tool } from '../../ui/ordering/Tool.tsx'
import css from './board-books.module.css'
import { aboutOf, isPaper, keyOf, matches, monthsTo, newestPeriod } from './book-files.ts'
import { PartsInOrder } from './PartsInOrder.tsx'

interface NewBookProps {
  clientId: number
  files: readonly BookFile[]
  hasMore: boolean
  period: string
}

const LIST = new Intl.ListFormat('en-US')

export function NewBook({ clientId, files, hasMore, period }: NewBookProps) {
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<readonly BookFile[]>([])
  const [name, setName] = useState('')
  // The book is of its newest figures, an empty one of the newest that were released, until another month is chosen.
  const [chosenMonth, setMonth] = useState<PlainDate | null>(null)
  const latest = plainDate(period)
  const month = chosenMonth ?? newestPeriod(chosen) ?? newestPeriod(files) ?? latest
  const create = useAction(createBoardBook, {
    invalidates: [listBoardBooks],
    success: 'The board book is being prepared. It appears below in a moment.',
    quiet: true,
  })
  const fields = create.error?.fields
  const taken = new Set(chosen.map(keyOf))
  const found = files.filter((file) => matches(file, search))
  const parts = useRef<HTMLOListElement>(null)
  const order = async () => {
    const outcome = await create.run({ clientId, name: name.trim(), period: month, parts: chosen.map(({ kind, id }) => ({ kind, id })) })
    if (!outcome.ok) return
    setChosen([])
    setName('')
    // The button is spent until there are parts again.
    parts.current?.focus()
  }
  const missing = [...(chosen.length === 0 ? ['at least one report or document'] : []), ...(name.trim() === '' ? ['a name'] : [])]
  const flaws = fields?.parts ?? (create.error && !fields?.name && !fields?.period ? [create.error.message] : [])
  return (
    <div className={css.sides}>
      <div className={css.side}>
        <Panel
          title="Reports and documents"
          note={`${found.length.toLocaleString('en-US')} of ${files.length.toLocaleString('en-US')} that you may open${hasMore ? ', the newest' : ''}; newest first, reports by their month`}
        >
          <SearchField label="Find a report or document" value={search} onSearch={setSearch} />
          {found.length === 0 ? <p className={css.hint}>Nothing matches. Try other words.</p> : null}
          <ul className={`${css.files} ${css.choice}`} aria-label="Files to choose from">
            {found.map((file) => (
              <li key={keyOf(file)}>
                <span className={css.words}>
                  <span>{file.title}</span>
                  <small>
                    {[aboutOf(file), file.standing].join(' · ')}
                    {isPaper(file) ? '' : ` · ${file.extension.toUpperCase()}: named in the book, not included`}
                  </small>
                </span>
                <Tool
                  label={taken.has(keyOf(file)) ? `${file.title} is in the book` : `Add ${file.title}`}
                  disabled={taken.has(keyOf(file)) || chosen.length >= BOOK_PARTS_MOST}
                  onPress={() => setChosen([...chosen, file])}
                  icon={IconPlus}
                />
              </li>
            ))}
          </ul>
        </Panel>
        {/* Where the book stands below the list, a file that was added would leave no trace in sight. */}
        <p className={css.soFar} role="status" data-empty={chosen.length === 0 || undefined}>
          {chosen.length === 0 ? null : <a href="#new-board-book">{counted(chosen.length, 'file')} in the book</a>}
        </p>
      </div>
      <Panel
        id="new-board-book"
        title="New board book"
        note={chosen.length === 0 ? 'Add reports and documents from the list' : `${chosen.length} in this order`}
      >
        <div className={css.form}>
          <TextField label="Name" required value={name} onChange={setName} error={fields?.name?.[0]} />
          <SelectField
            label="Reporting month"
            hint="On the cover"
            value={month}
            options={[...new Set([...monthsTo(latest), month])].map((value) => ({ value, label: formatMonth(value) }))}
            onChange={setMonth}
            error={fields?.period?.[0]}
          />
        </div>
        <PartsInOrder list={parts} parts={chosen} onChange={setChosen} />
        {flaws.length > 0 ? (
          <ul className={css.flaws} role="alert">
            {flaws.map((flaw) => (
              <li key={flaw}>{flaw}</li>
            ))}
          </ul>
        ) : null}
        <Button
          loading={create.running}
          disabled={missing.length > 0}
          aria-describedby={missing.length > 0 ? 'book-needs' : undefined}
          onClick={() => void order()}
        >
          Create board book
        </Button>
        {missing.length > 0 ? (
          <p id="book-needs" className={css.hint}>
            It needs {LIST.format(missing)}.
          </p>
        ) : null}
      </Panel>
    </div>
  )
}
