/** The portals as papers name them. */
export interface Portal {
  id: number
  name: string
  portalLabel: 'BOLI' | 'COLI'
}

/** "COLI Portal", with its name where there is more than one of them. */
export const portalName = ({ portalLabel, name }: Portal, all: readonly Portal[]): string =>
  `${portalLabel} Portal${all.filter((one) => one.portalLabel === portalLabel).length > 1 ? ` (${name})` : ''}`
