/** The search box at the top of the client's sidebar: Enter goes to Search with the query. */
import { IconSearch } from '@tabler/icons-react'
import { useRouter, useRouterState } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { paths } from '../paths.ts'
import css from './SidebarSearch.module.css'
import { useSidebarPlace } from './sidebar-place.ts'

export function SidebarSearch() {
  const { open, reveal, leave } = useSidebarPlace()
  const router = useRouter()
  const asked = useRouterState({ select: ({ location }) => (location.pathname === paths.search() ? textOf(location.search) : '') })
  const [text, setText] = useState(asked)
  const box = useRef<HTMLInputElement>(null)
  const [wanted, setWanted] = useState(false)
  // The box says what the page beside it found.
  const [shownFor, setShownFor] = useState(asked)
  if (shownFor !== asked) {
    setShownFor(asked)
    setText(asked)
  }
  useEffect(() => {
    if (open && wanted) box.current?.focus()
  }, [open, wanted])
  if (!open)
    return (
      <button
        type="button"
        className={css.icon}
        aria-label="Search"
        onClick={() => {
          setWanted(true)
          reveal()
        }}
      >
        <IconSearch size={18} stroke={1.6} aria-hidden />
      </button>
    )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const query = text.trim()
    if (query === '') return box.current?.focus()
    leave()
    void router.navigate({ href: paths.search(query) })
  }
  return (
    <form role="search" aria-label="All files" className={css.form} onSubmit={submit}>
      <IconSearch size={16} stroke={1.8} aria-hidden />
      <input
        ref={box}
        type="search"
        aria-label="Search reports and documents"
        placeholder="Search"
        enterKeyHint="search"
        maxLength={200}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </form>
  )
}

const textOf = (search: object): string => ('query' in search && typeof search.query === 'string' ? search.query : '')
