/** Tells whoever asked for a batch that it is done, on whatever page they are. A page that nobody looks at tells nothing until somebody does. */
import { assetReports } from '@corridor/contract/asset-reports.ts'
import { takeBatchNotices } from '@corridor/contract/jobs.ts'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import * as mini from 'zod/mini'
import { call } from '../kernel/call.ts'
import { useCan, useSession } from '../kernel/session.ts'
import { toast } from '../kernel/toasts.ts'
import { useLive } from '../kernel/use-live.ts'
import { paths } from '../paths.ts'

const completion = mini.object({ status: mini.literal('Complete'), userId: mini.number() })

export function useBatchNotices(): void {
  const { userId } = useSession()
  const router = useRouter()
  const waits = useRef(false)
  const tell = async () => {
    if (document.visibilityState === 'hidden') {
      waits.current = true
      return
    }
    waits.current = false
    const { records } = await call(takeBatchNotices, {})
    for (const { batchId, batchName, reportType, outcome, failed } of records) {
      // A report that failed stays in the tray until somebody has seen it.
      const tellIt = failed > 0 ? toast.error : toast.success
      const to = paths.reportBatch(batchId, reportType)
      tellIt(`${batchName}: ${outcome}.`, { label: 'Open', run: () => void router.navigate({ href: to }), to })
    }
  }
  // Whom this page does not reach hears of it by mail: nothing is lost, and nobody is bothered.
  const quietly = () => void tell().catch(() => undefined)
  useLive(
    assetReports.reportEvents,
    {},
    {
      on: { batch: [] },
      enabled: useCan(assetReports.reportEvents.access),
      onEvent: (_, event) => {
        const done = completion.safeParse(event)
        if (done.success && done.data.userId === userId) quietly()
      },
    },
  )
  useEffect(() => {
    const look = () => {
      if (waits.current) quietly()
    }
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  })
}
