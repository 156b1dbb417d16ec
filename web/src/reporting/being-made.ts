/** A refusal's words on reports that are being made already, and where they are followed. */

import { formatCount } from '@corridor/domain/primitives/money.ts'
import type { BeingMade } from '@corridor/domain/reports/being-made.ts'
import { isReportTypeName } from '@corridor/domain/reports/families.ts'
import { useRouter } from '@tanstack/react-router'
import * as z from 'zod/mini'
import type { ApiError } from '../kernel/api-error.ts'
import { toast } from '../kernel/toasts.ts'
import { paths } from '../paths.ts'
import { formatMoment } from '../ui/formats.ts'

const batches = z.array(
  z.object({
    batchId: z.number(),
    batchName: z.string(),
    reportType: z.string(),
    since: z.string(),
    askedBy: z.nullable(z.string()),
    total: z.number(),
    remaining: z.number(),
  }),
)

/** @returns the batches that a refusal names; none for any other */
export function beingMadeIn({ code, meta }: Pick<ApiError, 'code' | 'meta'>): BeingMade[] {
  const read = batches.safeParse(meta['beingMade'])
  return code === 'already_running' && read.success ? read.data : []
}

/** "Asked for by Morgan Hale on 10/06/2026, 9:32 AM" */
export const askedForWords = ({ askedBy, since }: BeingMade): string =>
  `Requested ${askedBy === null ? '' : `by ${askedBy} `}on ${formatMoment(since)}`

export const beingMadePath = ({ batchId, reportType }: BeingMade): string =>
  paths.reportBatch(batchId, isReportTypeName(reportType) ? reportType : undefined)

/** Shows a failure as a toast; one about reports that are being made leads to their batch. */
export function useTellFailure(): (error: ApiError) => void {
  const router = useRouter()
  return (error) => {
    const [first] = beingMadeIn(error)
    if (!first) return toast.error(error)
    const { batchName, remaining, total } = first
    toast.error(
      `${batchName} are already being generated. ${askedForWords(first)}; ${formatCount(remaining)} of ${formatCount(total)} are left.`,
      { label: 'Open the batch', run: () => void router.navigate({ href: beingMadePath(first) }) },
    )
  }
}
