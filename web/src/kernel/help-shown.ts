/** Whether the help stands beside the page, and with which article; null while it does not. */
import { observable } from './observable.ts'

interface HelpShown {
  /** Null: the list of what belongs to the page. */
  article: string | null
}
export const helpShown = observable<HelpShown | null>(null)
export const showHelp = (article: string | null = null): void => helpShown.set({ article })
export const hideHelp = (): void => helpShown.set(null)
