/** Where the browser stories go: pages by their name in the route table, with ids found in the demo book. */
import type { Page } from '@playwright/test'

/** A page by its name in web/src/paths.ts, and where to find one of it in the demo book. */
export interface Visit {
  route: string
  path: (page: Page) => Promise<string>
}
export const at = (route: string, path: string): Visit => ({ route, path: async () => path })
export const september = (route: string, base: string, family: string): Visit[] => [
  { route: `${route}/$batch`, path: async (page) => `${base}/${(await firstBatch(page, family)).id}` },
  {
    route: `${route}/$batch/report/$report`,
    path: async (page) => {
      const { id } = await firstBatch(page, family)
      const reply = await page.request.get(`/api/asset-reports/${id}/reports?ReportType=${family}`)
      const { records }: { records: { id: number; institutionName: string }[] } = await reply.json()
      const report = records.find(({ institutionName }) => institutionName === 'First Coastal Bank')
      return `${base}/${id}/report/${report?.id}`
    },
  },
]

async function firstBatch(page: Page, family: string): Promise<{ id: number }> {
  const reply = await page.request.get(`/api/asset-reports?ReportType=${family}&period=2026-09-30`)
  const { records }: { records: { id: number }[] } = await reply.json()
  const [batch] = records
  if (!batch) throw new Error(`no batch of ${family} for September`)
  return batch
}

export const feed = (tab: string): Visit => ({
  route: 'dataFeed',
  path: async (page) => {
    const reply = await page.request.get('/api/etl/files?carrierCode=CORVA&period=2026-10-31')
    const { records }: { records: { id: number }[] } = await reply.json()
    return `/data-feeds/${records[0]?.id}?tab=${tab}`
  },
})
