/** A file uploaded as a browser does it: one multipart call with its fields. */
import type { TestServer } from './call.ts'
import { formOf } from './feed-fixture.ts'

export interface HandedIn {
  status: number
  json: Record<string, unknown>
  requestId: string
}

export async function uploadFile(
  server: TestServer,
  cookie: string,
  url: string,
  file: { name: string; content: Buffer | string },
  fields: Record<string, string | number> = {},
): Promise<HandedIn> {
  const texts = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]))
  const { payload, headers } = formOf(file.content, file.name, texts)
  const answer = await server.app.inject({ method: 'POST', url, payload, headers, cookies: { sid: cookie } })
  return { status: answer.statusCode, json: answer.json(), requestId: String(answer.headers['x-request-id']) }
}
