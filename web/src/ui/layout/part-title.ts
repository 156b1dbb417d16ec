/** The name by which a phone opened the part of the page that stands here: a panel of the same name does not print it again. */
import { createContext } from 'react'

export const PartTitle = createContext<string | null>(null)
