/** The bank uploads' page without scripts: plain HTML that any browser draws, its style under the answer's nonce. */

import { BANK_UPLOAD_FILES, type BankUpload, NOTE_MOST, plainBankUploads } from '@corridor/contract/bank-uploads.ts'
import type { ErrorReply } from '@corridor/contract/kernel/errors.ts'
import type { Session } from '@corridor/contract/session.ts'
import { ACCEPTED_EXTENSIONS, ACCEPTED_WORDS } from '@corridor/domain/files/accepted-kinds.ts'
import { BANK_UPLOAD_WORDS, bankUploadCan } from '@corridor/domain/files/bank-uploads.ts'
import { fileSize } from '@corridor/domain/primitives/byte-size.ts'

/** The outcome of one file, or of the form. */
export interface Result {
  good: boolean
  sentence: string
}
interface Shown {
  session: Session
  records: readonly BankUpload[]
  results: readonly Result[]
  token: string
  uploadBatch: string
  nonce: string
}

export const plainPage = ({ session, records, results, token, uploadBatch, nonce }: Shown): string =>
  page(
    `Send files to your service team`,
    nonce,
    `<p class="who">${escape(session.institutionName)} · ${escape(session.firstName)} ${escape(session.lastName)} · <a href="/dashboard">Back to the portal</a> · <a href="/logout">Logout</a></p>
<h1>Send files to your service team</h1>
${resultsOf(results)}
${session.actingAs ? '<p>You are viewing as someone else: nothing can be sent.</p>' : formOf(token, uploadBatch)}
<h2>Files sent</h2>
${records.length === 0 ? '<p>Nothing has been sent yet.</p>' : tableOf(records, session.actingAs ? null : token)}`,
  )

/** The page of a browser when the form could not be read at all. */
export const failurePage = ({ code, message }: ErrorReply, nonce: string): string =>
  page(
    'Not sent',
    nonce,
    `<h1>Nothing was sent</h1><p>${escape(message)}</p><p>${
      code === 'not_signed_in'
        ? `<a href="/login?fromUrl=${encodeURIComponent(plainBankUploads.path)}">Sign in</a>`
        : `<a href="${plainBankUploads.path}">Back to the form</a>`
    }</p>`,
  )

const page = (title: string, nonce: string, content: string): string => `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="X-UA-Compatible" content="IE=edge"><meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="/favicon.svg" type="image/svg+xml"><title>${escape(title)} | Corridor</title>
<style nonce="${nonce}">${STYLE}</style></head><body><main>${content}</main></body></html>`

const hidden = (name: string, value: string): string => `<input type="hidden" name="${name}" value="${escape(value)}">`
const form = (content: string): string =>
  `<form method="post" action="${plainBankUploads.path}" enctype="multipart/form-data">${content}</form>`

const formOf = (token: string, uploadBatch: string): string =>
  form(`${hidden('token', token)}${hidden('uploadBatch', uploadBatch)}${hidden('action', 'send')}
<p><label for="note">Note (optional)</label><textarea id="note" name="note" rows="3" maxlength="${NOTE_MOST}"></textarea></p>
<p><label for="files">Files</label><input id="files" type="file" name="files" multiple accept="${ACCEPTED_EXTENSIONS}" aria-describedby="rule"></p>
<p id="rule" class="soft">Up to ${BANK_UPLOAD_FILES} files of up to 100 MB each: ${ACCEPTED_WORDS}.</p>
<p><button type="submit" class="main">Send</button></p>`)

const resultsOf = (results: readonly Result[]): string =>
  results.length === 0
    ? ''
    : `<ul class="results" role="status">${results.map(({ good, sentence }) => `<li class="${good ? 'good' : 'bad'}">${escape(sentence)}</li>`).join('')}</ul>`

const tableOf = (records: readonly BankUpload[], token: string | null): string =>
  `<div class="wide"><table><thead><tr><th scope="col">File</th><th scope="col" class="number">Size</th><th scope="col">State</th><th scope="col">Sent</th>${token === null ? '' : '<th scope="col">Withdraw</th>'}</tr></thead>
<tbody>${records.map((record) => rowOf(record, token)).join('')}</tbody></table></div>`

function rowOf({ id, uploadName, sizeBytes, status, sentBy, createdAt, takenBy, note }: BankUpload, token: string | null): string {
  const name = bankUploadCan.open.includes(status) ? `<a href="/api/bank-uploads/${id}/file">${escape(uploadName)}</a>` : escape(uploadName)
  const may = token !== null && bankUploadCan.withdraw.includes(status)
  const button = may
    ? form(
        `${hidden('token', token)}${hidden('action', `withdraw-${id}`)}<button type="submit" aria-label="Withdraw ${escape(uploadName)}">Withdraw</button>`,
      )
    : ''
  return `<tr><td>${name}${note ? `<br><span class="soft">${escape(note)}</span>` : ''}</td><td class="number">${fileSize(sizeBytes)}</td>
<td>${BANK_UPLOAD_WORDS[status].label}${takenBy ? ` by ${escape(takenBy)}` : ''}</td><td>${escape(sentBy)}, ${dateOf(createdAt)}</td>${token === null ? '' : `<td>${button}</td>`}</tr>`
}

/** mm/dd/yyyy, in Universal Time: a page without scripts does not know where it is read. */
const dateOf = (instant: string): string => `${instant.slice(5, 7)}/${instant.slice(8, 10)}/${instant.slice(0, 4)}`

const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

const STYLE = `body{margin:0;background:#f6f8fb;color:#16202e;font:16px/1.5 "Segoe UI",Arial,sans-serif}main{max-width:900px;margin:0 auto;padding:24px 16px 64px}
h1{font-size:26px;margin:8px 0 16px;color:#0b2545}h2{font-size:20px;margin:40px 0 8px;color:#0b2545}.who,.soft{color:#51607a;font-size:14px}a{color:#0b5cab}
form{margin:0}label{display:block;font-weight:600;margin-bottom:4px}textarea,input[type=file]{width:100%;box-sizing:border-box;font:inherit;padding:8px;border:1px solid #8593a8;border-radius:6px;background:#fff;color:inherit}
button{font:inherit;padding:6px 14px;border:1px solid #8593a8;border-radius:6px;background:#fff;color:inherit;cursor:pointer}button.main{background:#0b2545;border-color:#0b2545;color:#fff;font-weight:600;padding:10px 28px}
button:focus,a:focus,textarea:focus,input:focus{outline:3px solid #e07b00;outline-offset:2px}
.results{list-style:none;padding:0;margin:0 0 20px}.results li{padding:10px 14px;margin-bottom:6px;border-left:5px solid #1d7a4d;background:#fff}.results .bad{border-color:#b3261e}
.wide{overflow-x:auto}table{border-collapse:collapse;width:100%;background:#fff}th,td{text-align:left;padding:10px 12px;border-bottom:1px solid #d9e0e8;vertical-align:top}.number{text-align:right;white-space:nowrap}
@media (prefers-color-scheme:dark){body,table,.results li,textarea,input[type=file],button{background:#10192a;color:#e8eef7}h1,h2,a{color:#cfe0f7}.who,.soft{color:#a9b6c8}th,td{border-color:#2a374b}button.main{background:#cfe0f7;color:#0b2545}}`
