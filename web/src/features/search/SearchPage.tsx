/** Search over names and words of files: query and filters in the address, the best first, the passages that match. */

import { listInstitutionChoices } from '@corridor/contract/choices.ts'
import { listUnreadFiles, SEARCH_KINDS, SEARCH_MOST, searchChoices, searchFiles } from '@corridor/contract/search.ts'
import { isStaff } from '@corridor/domain/access/access.ts'
import { counted } from '@corridor/domain/primitives/counted.ts'
import { IconSearch } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useCan, useSession } from '../../kernel/session.ts'
import { chosenOf, optionalText, pageInputOf, pageNumber, type UrlSearch, useUrlSearch } from '../../kernel/url-search.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { SelectField } from '../../ui/fields/Field.tsx'
import { Link } from '../../ui/fields/Link.tsx'
import { SearchableDropdown } from '../../ui/fields/SearchableDropdown.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { Pagination } from '../../ui/list/Pagination.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import { BlockSkeleton } from '../../ui/states/Skeletons.tsx'
import css from './SearchPage.module.css'
import { KIND_WORDS, SearchResult } from './SearchResult.tsx'

const PER_PAGE = 10
const address = {
  query: optionalText,
  page: pageNumber,
  kind: chosenOf(SEARCH_KINDS),
  type: optionalText,
  year: optionalText,
  carrier: optionalText,
  institution: optionalText,
}

export function SearchPage() {
  const [asked, change] = useUrlSearch(address)
  const { query = '', page, kind, type, year, carrier, institution } = asked
  const found = useEndpoint(
    searchFiles,
    {
      query,
      ...(kind ? { kind } : {}),
      ...(type ? { type: [type] } : {}),
      ...(year && /^\d{4}$/.test(year) ? { year: [year] } : {}),
      ...(carrier ? { carrier } : {}),
      ...(institution && /^\d+$/.test(institution) ? { institution } : {}),
      ...pageInputOf(Math.min(page, SEARCH_MOST / PER_PAGE), PER_PAGE),
    },
    { enabled: query !== '' },
  )
  // Asking the same again asks the server again: a file that has just come may have been read meanwhile.
  const router = useRouter()
  const askAgain = useEffectEvent(() => query !== '' && void found.refetch())
  useEffect(() => router.subscribe('onResolved', ({ hrefChanged }) => (hrefChanged ? undefined : askAgain())), [router])
  const narrowed = Boolean(kind || type || year || carrier || institution)
  const widen = () =>
    change({ kind: undefined, type: undefined, year: undefined, carrier: undefined, institution: undefined, page: undefined })
  return (
    <>
      <PageHeader title="Search" note="File names, and the text inside PDF, Word, Excel, CSV and text files" actions={<UnreadLink />} />
      <SearchBox query={query} onSearch={(text) => change({ query: text, page: undefined })} />
      <Narrow asked={asked} onChange={(values) => change({ ...values, page: undefined })} />
      {query === '' ? (
        <Hint />
      ) : (
        <Loaded query={found} skeleton={<ResultsSkeleton />}>
          {({ page: { totalRecords }, understood, records }) => (
            <>
              <p className={css.count} role="status">
                {totalRecords === 0 ? 'Nothing found' : countOf(totalRecords)}
                {understood.how === 'SIMILAR' ? (
                  <>
                    {' '}
                    for <strong>{understood.query}</strong>. Nothing matches <em>{query}</em> as it is written.
                  </>
                ) : understood.how === 'BEGINNINGS' ? (
                  <> whose words begin with what you typed.</>
                ) : totalRecords > 0 ? (
                  <>
                    {' '}
                    for <strong>{query}</strong>
                  </>
                ) : null}
              </p>
              {records.length > 0 ? (
                <ol className={css.results}>
                  {records.map((file) => (
                    <SearchResult key={`${file.kind} ${file.id}`} file={file} />
                  ))}
                </ol>
              ) : totalRecords > 0 ? (
                <EmptyState
                  title="This page is empty"
                  why={
                    totalRecords > SEARCH_MOST ? `The best ${SEARCH_MOST} are listed. Add a word or a filter.` : 'There are fewer pages.'
                  }
                  next={
                    <Button variant="default" onClick={() => change({ page: undefined })}>
                      Go to the first page
                    </Button>
                  }
                />
              ) : (
                <NothingFound
                  why={
                    understood.how === 'NOTHING'
                      ? 'There is no word to search for: words such as “the” are in every file, and a word after “-” is excluded.'
                      : narrowed
                        ? 'No file matches the words and the filters together.'
                        : 'No file that you may open has these words in its name or its text.'
                  }
                  next={
                    narrowed ? (
                      <Button variant="default" onClick={widen}>
                        Search without filters
                      </Button>
                    ) : null
                  }
                />
              )}
              <Pagination
                page={page}
                perPage={PER_PAGE}
                totalRecords={Math.min(totalRecords, SEARCH_MOST)}
                onPage={(next) => {
                  change({ page: next })
                  document.getElementById('content')?.scrollIntoView()
                }}
              />
              {totalRecords > SEARCH_MOST && records.length > 0 ? (
                <p className={css.more}>The best {SEARCH_MOST} are listed. Add a word or a filter to see others.</p>
              ) : null}
            </>
          )}
        </Loaded>
      )}
    </>
  )
}

const countOf = (total: number) => counted(total, 'file')

function SearchBox({ query, onSearch }: { query: string; onSearch: (query: string) => void }) {
  const [text, setText] = useState(query)
  const box = useRef<HTMLInputElement>(null)
  // The sidebar's box and Back change the address without this one.
  const [shownFor, setShownFor] = useState(query)
  if (shownFor !== query) {
    setShownFor(query)
    setText(query)
  }
  useEffect(() => {
    if (query === '') box.current?.focus()
  }, [query])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const typed = text.trim()
    if (typed === '') box.current?.focus()
    else onSearch(typed)
  }
  return (
    <form role="search" aria-label="File names and text" className={css.box} onSubmit={submit}>
      <IconSearch size={19} stroke={1.7} aria-hidden />
      <input
        ref={box}
        type="search"
        aria-label="Search files"
        placeholder="A name, a word, or “words in this order”"
        enterKeyHint="search"
        maxLength={200}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit">Search</Button>
    </form>
  )
}

type Asked = UrlSearch<typeof address>

/** Only what there is to choose between is offered. */
function Narrow({ asked, onChange }: { asked: Asked; onChange: (values: Partial<Record<keyof Asked, string | undefined>>) => void }) {
  const staff = isStaff(useSession().userRole)
  const choices = useEndpoint(searchChoices, {})
  const institutions = useEndpoint(listInstitutionChoices, {}, { enabled: staff })
  if (!choices.data) return <div className={css.filters} aria-hidden data-waiting />
  const { kinds, types, years, carriers } = choices.data
  const select = (key: 'kind' | 'type' | 'year' | 'carrier', label: string, all: string, options: { value: string; label: string }[]) =>
    options.length > 1 || asked[key] ? (
      <SelectField
        label={label}
        value={asked[key] ?? ''}
        options={[{ value: '', label: all }, ...options]}
        onChange={(value) => onChange({ [key]: value || undefined })}
      />
    ) : null
  return (
    <div className={css.filters} role="group" aria-label="Filters" data-no-print>
      {select(
        'kind',
        'Kind',
        'All kinds',
        kinds.map((value) => ({ value, label: KIND_WORDS[value] })),
      )}
      {select(
        'type',
        'Type',
        'All types',
        types.map(({ code, name }) => ({ value: code, label: name })),
      )}
      {select(
        'year',
        'Year',
        'All years',
        years.map((year) => ({ value: String(year), label: String(year) })),
      )}
      {select(
        'carrier',
        'Carrier',
        'All carriers',
        carriers.map(({ code, name }) => ({ value: code, label: name })),
      )}
      {staff && institutions.data ? (
        <SearchableDropdown
          label="Institution"
          placeholder="All institutions"
          options={[
            { value: '', label: 'All institutions' },
            ...institutions.data.records.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          value={asked.institution ?? ''}
          defaultValue=""
          onChange={(value) => onChange({ institution: value || undefined })}
        />
      ) : null}
    </div>
  )
}

/** For those who look after files: how many could not be read. */
function UnreadLink() {
  const mayLook = useCan(listUnreadFiles.access)
  const unread = useEndpoint(listUnreadFiles, { take: 1 }, { enabled: mayLook })
  const count = unread.data?.page.totalRecords ?? 0
  return mayLook && count > 0 ? (
    <Link className={css.unread} to={paths.unreadFiles()}>
      {countOf(count)} could not be read
    </Link>
  ) : null
}

function Hint() {
  return (
    <div className={css.hint}>
      <p>Type what you remember: part of a name, a policy number, words of a letter.</p>
      <ul>
        <li>
          All words must be there: <kbd>surrender charge</kbd>
        </li>
        <li>
          In this order: <kbd>"cash surrender value"</kbd>
        </li>
        <li>
          Either: <kbd>endorsement or amendment</kbd>
        </li>
        <li>
          Without a word: <kbd>statement -draft</kbd>
        </li>
      </ul>
    </div>
  )
}

function NothingFound({ why, next }: { why: string; next: ReactNode }) {
  return (
    <div className={css.nothing}>
      <EmptyState title="No files found" why={why} next={next} />
      <ul>
        <li>Try fewer or other words; one word that you know is in the file is enough.</li>
        <li>A new file is found by its name at once, and by its text within a minute.</li>
        <li>Scanned pages without text are found by their names only.</li>
      </ul>
    </div>
  )
}

const ResultsSkeleton = () => (
  <div className={css.results} aria-busy="true">
    <BlockSkeleton height={110} />
    <BlockSkeleton height={110} />
    <BlockSkeleton height={110} />
  </div>
)
