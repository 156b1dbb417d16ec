/** The screen's colors for charts, by name: theme/tokens.css says what they are in light and in dark. */
import type { ChartTheme } from '@corridor/domain/reports/charts/scene.ts'

export const SCREEN_THEME: ChartTheme = {
  fontSize: 12,
  ink: 'var(--heading)',
  mute: 'var(--ink-soft)',
  grid: 'var(--chart-grid)',
  line: 'var(--bar)',
  positive: 'var(--chart-up)',
  negative: 'var(--chart-down)',
  surface: 'var(--surface)',
}
