/** pdf.js's worker as a file of our own, so that it is built and served like every other script. */
import 'pdfjs-dist/build/pdf.worker.min.mjs'
