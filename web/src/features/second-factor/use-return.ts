/** Where a person was going when the second factor came between: on this server only. */
import { useRouterState } from '@tanstack/react-router'
import { safeReturn } from '../../paths.ts'

export const useReturn = (): string | null =>
  useRouterState({ select: (state) => safeReturn(new URLSearchParams(state.location.searchStr).get('fromPath')) })
