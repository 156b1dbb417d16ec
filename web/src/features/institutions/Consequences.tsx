/** Effects of deactivating or reactivating an institution, shown before it is done. */
import type { ReactNode } from 'react'

export function Consequences({ back = false, people }: { back?: boolean; people?: ReactNode }) {
  return back ? (
    <ul>
      <li>Its people can sign in again, with the rights they had.</li>
      <li>It can be chosen again when reports are generated and carriers’ files are matched.</li>
    </ul>
  ) : (
    <ul>
      <li>{people ?? 'Its people'} are signed out at once and cannot sign in.</li>
      <li>Representatives no longer find it among their institutions.</li>
      <li>Policies, reports and figures stay, and staff can still read them. Reactivating brings everything back.</li>
    </ul>
  )
}
