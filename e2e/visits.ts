/** Where the browser stories go: pages by their name in the route table, with ids found in the demo book. */
import { REPORT_FAMILIES } from '@corridor/domain/reports/families.ts'
import type { Page } from '@playwright/test'

/** A page by its name in web/src/paths.ts, and where to find one of it in the demo book. */
export interface Visit {
  route: string
  path: (page: Page) => Promise<string>
}
export const at = (route: string, path: string): Visit => ({ route, path: async () => path })
/** Page of a report family: a batch of September, and the report of one bank in it. */
export const september = (base: string, family: string): Visit[] => {
  const first = async (page: Page) => {
    const { id } = await firstBatch(page, family)
    const reply = await page.request.get(`/api/asset-reports/${id}/reports?ReportType=${family}`)
    const { records }: { records: { id: number; institutionName: string }[] } = await reply.json()
    const report = records.find(({ institutionName }) => institutionName === 'First Coastal Bank')
    return `${base}/${id}/report/${report?.id}`
  }
  return [
    { route: `${family}/$batch`, path: async (page) => `${base}/${(await firstBatch(page, family)).id}` },
    { route: `${family}/$batch/report/$report`, path: first },
    { route: `${family}/$batch/report/$report/changes`, path: async (page) => `${await first(page)}/changes` },
  ]
}

const ANNUAL_CALLS = { C8925Report: '/api/8925-reports', AnnualBoliReview: '/api/annual-boli-review' } as const

/** Page of an annual family: the batch of the last year that the person sees First Coastal's report of, and the report; its changes where it compares two. */
export const ofYear = (family: keyof typeof ANNUAL_CALLS): Visit[] => {
  const { address, page: word, compares } = REPORT_FAMILIES[family]
  const first = async (page: Page) => {
    const reply = await page.request.get(`${ANNUAL_CALLS[family]}/0/reports?sort=statementDate&desc=true&take=100`)
    const { records }: { records: { id: number; batchId: number; institutionName: string }[] } = await reply.json()
    const report = records.find(({ institutionName }) => institutionName === 'First Coastal Bank')
    if (!report) throw new Error(`no ${family} of First Coastal Bank`)
    return report
  }
  const of = (tail: string): Visit => ({
    route: `${family}/$batch${tail.replace('#', '$report')}`,
    path: async (page) => {
      const { batchId, id } = await first(page)
      return `${address}/${batchId}${tail.replace('#', String(id))}`
    },
  })
  return ['', `/${word}/#`, ...(compares ? [`/${word}/#/changes`] : [])].map(of)
}

/** The words of First Coastal's review, at one of its tabs. */
export const reviewWords = (tab: string): Visit => {
  const review = ofYear('AnnualBoliReview').find(({ route }) => route.endsWith('/$report'))
  return { route: 'reviewConfig', path: async (page) => `${await review?.path(page)}/config${tab}` }
}

/** The viewer of a PDF that the person may see. */
export const viewerOf = (route: 'viewReport' | 'viewDocument' | 'reportView' | 'documentView'): Visit => ({
  route,
  path: async (page) => {
    const reply = /report/i.test(route)
      ? await page.request.post('/api/reports/search', { data: {} })
      : await page.request.get('/api/documents?take=100')
    const { records }: { records: { id: number; extension: string }[] } = await reply.json()
    // The other kinds stand in frames of their own: file-viewer.spec.ts looks at those.
    const id = records.find(({ extension }) => extension === 'pdf')?.id
    return {
      viewReport: `/view-report/${id}`,
      viewDocument: `/view-document/${id}`,
      reportView: `/reports/${id}/view`,
      documentView: `/documents/${id}/view`,
    }[route]
  },
})

async function firstBatch(page: Page, family: string): Promise<{ id: number }> {
  const reply = await page.request.get(`/api/asset-reports?ReportType=${family}&period=2026-09-30`)
  const { records }: { records: { id: number }[] } = await reply.json()
  const [batch] = records
  if (!batch) throw new Error(`no batch of ${family} for September`)
  return batch
}

/** Report of the service team: one that was uploaded, or one that was released. */
export const clientReport = (origin: string): Visit => ({
  route: 'report',
  path: async (page) => {
    const reply = await page.request.get(`/api/reports?origin=${origin}&institutionId=1&take=1`)
    const { records }: { records: { id: number }[] } = await reply.json()
    return `/reports/${records[0]?.id}`
  },
})

export const feed = (tab: string): Visit => ({
  route: 'dataFeed',
  path: async (page) => {
    const reply = await page.request.get('/api/etl/files?carrierCode=CORVA&period=2026-10-31')
    const { records }: { records: { id: number }[] } = await reply.json()
    return `/data-feeds/${records[0]?.id}?tab=${tab}`
  },
})

/** An institution's questionnaire, its own or the first that was returned. */
export const questionnaire = (route: string, pathOf: (found: { id: number; batchId: number }) => string): Visit => ({
  route,
  path: async (page) => {
    const reply = await page.request.get('/api/annual-questionnaire/0?status=2&take=1')
    const { records }: { records: { id: number; batchId: number }[] } = await reply.json()
    const [found] = records
    if (!found) throw new Error('no questionnaire was returned')
    return pathOf(found)
  },
})

/** A schedule of reports, kept for the visit: a demo has none of its own. */
export const scheduled: Visit = {
  route: 'reportSchedule',
  path: async (page) => {
    const data = { name: 'Visited', reportType: 'AssetReport', isQuarterly: false, businessDay: 5, institutionIds: [], hold: true }
    const reply = await page.request.post('/api/report-schedules', { data })
    const { id }: { id: number } = await reply.json()
    // A page that waits says so at its head.
    await page.request.post(`/api/report-schedules/${id}/run`)
    return `/report-schedules/${id}`
  },
}
