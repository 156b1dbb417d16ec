/** The report, version and date that the figures of a page stand in, for whoever asks about one of them. */
import { ABOUT_LINK } from '@corridor/domain/service-requests/subject-matter.ts'
import { createContext, useContext } from 'react'

export interface FigurePlaceValue {
  title: string
  /** Path and query of the page, at the version that is shown. */
  link: string
}
const Place = createContext<FigurePlaceValue | null>(null)
export const FigurePlace = Place.Provider

/** Without a report around them the figures stand on the page itself. */
export function useFigurePlace(): () => FigurePlaceValue {
  const place = useContext(Place)
  return () => place ?? { title: document.title.replace(/ · [^·]*$/, ''), link: hereOr(location.pathname + location.search) }
}

/** An address whose query has signs of its own is kept without it. */
const hereOr = (link: string): string => (ABOUT_LINK.test(link) ? link : location.pathname)
