/** Where what stands in the sidebar is drawn: open, as a rail of icons, or over the page; and what it may ask of the sidebar. */
import { createContext, useContext } from 'react'

export interface Tip {
  label: string
  top: number
  left: number
}
export interface SidebarPlace {
  open: boolean
  /** From the rail: lays the side menu over the page. */
  reveal: () => void
  /** A link was followed. */
  leave: () => void
  tip: (tip: Tip | null) => void
}

const Place = createContext<SidebarPlace>({ open: true, reveal: () => undefined, leave: () => undefined, tip: () => undefined })
export const SidebarPlaceProvider = Place.Provider
export const useSidebarPlace = (): SidebarPlace => useContext(Place)
