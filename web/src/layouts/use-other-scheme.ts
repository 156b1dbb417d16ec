/** The color scheme that is not shown, to switch to: by a button in the header, on a phone in the account menu, where there is room. */
import { IconMoon, IconSun } from '@tabler/icons-react'
import { chooseColorScheme, shownScheme } from '../kernel/color-scheme.ts'
import { useObservable } from '../kernel/observable.ts'

export function useOtherScheme() {
  const isLight = useObservable(shownScheme) === 'light'
  const other = isLight ? 'dark' : 'light'
  return { words: `Use the ${other} colors`, Icon: isLight ? IconMoon : IconSun, choose: () => chooseColorScheme(other) }
}
