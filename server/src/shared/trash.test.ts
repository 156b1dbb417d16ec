/** The end of the trash: what goes for good, and what the same bytes still stand behind. */
import { expect, test } from 'vitest'
import { keepFile, sweepFiles } from '../platform/files/files.ts'
import { buildSite, buildUser } from '../test/builders.ts'
import { useServer } from '../test/call.ts'
import { forgetTrash } from './trash.ts'

const server = useServer()

test('what a carrier sent and a person’s portrait stay, though the same bytes lay in the trash', async () => {
  const { ownerDb, kernel } = server
  const siteId = await buildSite(ownerDb)
  const deleted = async (words: string): Promise<string> => {
    const file = await kernel.files.put(Buffer.from(words))
    await keepFile(ownerDb, file, 'text/plain')
    const { sha256: fileSha256, sizeBytes } = file
    const named = { uploadName: `${words}.txt`, name: words, displayName: words, extension: 'txt', path: words }
    await ownerDb
      .insertInto('document')
      .values({
        siteId,
        carrierCode: 'BCC',
        typeCode: 'LEG',
        yearOverride: 2025,
        ...named,
        fileSha256,
        sizeBytes,
        deletedAt: '2020-01-01T00:00:00Z',
      })
      .execute()
    return fileSha256
  }
  const [fed, portrait, alone] = [await deleted('fed'), await deleted('portrait'), await deleted('alone')]
  await ownerDb
    .insertInto('carrierFile')
    .values({ siteId, fileName: 'feed.csv', sha256: fed, sizeBytes: 3, mediaType: 'text/csv' })
    .execute()
  const person = await buildUser(ownerDb, 'b', { sites: [siteId] })
  await ownerDb.updateTable('userAccount').set({ avatarSha256: portrait }).where('id', '=', person).execute()

  await forgetTrash(ownerDb, '2020-02-01T00:00:00Z')
  await sweepFiles(kernel.files, ownerDb, new Date(Date.now() + 48 * 3_600_000))
  expect(await Promise.all([fed, portrait, alone].map((sha256) => kernel.files.has(sha256)))).toEqual([true, true, false])
})
