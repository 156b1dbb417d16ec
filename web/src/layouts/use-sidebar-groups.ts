/** The groups of the sidebar that stand open: the person's own choice, kept on the server and, for the first moment of the next page, in this browser. */
import { getSettings, saveSettings } from '@corridor/contract/profile.ts'
import { useState, useSyncExternalStore } from 'react'
import { call } from '../kernel/call.ts'
import { remember, remembered } from '../kernel/local-memory.ts'
import { useSession } from '../kernel/session.ts'
import { changeCached, useEndpoint } from '../kernel/use-endpoint.ts'
import type { NavigationSection } from './navigation.ts'
import { arrange, groupOf, type Measures } from './sidebar-groups.ts'

interface Where {
  sections: readonly NavigationSection[]
  active: string | undefined
  measures: Measures
  /** Pixels that the header takes from the window. */
  above: number
  accountRows: number
  /** A client's menu is as long as it is: the sidebar scrolls, and groups fold only as the person wishes. */
  scrolls: boolean
}

export function useSidebarGroups({ sections, active, measures, above, accountRows, scrolls }: Where) {
  const { actingAs } = useSession()
  const kept = useEndpoint(getSettings, {}, { isQuiet: true })
  const height = useSyncExternalStore(watchWindow, () => window.innerHeight)
  // Until the server has answered, as this browser remembers it.
  const [own, setOwn] = useState<readonly string[] | null>(remembered().openGroups ?? null)
  const chosen = kept.data ? kept.data.openGroups : own
  const here = groupOf(sections, active)
  const [come, setCome] = useState({ here, first: here, groups: here === null ? [] : [here] })
  // Coming to a page opens its group and leaves every other as it is; staying in the group leaves it folded where the person folded it.
  const current = come.here === here ? come : { ...come, here, groups: here === null ? come.groups : [...come.groups, here] }
  if (current !== come) setCome(current)
  const { open, account } = arrange({ sections, lead: current.first, room: scrolls ? Infinity : height - above, measures, accountRows })
  const standing = chosen ?? open
  const unfolded: ReadonlySet<string> = new Set([...standing, ...current.groups])

  const toggle = (code: string) => {
    const others = standing.filter((each) => each !== code)
    const openGroups = unfolded.has(code) ? others : [code, ...others]
    setCome({ ...current, groups: current.groups.filter((each) => each !== code) })
    setOwn(openGroups)
    remember({ openGroups })
    changeCached(getSettings, {}, (settings) => ({ ...settings, openGroups }))
    // A view as somebody else changes nothing of theirs; and a choice that could not be kept is still made here.
    if (actingAs === null) void call(saveSettings, { openGroups }).catch(() => undefined)
  }
  return { open: unfolded, account, here, toggle }
}

function watchWindow(listener: () => void): () => void {
  window.addEventListener('resize', listener)
  return () => window.removeEventListener('resize', listener)
}
