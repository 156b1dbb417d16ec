/** The portals as papers name them. */
export interface Portal {
  id: number
  name: string
  portalLabel: 'BOLI' | 'COLI'
  /** SHA-256 of the firm's picture that papers of this portal carry; absent without one. */
  logo?: string
}

/** "COLI Portal", with its name where there is more than one of them. */
export const portalName = ({ portalLabel, name }: Portal, all: readonly Portal[]): string =>
  `${portalLabel} Portal${all.filter((one) => one.portalLabel === portalLabel).length > 1 ? ` (${name})` : ''}`
