/** What hovering a chart shows: the row of its table, figures exact. Built as elements, so that no name is ever read as markup. */
import type { ChartTheme } from '@corridor/domain/charts.ts'
import css from './Chart.module.css'

export function tooltipOf(theme: ChartTheme, head: readonly string[], points: readonly (readonly string[])[]) {
  return {
    trigger: 'axis',
    confine: true,
    backgroundColor: theme.surface,
    borderColor: theme.mute,
    textStyle: { color: theme.ink, fontSize: 13 },
    axisPointer: { type: 'line', lineStyle: { color: theme.mute } },
    formatter: (hovered: { dataIndex: number } | { dataIndex: number }[]) => {
      const index = (Array.isArray(hovered) ? hovered[0] : hovered)?.dataIndex
      const row = index === undefined ? undefined : points[index]
      const box = document.createElement('div')
      box.className = css.tip ?? ''
      if (!row) return box
      const title = box.appendChild(document.createElement('b'))
      title.textContent = row[0] ?? ''
      for (const [position, cell] of row.entries()) {
        if (position === 0) continue
        const line = box.appendChild(document.createElement('div'))
        line.appendChild(document.createElement('span')).textContent = head[position] ?? ''
        line.appendChild(document.createElement('span')).textContent = cell
      }
      return box
    },
  }
}
