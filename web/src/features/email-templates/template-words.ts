/** Where a template is in use, in words. */
import type { StatusTable } from '../../ui/states/StatusBadge.tsx'

export type Use = 'here' | 'everywhere' | 'elsewhere' | 'none'
export const USE: StatusTable<Use> = {
  here: { label: 'On this site', tone: 'good' },
  everywhere: { label: 'On all sites', tone: 'good' },
  elsewhere: { label: 'On other sites', tone: 'note' },
  none: { label: 'Not in use', tone: 'quiet' },
}

/** Chosen for all sites it still gives way to what a site chose for itself. */
export function placeOfUse({ inUse, usedHere, usedEverywhere }: { inUse: boolean; usedHere: boolean; usedEverywhere: boolean }): Use {
  if (usedEverywhere) return inUse ? 'everywhere' : 'elsewhere'
  return usedHere ? 'here' : 'none'
}
