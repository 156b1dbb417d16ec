/** Loud while somebody sees the portal as a client: whose view it is, and that nothing can be changed. */
import { IconEye } from '@tabler/icons-react'
import { useSession } from '../kernel/session.ts'
import css from './ActingAsBanner.module.css'

export function ActingAsBanner() {
  const { actingAs } = useSession()
  if (!actingAs) return null
  return (
    <p className={css.banner} role="status">
      <IconEye size={18} aria-hidden /> You see the portal as <b>{actingAs.name}</b>. Nothing can be changed.
    </p>
  )
}
