/** pdf.js's worker as a file of our own, so that it is built and served like every other script. */
import 'pdfjs-dist/build/pdf.worker.min.mjs'

// It ends a document that its reader has left by failing promises, some of which nobody waits for.
addEventListener('unhandledrejection', (event) => {
  if (/^AbortException|^Error: Worker was terminated/.test(String(event.reason))) event.preventDefault()
})
