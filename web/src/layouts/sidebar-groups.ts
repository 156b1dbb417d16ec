/** Which groups of the sidebar stand open before a person chose: as many as the window has room for, so that no item lies below its edge. */
import { type NavigationSection, withUnder } from './navigation.ts'

/** Pixels of the sidebar's parts; Sidebar.module.css takes them as custom properties. */
export interface Measures {
  row: number
  heading: number
  /** All that stands above, between and below the groups but their own lines. */
  frame: number
}
export const DESK: Measures = { row: 30, heading: 32, frame: 46 }
/** Fingers need more; there is no toggle above and no header. */
export const PHONE: Measures = { row: 40, heading: 38, frame: 22 }

interface Asked {
  sections: readonly NavigationSection[]
  /** The group that comes before all others: of the page that was opened first. */
  lead: string | null
  /** Pixels between the header and the lower edge of the window. */
  room: number
  measures: Measures
  /** Lines of the account at the foot, its heading not counted. */
  accountRows: number
}

/** @returns the groups that are open, by their codes, and whether the account fits below them */
export function arrange({ sections, lead, room, measures, accountRows }: Asked): { open: readonly string[]; account: boolean } {
  const groups = sections.flatMap(({ code }) => (code === undefined ? [] : [code]))
  const wanted = [...new Set([...(lead === null ? [] : [lead]), ...groups])]
  const height = (open: readonly string[]) => {
    const rows = sections
      .filter(({ code }) => code === undefined || open.includes(code))
      .flatMap(({ items }) => items.flatMap(withUnder)).length
    return measures.frame + groups.length * measures.heading + rows * measures.row
  }
  const foot = measures.heading + accountRows * measures.row
  const fitting = (limit: number) => {
    const open: string[] = []
    for (const code of wanted) if (code === wanted[0] || height([...open, code]) <= limit) open.push(code)
    return open
  }
  const beside = fitting(room - foot)
  if (height(beside) <= room - foot) return { open: beside, account: true }
  return { open: fitting(room), account: false }
}

/** The group that an item of this address stands in. */
export const groupOf = (sections: readonly NavigationSection[], path: string | undefined): string | null =>
  sections.find(({ items }) => items.some((item) => withUnder(item).some((each) => each.path === path)))?.code ?? null
