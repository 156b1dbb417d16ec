/** Year, environment and version; client layouts add whose platform it is. */
import { getSite } from '@corridor/contract/session.ts'
import { useEffect } from 'react'
import { useMaybeSession } from '../kernel/session.ts'
import { applySiteTheme } from '../kernel/site-theme.ts'
import { useEndpoint } from '../kernel/use-endpoint.ts'
import css from './Footer.module.css'

/** Year of the visit: a page open over New Year's Eve shows the old one until it is loaded again. */
const YEAR = new Date().getFullYear()

export function Footer({ poweredBy }: { poweredBy: boolean }) {
  const session = useMaybeSession()
  const site = useEndpoint(getSite, {}).data
  const theme = site?.theme
  useEffect(() => applySiteTheme(theme), [theme])
  return (
    <footer className={css.footer} data-no-print>
      <span className={css.facts}>
        {/* Where the platform is named at the other end, it is not named twice. */}
        <span>{['©', YEAR, poweredBy ? undefined : site?.displayName].filter(Boolean).join(' ')}</span>
        <span>{session?.environment ?? site?.environment ?? ''}</span>
        <span>Version {session?.version ?? site?.version ?? ''}</span>
      </span>
      {poweredBy && site ? (
        <span className={css.powered}>
          Powered by {site.logoUrl ? <img data-logo src={site.logoUrl} alt="" height={22} /> : null}
          <b>{site.displayName}</b>
        </span>
      ) : null}
    </footer>
  )
}
