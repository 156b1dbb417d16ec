/** The frame before the application: the product's name on one side, a card with one thing to do on the other. No router, no icons. */
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { getSite } from '@corridor/contract/session.ts'
import { type ReactNode, useEffect, useState } from 'react'
import { call } from '../../kernel/call.ts'
import css from './EntryPage.module.css'

export type Site = ReplyOf<typeof getSite>

interface EntryPageProps {
  title: string
  site: Site | null
  children: ReactNode
  /** Under the card. */
  below?: ReactNode
  /** The person began: what comes next can be fetched meanwhile. */
  onIntent?: (() => void) | undefined
}

export function EntryPage({ title, site, children, below, onIntent }: EntryPageProps) {
  useEffect(() => {
    document.title = `${title} · ${site?.portalLabel ?? 'Corridor'}`
  }, [title, site])
  return (
    <div className={css.page}>
      <header className={css.brand}>
        <div className={css.mark}>
          <svg viewBox="0 0 44 44" fill="none" stroke="currentColor" strokeWidth="2" strokeLinejoin="round" aria-hidden>
            <path d="M11 33V11h22v22M17 33V19h10v14M8 33h28" />
          </svg>
          <b>Corridor</b>
        </div>
        <div className={css.words}>
          <p className={css.lead}>Bank- and corporate-owned life insurance, month by month, to the cent.</p>
          <p>
            Every figure on a report leads back to the policy it came from, and your service team can follow it to the line of the carrier’s
            file.
          </p>
        </div>
        <p className={css.small}>{site ? `${site.displayName} · ${site.environment} · Version ${site.version}` : ' '}</p>
      </header>
      <main className={css.main} id="content" onFocus={onIntent}>
        <div className={css.card}>
          <p className={css.portal}>{site?.portalLabel ?? ' '}</p>
          <h1>{title}</h1>
          {children}
        </div>
        {below}
      </main>
    </div>
  )
}

/** A failed site load is silently ignored: the page works without a label. */
export function useSite(): Site | null {
  const [site, setSite] = useState<Site | null>(null)
  useEffect(() => {
    const stop = new AbortController()
    call(getSite, {}, { signal: stop.signal }).then(setSite, () => undefined)
    return () => stop.abort()
  }, [])
  return site
}
