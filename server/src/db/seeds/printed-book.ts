/** `node server/src/db/seeds/printed-book.ts FOLDER`: a data folder with the book of `printedTerms`; a demo server started on it makes every family's reports. */
import { readConfiguration } from '../../platform/configuration.ts'
import { connect } from '../../platform/database/database.ts'
import { startEmbeddedPostgres } from '../../platform/database/embedded-postgres.ts'
import { openFiles } from '../../platform/files/files.ts'
import { migrate } from '../migrate.ts'
import { loadDemo } from './demo.ts'
import { printedTerms } from './terms.ts'

const configuration = readConfiguration({ CORRIDOR_MODE: 'demo', DATA_DIR: process.argv[2] })
const postgres = await startEmbeddedPostgres({ dataDirectory: configuration.dataDirectory, log: () => {}, onLost: () => process.exit(1) })
try {
  await migrate(postgres.ownerUrl, postgres.appPassword)
  const owner = connect(postgres.ownerUrl)
  await loadDemo(owner.db, { configuration, files: openFiles(configuration) }, printedTerms(configuration.keys))
  await owner.close()
} finally {
  await postgres.stop()
}
