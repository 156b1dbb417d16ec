/** The help beside the page: the articles of the page, those that a search finds, and one of them to read. The page stays usable meanwhile. */

import articles from 'virtual:help-index'
import allTexts from 'virtual:help-texts'
import { IconArrowLeft, IconX } from '@tabler/icons-react'
import { useRouterState } from '@tanstack/react-router'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { showHelp } from '../kernel/help-shown.ts'
import { useSession } from '../kernel/session.ts'
import type { HelpArticle } from '../shared/help/article.ts'
import { articlesOf, mayRead, textsFor } from '../shared/help/pages.ts'
import { findArticles } from '../shared/help/search.ts'
import { SearchField } from '../ui/fields/SearchField.tsx'
import css from './Help.module.css'
import { HelpText } from './HelpText.tsx'

export function HelpPanel({ article, onClose }: { article: string | null; onClose: () => void }) {
  const session = useSession()
  const id = useId()
  const pattern = useRouterState({ select: ({ matches }) => String(matches.at(-1)?.fullPath ?? '') })
  const [typed, setTyped] = useState('')
  const box = useRef<HTMLElement>(null)
  const opened = articles.find((each) => each.id === article && mayRead(session, each))
  // Opening the panel or an article moves the focus to it, so that a screen reader reads on there.
  useEffect(() => {
    box.current?.querySelector<HTMLElement>('[data-start]')?.focus()
    if (box.current && article) box.current.querySelector('[data-body]')?.scrollTo(0, 0)
  }, [article])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    if (opened) showHelp()
    else onClose()
  }
  const ofPage = articlesOf(articles, pattern, session)
  const readable = articles.filter((each) => mayRead(session, each))
  const texts = textsFor(session, allTexts)
  const found = findArticles(readable, texts, typed)
  const others = readable.filter((each) => !ofPage.includes(each)).toSorted((a, b) => a.title.localeCompare(b.title))
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementInteractions: Escape leaves the help wherever the focus stands in it.
    <aside ref={box} className={css.panel} aria-labelledby={`${id}-title`} onKeyDown={onKeyDown} data-no-print>
      <header className={css.header}>
        {opened ? (
          <button type="button" className={css.icon} onClick={() => showHelp()} aria-label="All articles">
            <IconArrowLeft size={18} aria-hidden />
          </button>
        ) : null}
        <h2 id={`${id}-title`} tabIndex={-1} {...(opened ? { 'data-start': true } : {})}>
          {opened?.title ?? 'Help'}
        </h2>
        <button type="button" className={css.icon} onClick={onClose} aria-label="Close help">
          <IconX size={18} aria-hidden />
        </button>
      </header>
      <div className={css.body} data-body>
        {opened ? (
          <div className={css.text}>
            <HelpText nodes={texts[opened.id] ?? []} readable={readable} onOpen={showHelp} />
          </div>
        ) : (
          <>
            <div className={css.search}>
              <SearchField label="Search the help" value={typed} onSearch={setTyped} />
            </div>
            <p className="visually-hidden" role="status">
              {typed.trim() === '' ? '' : `${found.length} found`}
            </p>
            {typed.trim() === '' ? (
              <>
                <Articles heading="On this page" articles={ofPage} />
                <Articles heading="All other articles" articles={others} />
              </>
            ) : found.length > 0 ? (
              <Articles heading={found.length === 1 ? '1 article' : `${found.length} articles`} articles={found} />
            ) : (
              <p className={css.none}>No article has these words. Try others, or ask your service team.</p>
            )}
          </>
        )}
      </div>
    </aside>
  )
}

function Articles({ heading, articles: listed }: { heading: string; articles: readonly HelpArticle[] }): ReactNode {
  if (listed.length === 0) return null
  return (
    <section>
      <h3 className={css.heading}>{heading}</h3>
      <ul className={css.list}>
        {listed.map(({ id, title }) => (
          <li key={id}>
            <button type="button" onClick={() => showHelp(id)}>
              {title}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
