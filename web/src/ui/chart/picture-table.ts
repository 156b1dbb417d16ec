/** A table as a scene, for the picture of what is drawn as one on the page. */
import type { ChartTheme, Mark, Scene, Size } from '@corridor/domain/reports/charts/scene.ts'
import type { Picture } from './picture.ts'

export interface PictureTable {
  head: readonly string[]
  rows: readonly (readonly string[])[]
  /** Columns whose figures stand to the right. */
  numeric: readonly number[]
  /** A bar behind each row's last figure, as fractions of the width that is left for it. */
  bars?: readonly number[]
}
const LINE = 34

export function tableScene({ head, rows, numeric, bars }: PictureTable): { scene: Picture['scene']; height: number } {
  const scene = (theme: ChartTheme, { width, height }: Size): Scene => {
    const room = bars ? width * 0.3 : 0
    const weights = head.map((word, column) => Math.max(word.length, ...rows.map((row) => (row[column] ?? '').length)) + 3)
    const all = weights.reduce((sum, weight) => sum + weight, 0)
    const ends = weights.map((_, column) => (weights.slice(0, column + 1).reduce((sum, weight) => sum + weight, 0) / all) * (width - room))
    const cell = (text: string, column: number, y: number, isHead: boolean): Mark => ({
      tag: 'text',
      attributes: {
        x: numeric.includes(column) ? (ends[column] ?? 0) - 10 : (ends[column - 1] ?? 0),
        y,
        fontSize: 13,
        fontWeight: isHead || column === 0 ? 600 : 400,
        fill: isHead ? theme.mute : theme.ink,
        ...(numeric.includes(column) ? { textAnchor: 'end' } : {}),
      },
      text,
    })
    return {
      width,
      height,
      marks: [
        ...head.map((word, column) => cell(word, column, 20, true)),
        ...rows.flatMap((row, index): Mark[] => {
          const y = LINE * (index + 1)
          const bar = bars?.[index]
          return [
            { tag: 'path', attributes: { d: `M0 ${y}H${width}`, stroke: theme.grid, strokeWidth: 1 } },
            ...row.map((text, column) => cell(text, column, y + 22, false)),
            ...(bar === undefined
              ? []
              : [
                  {
                    tag: 'path' as const,
                    attributes: {
                      d: `M${width - room + 10} ${y + 8}h${Math.max(1, bar * (room - 10))}v18h-${Math.max(1, bar * (room - 10))}z`,
                      fill: theme.line,
                    },
                  },
                ]),
          ]
        }),
      ],
      points: [],
      top: 0,
      bottom: height,
    }
  }
  return { scene, height: LINE * (rows.length + 1) }
}
