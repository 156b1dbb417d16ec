/** Light or dark: the person's choice, else the system's. */
import { remember, remembered } from './local-memory.ts'
import { observable } from './observable.ts'

export type ColorScheme = 'light' | 'dark' | 'auto'

const ATTRIBUTE = 'data-color-scheme'
const prefersDark = typeof matchMedia === 'undefined' ? null : matchMedia('(prefers-color-scheme: dark)')

export const colorScheme = observable<ColorScheme>(remembered().colorScheme ?? 'auto')
/** The theme that `auto` amounts to at the moment; charts draw with it. */
export const shownScheme = observable<'light' | 'dark'>(resolved(colorScheme.get()))

export function chooseColorScheme(scheme: ColorScheme): void {
  remember({ colorScheme: scheme })
  colorScheme.set(scheme)
  applyColorScheme()
}

export function applyColorScheme(): void {
  shownScheme.set(resolved(colorScheme.get()))
  document.documentElement.setAttribute(ATTRIBUTE, shownScheme.get())
}

prefersDark?.addEventListener('change', applyColorScheme)

function resolved(scheme: ColorScheme): 'light' | 'dark' {
  return scheme === 'auto' ? (prefersDark?.matches ? 'dark' : 'light') : scheme
}
