/** For pages shown to nobody in particular, such as an error page before sign-in. */
import type { ReactNode } from 'react'
import { Footer } from './Footer.tsx'
import css from './PublicLayout.module.css'

export function PublicLayout({ children }: { children: ReactNode }) {
  return (
    <div className={css.page}>
      <header className={css.header}>
        <svg viewBox="0 0 44 44" fill="none" stroke="currentColor" strokeWidth="2" strokeLinejoin="round" aria-hidden>
          <path d="M11 33V11h22v22M17 33V19h10v14M8 33h28" />
        </svg>
        <b>Corridor</b>
      </header>
      <main id="content" tabIndex={-1} className={css.content}>
        {children}
      </main>
      <Footer poweredBy={false} />
    </div>
  )
}
