/** The command palette: pages, institutions, files, people, batches, insurance policies and exceptions by their names; arrows, Enter, Escape. */

import articles from 'virtual:help-index'
import { PALETTE_KINDS, type PaletteItem, type PaletteKind, palette } from '@corridor/contract/search.ts'
import { isStaff } from '@corridor/domain/access/access.ts'
import { useRouter } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { showHelp } from '../kernel/help-shown.ts'
import { recentPlaces, rememberPlace } from '../kernel/recent-pages.ts'
import { useSession } from '../kernel/session.ts'
import { useEndpoint } from '../kernel/use-endpoint.ts'
import { paths } from '../paths.ts'
import { mayRead } from '../shared/help/pages.ts'
import { Modal } from '../ui/overlays/Modal.tsx'
import { CLIENT, sectionsFor, withUnder } from './navigation.ts'
import css from './Palette.module.css'
import { ADMINISTRATIVE } from './staff-navigation.ts'

interface Place {
  label: string
  detail: string
  to: string
  /** Done in place of going to an address; `to` then only tells it from the others. */
  act?: () => void
}
interface Group {
  heading: string
  places: readonly Place[]
}

const HEADINGS: Record<PaletteKind, string> = {
  INSTITUTION: 'Institutions',
  REPORT: 'Reports',
  DOCUMENT: 'Documents',
  BANK_UPLOAD: 'Bank uploads',
  PERSON: 'People',
  BATCH: 'Batches',
  INSURANCE_POLICY: 'Policies',
  EXCEPTION: 'Exceptions',
}
const RECENT_MOST = 5
const PAGES_MOST = 6
const HELP_MOST = 4

export function Palette({ onClose }: { onClose: () => void }) {
  const router = useRouter()
  const session = useSession()
  const id = useId()
  const [typed, setTyped] = useState('')
  const query = useRested(typed.trim())
  const found = useEndpoint(palette, { query }, { enabled: query !== '' })
  const pages = sectionsFor(session, isStaff(session.userRole) ? ADMINISTRATIVE : CLIENT).flatMap(({ heading, items }) =>
    items.flatMap(withUnder).map(({ label, path }) => ({ label, detail: heading ?? '', to: path })),
  )
  const help = articles
    .filter((article) => mayRead(session, article))
    .map(({ id: article, title }) => ({ label: title, detail: 'Help', to: `help:${article}`, act: () => showHelp(article) }))
  const groups = groupsOf(typed.trim(), { pages, help }, recentPlaces(session), typed.trim() === '' ? [] : (found.data?.records ?? []))
  const places = groups.flatMap((group) => group.places)
  // By its address: what the server finds meanwhile comes in between, and must not move the choice to another place.
  const [chosen, setChosen] = useState<string>()
  const active = Math.max(
    0,
    places.findIndex(({ to }) => to === chosen),
  )
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector(`[data-place="${active}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [active])

  const go = (place: Place) => {
    onClose()
    if (place.act) return place.act()
    rememberPlace(session, place)
    void router.navigate({ href: place.to })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const place = places[active]
    if (event.key === 'ArrowDown') setChosen(places[(active + 1) % places.length]?.to)
    else if (event.key === 'ArrowUp') setChosen(places.at(active - 1)?.to)
    else if (event.key === 'Enter' && place) go(place)
    else return
    event.preventDefault()
  }
  const first = (group: Group) => groups.slice(0, groups.indexOf(group)).reduce((count, { places: before }) => count + before.length, 0)

  return (
    <Modal title="Go to" onClose={onClose} width={620}>
      <input
        className={css.input}
        role="combobox"
        type="text"
        aria-label="Page, file or name"
        aria-expanded={places.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={places.length > 0 ? `${id}-${active}` : undefined}
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        placeholder={isStaff(session.userRole) ? 'A page, an institution, a file, a person, a policy or rule' : 'A page or a file'}
        data-autofocus
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          setChosen(undefined)
        }}
        onKeyDown={onKeyDown}
      />
      <p className="visually-hidden" role="status">
        {typed.trim() === '' || found.isFetching ? '' : `${places.length - 1} found`}
      </p>
      <div ref={list} id={`${id}-list`} className={css.list} role="listbox" aria-label="Places" tabIndex={-1} aria-busy={found.isFetching}>
        {groups.map((group) => (
          <div key={group.heading} role="group" aria-labelledby={`${id}-${group.heading}`} className={css.group}>
            <div id={`${id}-${group.heading}`} className={css.heading} role="presentation">
              {group.heading}
            </div>
            {group.places.map((place, index) => {
              const number = first(group) + index
              return (
                <div
                  key={place.to}
                  id={`${id}-${number}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={number === active}
                  data-place={number}
                  className={css.place}
                  onClick={() => go(place)}
                  onKeyDown={onKeyDown}
                  onPointerMove={() => setChosen(place.to)}
                >
                  <span className={css.label}>{place.label}</span>
                  <span className={css.detail}>{place.detail}</span>
                </div>
              )
            })}
          </div>
        ))}
      </div>
      <p className={css.keys} aria-hidden>
        <kbd>↑</kbd> <kbd>↓</kbd> choose <kbd>Enter</kbd> go <kbd>Esc</kbd> close
      </p>
    </Modal>
  )
}

interface Known {
  pages: readonly Place[]
  help: readonly Place[]
}

/** Those that have all the words typed; first those that begin with them. */
function matching(places: readonly Place[], typed: string): Place[] {
  const wanted = typed.toLowerCase()
  const words = wanted.split(/\s+/)
  return places
    .filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)))
    .toSorted((a, b) => Number(b.label.toLowerCase().startsWith(wanted)) - Number(a.label.toLowerCase().startsWith(wanted)))
}

function groupsOf(typed: string, { pages, help }: Known, recent: readonly Place[], records: readonly PaletteItem[]): Group[] {
  const groups: Group[] =
    typed === ''
      ? [
          { heading: 'Recent', places: recent.slice(0, RECENT_MOST) },
          { heading: 'Pages', places: pages.filter(({ to }) => !recent.slice(0, RECENT_MOST).some((place) => place.to === to)) },
        ]
      : [
          { heading: 'Pages', places: matching(pages, typed).slice(0, PAGES_MOST) },
          ...PALETTE_KINDS.map((kind) => ({ heading: HEADINGS[kind], places: records.filter((item) => item.kind === kind).map(placeOf) })),
          { heading: 'Help', places: matching(help, typed).slice(0, HELP_MOST) },
          { heading: 'Search', places: [{ label: `Search files for “${typed}”`, detail: 'Names and words', to: paths.search(typed) }] },
        ]
  return groups.filter(({ places }) => places.length > 0)
}

function placeOf(item: PaletteItem): Place {
  const { name: label, detail } = item
  return { label, detail, to: addressOf(item) }
}
function addressOf({ kind, id, name, institutionId, reportType, exception }: PaletteItem): string {
  switch (kind) {
    case 'INSTITUTION':
      return paths.institution(id)
    case 'PERSON':
      return paths.user(id)
    case 'BATCH':
      return paths.reportBatch(id, reportType ?? 'AssetReport')
    case 'INSURANCE_POLICY':
      return paths.registerPolicy(institutionId ?? 0, id)
    case 'EXCEPTION':
      return exception ? paths.exception({ ...exception, institutionId: institutionId ?? 0, id }) : paths.staffDashboard()
    case 'REPORT':
    case 'DOCUMENT':
    case 'BANK_UPLOAD':
      return paths.foundFile({ kind, id, name })
  }
}

/** Typed text is searched for once the hand rests. */
function useRested(text: string): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), 140)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}
