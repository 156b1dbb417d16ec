/** Moves to another of the person's sites: the application starts anew there. */
import { switchSite } from '@corridor/contract/session.ts'
import { startAnewAt } from '../kernel/active-site.ts'
import { useAction } from '../kernel/use-action.ts'

export function useSwitchSite() {
  const change = useAction(switchSite)
  const move = async (id: number) => {
    const moved = await change.run({ id })
    if (moved.ok) startAnewAt(moved.value, moved.value.handOver)
  }
  return { move, isMoving: change.running }
}
