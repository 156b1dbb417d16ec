/** The description as a page to read: one section a feature, no script, the style under the answer's nonce. */
import type { NamedEndpoint } from '@corridor/contract/index.ts'
import { ERRORS } from '@corridor/contract/kernel/errors.ts'
import { accessInWords, type openApiDocument } from './document.ts'

type Document = ReturnType<typeof openApiDocument>

export function descriptionPage(document: Document, endpoints: readonly NamedEndpoint[], nonce: string): string {
  const features = Map.groupBy(endpoints, ({ feature }) => feature)
  const contents = [...features.keys()].map((feature) => `<li><a href="#${escape(feature)}">${escape(feature)}</a></li>`).join('')
  const sections = [...features]
    .map(([feature, named]) => `<section id="${escape(feature)}"><h2>${escape(feature)}</h2>${named.map(article).join('')}</section>`)
    .join('')
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Corridor API ${escape(document.info.version)}</title>
<style nonce="${nonce}">${STYLE}</style></head><body>
<nav aria-label="Features"><strong>Corridor API</strong><ul>${contents}<li><a href="#errors">errors</a></li></ul></nav>
<main><h1>Corridor API ${escape(document.info.version)}</h1>
<p>${escape(document.info.description)} For machines: <a href="/api/openapi.json">OpenAPI ${document.openapi}</a>.</p>
<p>Sign in with <code>POST /api/session/login</code>; the session is a cookie. Arrays in a query repeat their key. Money is in whole cents, rates are fractions, dates are <code>YYYY-MM-DD</code>.</p>
${sections}
<section id="errors"><h2>errors</h2><p>Every failure answers <code>{message, code}</code>; code <code>input</code> names the fields in <code>meta</code>.</p>
<table><thead><tr><th scope="col">Status</th><th scope="col">Code</th><th scope="col">Sentence</th></tr></thead><tbody>${errors()}</tbody></table></section>
</main></body></html>`
}

function article({ name, endpoint }: NamedEndpoint): string {
  const notes = [
    endpoint.idempotent && 'takes an Idempotency-Key',
    endpoint.kind !== 'json' && KINDS[endpoint.kind],
    endpoint.success !== 200 && `answers ${endpoint.success}`,
    endpoint.ignores.length > 0 && `leaves out ${endpoint.ignores.join(', ')}`,
  ].filter(Boolean)
  return `<article id="${escape(name)}"><h3><span class="method ${endpoint.method}">${endpoint.method}</span> <code>${escape(endpoint.path)}</code></h3>
<p>${escape(endpoint.summary)}</p><p class="access">${escape(accessInWords(endpoint.access))}${notes.length > 0 ? ` <span>(${notes.join(', ')})</span>` : ''}</p>${fields(endpoint)}</article>`
}

const KINDS = {
  json: '',
  file: 'answers a file',
  multipart: 'takes a file',
  mail: 'takes a message of email',
  events: 'answers server-sent events',
}

function fields({ input }: NamedEndpoint['endpoint']): string {
  const shape = 'shape' in input && typeof input.shape === 'object' && input.shape !== null ? Object.keys(input.shape) : []
  return shape.length === 0 ? '' : `<p class="fields">Takes ${shape.map((field) => `<code>${escape(field)}</code>`).join(' ')}</p>`
}

const errors = () =>
  Object.entries(ERRORS)
    .map(([code, [status, sentence]]) => `<tr><td>${status}</td><td><code>${code}</code></td><td>${escape(sentence)}</td></tr>`)
    .join('')

const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

const STYLE = `:root{color-scheme:light dark;--line:#d9e0e8;--soft:#51607a;--accent:#0b2545}
@media (prefers-color-scheme:dark){:root{--line:#2a374b;--soft:#a9b6c8;--accent:#cfe0f7}}
body{margin:0;font:16px/1.5 system-ui,sans-serif;display:grid;grid-template-columns:220px minmax(0,1fr)}
nav{position:sticky;top:0;height:100vh;overflow:auto;box-sizing:border-box;padding:24px 20px;border-right:1px solid var(--line)}nav ul{list-style:none;padding:0}nav a{display:block;padding:4px 0}
main{padding:24px 40px;max-width:900px}h1,h2{color:var(--accent)}h2{margin-top:48px;border-bottom:1px solid var(--line)}h3{margin:28px 0 4px;font-size:1rem;overflow-wrap:anywhere}
p{margin:4px 0}.access,.fields{color:var(--soft);font-size:.9rem}a{color:inherit}.method{display:inline-block;min-width:4.2em;font-weight:700}
table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:6px 12px 6px 0;border-bottom:1px solid var(--line);vertical-align:top}
@media (max-width:800px){body{display:block}nav{position:static;height:auto;border:0}main{padding:16px}}`
