/** The command palette: pages, actions, institutions, files, people, batches, insurance policies and exceptions by their names; arrows, Enter, Escape. */

import articles from 'virtual:help-index'
import { palette } from '@corridor/contract/search.ts'
import type { Session } from '@corridor/contract/session.ts'
import { isStaff } from '@corridor/domain/access/access.ts'
import { useRouter } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useViewAs } from '../features/rights/use-view-as.ts'
import { showHelp } from '../kernel/help-shown.ts'
import { recentPlaces, rememberPlace } from '../kernel/recent-pages.ts'
import { useSession } from '../kernel/session.ts'
import { useEndpoint } from '../kernel/use-endpoint.ts'
import { paths } from '../paths.ts'
import { useShowFirstSteps } from '../shared/first-steps/FirstSteps.tsx'
import type { HelpNode } from '../shared/help/article.ts'
import { mayRead, textsFor } from '../shared/help/pages.ts'
import { explains, findArticles } from '../shared/help/search.ts'
import { Modal } from '../ui/overlays/Modal.tsx'
import { CLIENT, sectionsFor, withUnder } from './navigation.ts'
import css from './Palette.module.css'
import { findsNames } from './palette-names.ts'
import { askedIn, groupsOf, type Place, type PlaceGroup } from './palette-places.ts'
import { promiseOf } from './palette-promise.ts'
import { HELP_WORDS, PAGE_WORDS } from './palette-words.ts'
import { ADMINISTRATIVE } from './staff-navigation.ts'
import { useSwitchSite } from './use-switch-site.ts'

type HelpTexts = Readonly<Record<string, readonly HelpNode[]>>

export function Palette({ onClose }: { onClose: () => void }) {
  const router = useRouter()
  const session = useSession()
  const id = useId()
  const [typed, setTyped] = useState('')
  const asked = askedIn(session, typed)
  const query = useRested(asked.query)
  const { alone } = asked
  const found = useEndpoint(palette, { query, ...(alone ? { alone } : {}) }, { enabled: query !== '' })
  const { move } = useSwitchSite()
  const { start } = useViewAs()
  const showFirstSteps = useShowFirstSteps()
  const pages = sectionsFor(session, isStaff(session.userRole) ? ADMINISTRATIVE : CLIENT).flatMap(({ heading, items }) =>
    items.flatMap(withUnder).map(({ label, path }) => ({ label, detail: heading ?? '', to: path, words: PAGE_WORDS[path] ?? '' })),
  )
  const help = useHelp(session, asked.typed)
  // A person or a policy that was found for other words must not be opened for these.
  const isAnswer = query === asked.query && !found.isPlaceholderData
  const groups = groupsOf(session, asked, {
    pages,
    help,
    recent: recentPlaces(session),
    records: query === '' || (alone && !isAnswer) ? [] : (found.data?.records ?? []),
    switchSite: (siteId) => void move(siteId),
    showFirstSteps,
    viewAs: (userId, institutionId) => void start(userId, institutionId),
  })
  const isWaiting = found.isFetching || query !== asked.query
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
    if (place.types !== undefined) return setTyped(place.types)
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
  const first = (group: PlaceGroup) =>
    groups.slice(0, groups.indexOf(group)).reduce((count, { places: before }) => count + before.length, 0)

  return (
    <Modal title="Go to" onClose={onClose} width={700}>
      <input
        className={css.input}
        role="combobox"
        type="text"
        aria-label={findsNames(session) ? 'Page, file or name' : 'Page or file'}
        aria-expanded={places.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={places.length > 0 ? `${id}-${active}` : undefined}
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        placeholder={promiseOf(session)}
        data-autofocus
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          setChosen(undefined)
        }}
        onKeyDown={onKeyDown}
      />
      <p className="visually-hidden" role="status">
        {asked.typed === '' || isWaiting
          ? ''
          : places.length === 0
            ? asked.hint
            : `${places.filter(({ to }) => to !== paths.search(asked.typed)).length} found`}
      </p>
      {places.length === 0 ? <p className={css.hint}>{isWaiting ? '' : asked.hint}</p> : null}
      <div
        ref={list}
        hidden={places.length === 0}
        id={`${id}-list`}
        className={css.list}
        role="listbox"
        aria-label="Places"
        tabIndex={-1}
        aria-busy={found.isFetching}
      >
        {groups.map((group, order) => (
          <div key={group.heading} role="group" aria-labelledby={`${id}-group-${order}`} className={css.group}>
            <div id={`${id}-group-${order}`} className={css.heading} role="presentation">
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
                  <span className={css.label} title={place.label}>
                    {place.label}
                  </span>
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

/** Articles that have all the words typed in their titles or texts, the best first; of their titles alone until the texts have come. */
function useHelp(session: Session, typed: string): (Place & { isStrong: boolean })[] {
  const [allTexts, setTexts] = useState<HelpTexts>({})
  const texts = textsFor(session, allTexts)
  const isAsked = typed !== ''
  useEffect(() => {
    let left = false
    if (isAsked)
      void import('virtual:help-texts').then((loaded) => {
        if (!left) setTexts(loaded.default)
      })
    return () => {
      left = true
    }
  }, [isAsked])
  const titles = new Map(articles.map(({ id, title }) => [id, title]))
  // The words of the trade weigh as much as those of the title.
  const readable = articles
    .filter((article) => mayRead(session, article))
    .map((article) => ({ ...article, title: `${article.title} ${HELP_WORDS[article.id] ?? ''}` }))
  return findArticles(readable, texts, typed).map(({ id: article, title }) => ({
    label: titles.get(article) ?? title,
    detail: 'Help',
    to: `help:${article}`,
    act: () => showHelp(article),
    isStrong: title.toLowerCase().includes(typed.toLowerCase()) || explains(texts[article] ?? [], typed),
  }))
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
