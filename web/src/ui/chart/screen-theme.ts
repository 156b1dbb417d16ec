/** The screen's colours for charts, light and dark. ECharts cannot read CSS variables, so they stand here once more. */
import type { ChartTheme } from '@corridor/domain/charts.ts'

const LIGHT: ChartTheme = {
  fontSize: 12,
  ink: '#0b2545',
  mute: '#4a586b',
  grid: '#e6ecf2',
  line: '#1d5c9b',
  positive: '#1f855c',
  negative: '#c9620a',
  surface: '#ffffff',
}
const DARK: ChartTheme = {
  fontSize: 12,
  ink: '#e6ecf4',
  mute: '#a9b6c8',
  grid: '#2a374b',
  line: '#5f9eda',
  positive: '#55b78b',
  negative: '#f0902f',
  surface: '#141d2b',
}

export const screenTheme = (scheme: 'light' | 'dark'): ChartTheme => (scheme === 'light' ? LIGHT : DARK)
