/** The edge of the network for files: what leaves by XMLHttpRequest, answered by the test. */
import { vi } from 'vitest'

export interface SentForm {
  method: string
  path: string
  headers: Headers
  file: File | null
  fields: Record<string, string>
}
/** A status and body, or 'cut': no answer comes. A promise answers later. */
type FormReply = { status: number; body: unknown } | 'cut'

/** @returns every form that left, in order */
export function serveForms(answer: (form: SentForm) => FormReply | Promise<FormReply>): SentForm[] {
  const sent: SentForm[] = []
  class FakeRequest extends EventTarget {
    upload: { onprogress: ((event: { lengthComputable: boolean; loaded: number; total: number }) => void) | null } = { onprogress: null }
    onload: (() => void) | null = null
    onerror: (() => void) | null = null
    onabort: (() => void) | null = null
    status = 0
    statusText = ''
    responseText = ''
    private method = ''
    private url = ''
    private readonly headers = new Headers()
    private stopped = false
    open(method: string, url: string) {
      this.method = method
      this.url = url
    }
    setRequestHeader(name: string, value: string) {
      this.headers.set(name, value)
    }
    abort() {
      this.stopped = true
      this.onabort?.()
    }
    send(body: FormData) {
      const file = body.get('file')
      const fields = [...body].flatMap(([name, value]): [string, string][] => (typeof value === 'string' ? [[name, value]] : []))
      const { pathname } = new URL(this.url, 'http://portal.example')
      const form = {
        method: this.method,
        path: pathname,
        headers: this.headers,
        file: file instanceof File ? file : null,
        fields: Object.fromEntries(fields),
      }
      sent.push(form)
      this.upload.onprogress?.({ lengthComputable: true, loaded: 1, total: 2 })
      void Promise.resolve(answer(form)).then((reply) => {
        if (this.stopped) return
        if (reply === 'cut') return this.onerror?.()
        this.status = reply.status
        this.responseText = JSON.stringify(reply.body)
        this.onload?.()
      })
    }
  }
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  return sent
}
