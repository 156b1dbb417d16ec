/** A person's own dashboard: the order of its parts, those they hid, and the growth of capital they plan. The server keeps it as their saved view of the dashboard. */
import { boliChart } from '@corridor/contract/charts.ts'
import { createSavedView, deleteSavedView, listSavedViews, updateSavedView } from '@corridor/contract/saved-views.ts'
import { useAction } from '../../kernel/use-action.ts'
import { type EndpointQuery, useEndpoint } from '../../kernel/use-endpoint.ts'

const LIST = `${boliChart.path}#dashboard`
const NAME = 'My dashboard'

export interface Arrangement {
  /** Codes of the parts, from top to bottom; one that is not in it stands where it stands in the standard order. */
  order: readonly string[]
  hidden: readonly string[]
}
export const STANDARD: Arrangement = { order: [], hidden: [] }

/** The standard order with a person's own applied: what is new since they arranged it follows the part that it follows there. */
export function inOrder<Part extends { code: string }>(parts: readonly Part[], order: readonly string[]): Part[] {
  const placed = order.flatMap((code) => parts.find((part) => part.code === code) ?? [])
  for (const [index, part] of parts.entries()) {
    if (placed.includes(part)) continue
    const before = parts[index - 1]
    placed.splice(before ? placed.indexOf(before) + 1 : 0, 0, part)
  }
  return placed
}

interface OwnArrangement extends Arrangement {
  /** Per cent a year as it was typed; empty while none is planned. */
  plannedGrowth: string
  query: EndpointQuery<typeof listSavedViews>
  keeping: boolean
  /** @returns whether it was kept; a failure is told as a toast */
  keep: (arrangement: Arrangement) => Promise<boolean>
  keepPlannedGrowth: (percent: string) => Promise<boolean>
}

export function useArrangement(): OwnArrangement {
  const query = useEndpoint(listSavedViews, { list: LIST }, { isQuiet: true })
  const outdated = { invalidates: [listSavedViews], success: 'Saved!' }
  const create = useAction(createSavedView, outdated)
  const update = useAction(updateSavedView, outdated)
  const remove = useAction(deleteSavedView, outdated)
  const view = query.data?.records.find(({ mine, name }) => mine && name === NAME)
  const own = { order: listOf(view?.query.order), hidden: listOf(view?.query.hidden), plannedGrowth: listOf(view?.query.growth)[0] ?? '' }
  const write = async ({ order, hidden, plannedGrowth }: typeof own): Promise<boolean> => {
    const written = {
      name: NAME,
      sharedWith: 'nobody',
      role: null,
      isDefault: false,
      query: { order, hidden, growth: plannedGrowth },
    } as const
    const isStandard = order.length === 0 && hidden.length === 0 && plannedGrowth === ''
    if (!view) return isStandard || (await create.run({ list: LIST, ...written })).ok
    return isStandard ? (await remove.run({ id: view.id })).ok : (await update.run({ id: view.id, ...written })).ok
  }
  return {
    ...own,
    query,
    keeping: create.running || update.running || remove.running,
    keep: ({ order, hidden }) => write({ ...own, order: [...order], hidden: [...hidden] }),
    keepPlannedGrowth: (plannedGrowth) => write({ ...own, plannedGrowth }),
  }
}

const listOf = (value: string | string[] | undefined): string[] =>
  value === undefined || value === '' ? [] : typeof value === 'string' ? [value] : value

/** Parts in rows: one of the full width, or neighbors of half the width, which share two columns. */
export function rowsOf<Part extends { width: 'half' | 'full' }>(parts: readonly Part[]): Part[][] {
  const rows: Part[][] = []
  for (const part of parts) {
    const last = rows.at(-1)
    if (part.width === 'half' && last?.[0]?.width === 'half') last.push(part)
    else rows.push([part])
  }
  return rows
}

/** Each part goes into the column that is shorter so far, so that none has room left beside a tall one. @param heights of the parts, pixels */
export function sidesOf(heights: readonly number[]): ('left' | 'right')[] {
  const used = { left: 0, right: 0 }
  return heights.map((height) => {
    const side = used.left <= used.right ? 'left' : 'right'
    used[side] += height
    return side
  })
}
