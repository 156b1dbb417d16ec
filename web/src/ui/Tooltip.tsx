/** A word of explanation on hover and focus, at most 300 px wide (seed 9). Never the only place of something needed. */
import '@mantine/core/styles/Tooltip.layer.css'
import { Tooltip as MantineTooltip } from '@mantine/core'
import type { ReactElement } from 'react'

export const Tooltip = ({ label, children }: { label: string; children: ReactElement }) => (
  <MantineTooltip label={label} maw={300} multiline events={{ hover: true, focus: true, touch: true }} withinPortal zIndex={310}>
    {children}
  </MantineTooltip>
)
