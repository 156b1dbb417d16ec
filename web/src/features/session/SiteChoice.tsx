/** Which site to sign in to, asked once an address is typed; the server names all of them to everybody, so the question tells nothing. */
import { listSitesOfEmail } from '@corridor/contract/session.ts'
import { useEffect, useId, useState } from 'react'
import { call } from '../../kernel/call.ts'

export interface SiteOption {
  id: number
  name: string
  /** Its own origin, when the site answers on another host than this page. */
  elsewhere: string | null
}

/**
 * The sites once the text is an address; kept while it is typed on, since the answer is the same for all. Until then the page's own stands for
 * all where there are several, so that nothing moves under a hand about to press the button below.
 */
export function useSitesOf(
  email: string,
  own: { id: number; displayName: string; severalSites: boolean } | undefined,
): readonly SiteOption[] {
  const [sites, setSites] = useState<SiteOption[] | null>(null)
  const ready = own?.severalSites && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim())
  const none = sites === null
  useEffect(() => {
    if (!ready || !none) return
    const stop = new AbortController()
    // Typing on must not ask with every letter, nor say more than one address.
    const timer = setTimeout(() => {
      call(listSitesOfEmail, { email: base64(email.trim()) }, { signal: stop.signal }).then(
        ({ records }) => setSites(records.map(({ id, name, url }) => ({ id, name, elsewhere: originElsewhere(url) }))),
        () => undefined,
      )
    }, 400)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [email, ready, none])
  if (sites) return sites
  return own?.severalSites ? [{ id: own.id, name: own.displayName, elsewhere: null }] : []
}

export function SiteChoice({ sites, value, onChange }: { sites: readonly SiteOption[]; value: number; onChange: (id: number) => void }) {
  const id = useId()
  const chosen = sites.find((site) => site.id === value)
  return (
    <>
      <label htmlFor={id}>Site</label>
      <select id={id} name="site" value={value} onChange={(event) => onChange(Number(event.currentTarget.value))}>
        {sites.map((site) => (
          <option key={site.id} value={site.id}>
            {site.name}
          </option>
        ))}
      </select>
      {chosen?.elsewhere ? <p>You continue at {new URL(chosen.elsewhere).host}.</p> : null}
    </>
  )
}

const base64 = (text: string): string => btoa(String.fromCodePoint(...new TextEncoder().encode(text)))

function originElsewhere(url: string | null): string | null {
  const address = url === null || /^https?:/.test(url) ? url : `https://${url}`
  if (address === null || !URL.canParse(address)) return null
  const { origin, hostname } = new URL(address)
  return hostname === location.hostname ? null : origin
}
