/** The address that led to an error page, which itself is another one. */
import { observable } from './observable.ts'

/** Null when an error page was opened by its own address. */
export const refusedPage = observable<string | null>(null)
