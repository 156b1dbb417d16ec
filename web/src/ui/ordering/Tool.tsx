/** Buttons of an editor's toolbar; a disabled one stays reachable, so that a keyboard does not lose its place. */
import { IconArrowBackUp, IconArrowForwardUp, type IconArrowUp } from '@tabler/icons-react'
import css from './ordering.module.css'
import type { TakenSteps } from './use-steps.ts'

export interface ToolProps {
  label: string
  title?: string
  disabled?: boolean
  onPress: () => void
  icon: typeof IconArrowUp
}

export const Tool = ({ label, title = label, disabled = false, onPress, icon: Icon }: ToolProps) => (
  <button
    type="button"
    className={css.tool}
    aria-label={label}
    title={title}
    aria-disabled={disabled}
    onClick={() => (disabled ? undefined : onPress())}
  >
    <Icon size={18} stroke={1.7} aria-hidden />
  </button>
)

const nothing = () => undefined
export const UndoTools = ({ steps: { undo, redo } }: { steps: TakenSteps }) => (
  <>
    <Tool label="Undo" disabled={!undo} onPress={undo ?? nothing} icon={IconArrowBackUp} />
    <Tool label="Redo" disabled={!redo} onPress={redo ?? nothing} icon={IconArrowForwardUp} />
  </>
)
