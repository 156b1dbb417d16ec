/** `/bank-uploads`: an institution's people send files to their service team; the team's own people find and take them. Each loads its own page only. */
import { isStaff } from '@corridor/domain/access/access.ts'
import { lazy, Suspense } from 'react'
import { useSession } from '../../kernel/session.ts'
import { ListPageSkeleton } from '../../ui/states/Skeletons.tsx'

const SendFilesPage = lazy(() => import('./SendFilesPage.tsx').then((file) => ({ default: file.SendFilesPage })))
const TakeFilesPage = lazy(() => import('./TakeFilesPage.tsx').then((file) => ({ default: file.TakeFilesPage })))

export function BankUploadsPage() {
  const staff = isStaff(useSession().userRole)
  return <Suspense fallback={<ListPageSkeleton />}>{staff ? <TakeFilesPage /> : <SendFilesPage />}</Suspense>
}
