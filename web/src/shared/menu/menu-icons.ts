/** The ten icons of menu items, in the required order. */
import type { IconType } from '@corridor/domain/client-menu/items.ts'
import {
  IconAlertCircle,
  IconBuildingBank,
  IconCalendar,
  IconCalendarEvent,
  IconCalendarTime,
  IconCertificate,
  IconFileText,
  IconFolder,
  IconHeadset,
  IconUsers,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'

export const MENU_ICONS: Record<IconType, ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: boolean }>> = {
  1: IconFolder,
  2: IconFileText,
  3: IconCertificate,
  4: IconBuildingBank,
  5: IconCalendar,
  6: IconCalendarTime,
  7: IconCalendarEvent,
  8: IconHeadset,
  9: IconUsers,
  10: IconAlertCircle,
}
