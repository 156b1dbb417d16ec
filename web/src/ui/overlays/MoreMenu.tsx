/** Actions of a page's head that are rarely needed, behind one button; a single one is that button itself. */
import type { ReactNode } from 'react'
import { Button } from '../fields/Button.tsx'
import { Popover, PopoverItem } from './Popover.tsx'

export interface MoreAction {
  label: string
  icon: ReactNode
  run: () => void
}

export const MoreActions = ({ actions, disabled }: { actions: readonly MoreAction[]; disabled: boolean }) =>
  actions.map(({ label, icon, run }) => (
    <Button key={label} variant="default" leftSection={icon} disabled={disabled} onClick={run}>
      {label}
    </Button>
  ))

export function MoreMenu({ actions, disabled }: { actions: readonly MoreAction[]; disabled: boolean }) {
  if (actions.length < 2) return <MoreActions actions={actions} disabled={disabled} />
  return (
    <Popover label="More" large disabled={disabled}>
      {(close) =>
        actions.map(({ label, icon, run }) => (
          <PopoverItem
            key={label}
            icon={icon}
            onChoose={() => {
              close()
              run()
            }}
          >
            {label}
          </PopoverItem>
        ))
      }
    </Popover>
  )
}
