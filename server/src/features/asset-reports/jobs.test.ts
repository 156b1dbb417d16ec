import { assetReports } from '@corridor/contract/asset-reports.ts'
import { expect, test, vi } from 'vitest'
import { cookieName } from '../../platform/http/sessions.ts'
import type { LiveEvent } from '../../platform/kernel.ts'
import { useServer } from '../../test/call.ts'
import { buildReportWorld } from '../../test/report-world.ts'

// The first report starts the printing threads, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000 })
const server = useServer({ jobs: true })

test('a batch works in the background and tells open pages of its site how it goes, to the end', async () => {
  const world = await buildReportWorld(server, { institutions: 5 })
  const heard: LiveEvent[] = []
  const done = new Promise<void>((resolve) => {
    server.kernel.events.subscribe(world.siteId, (event) => {
      heard.push(event)
      if (heard.filter(({ status }) => status === 'Ready').length === 5) resolve()
    })
  })
  const batchId = await world.start()
  await done
  for (const institutionId of world.institutionIds)
    expect(heard.filter((event) => event.type === 'report' && event.institutionId === institutionId).map(({ status }) => status)).toEqual([
      'Generating',
      'Ready',
    ])
  expect(heard.some(({ type, batchId: of }) => type === 'batch' && of === batchId)).toBe(true)
  for (const institutionId of world.institutionIds)
    expect(await world.reportOf(institutionId)).toMatchObject({ status: 'Ready', currentVersion: 1 })
})

test('the stream answers as server-sent events, and only to who may read the reports', async () => {
  const world = await buildReportWorld(server, { institutions: 1 })
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  const address = server.app.server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}${assetReports.reportEvents.path}`
  const leave = new AbortController()
  const open = (cookie: string) =>
    fetch(url, { headers: { cookie: `${cookieName(server.configuration)}=${cookie}` }, signal: leave.signal })
  expect((await fetch(url)).status).toBe(401)
  const stream = await open(world.staff)
  expect([stream.status, stream.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8'])
  const batchId = await world.start()
  let text = ''
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
  while (reader && !text.includes('"status":"Ready"')) text += (await reader.read()).value ?? ''
  expect(text).toContain(`event: batch\ndata: {"siteId":${world.siteId},"type":"batch","batchId":${batchId}}`)
  leave.abort()
})
