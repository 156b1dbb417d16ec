/** `node e2e/make-book.ts FOLDER`: the demo book of the browser stories, made beforehand (tools/test.mjs). */
import { makeBook } from './book.ts'

await makeBook(String(process.argv[2]))
