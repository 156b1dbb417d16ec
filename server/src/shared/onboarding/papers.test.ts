import { expect, test } from 'vitest'
import { useBookImport } from '../../test/book-import.ts'
import { forgetTrash } from '../trash.ts'

const { database, world, files, bring, problems, count, undo } = useBookImport()

const reports = () =>
  database.ownerDb
    .selectFrom('clientReport as c')
    .innerJoin('institution as i', 'i.id', 'c.institutionId')
    .select(['i.id', 'i.name', 'c.typeCode', 'c.yearOverride', 'c.uploadName', 'c.displayName', 'c.version', 'c.fileSha256', 'c.origin'])
    .where('c.deletedAt', 'is', null)
    .orderBy('c.id')
    .execute()
const documents = () =>
  database.ownerDb
    .selectFrom('document as d')
    .leftJoin('institution as i', 'i.id', 'd.institutionId')
    .select([
      'i.name',
      'd.carrierCode',
      'd.vendorName',
      'd.typeCode',
      'd.yearOverride',
      'd.uploadName',
      'd.displayName',
      'd.version',
      'd.path',
    ])
    .where('d.deletedAt', 'is', null)
    .orderBy('d.id')
    .execute()
const found = async ({ importId }: { importId: number }) =>
  (
    await database.ownerDb
      .selectFrom('onboardingFile')
      .select(['path', 'outcome', 'institutionName', 'typeCode', 'reason'])
      .where('importId', '=', importId)
      .orderBy('id')
      .execute()
  ).map(({ path, outcome, institutionName, typeCode, reason }) =>
    [path, outcome, institutionName, typeCode, reason].filter(Boolean).join(' | '),
  )

const SOME = {
  'Reports/1001-MBR-24-March_2024.txt': 'March of bank 1',
  'Reports/1002/MBR/2024/March.txt': 'March of bank 2',
  'Documents/1001/LEG/2019/Plan agreement.txt': 'Plan of bank 1',
}

test('reports and documents come in by their folders and names, under the portal’s own number of the institution', async () => {
  world.papers = { ...SOME }
  const outcome = await bring()
  expect(await problems(outcome)).toEqual([])
  expect(outcome.counts.files).toEqual({ read: 3, added: 3, changed: 0, same: 0 })
  const [first, second] = await reports()
  expect(first).toMatchObject({
    name: 'Northbound Bank 1',
    typeCode: 'MBR',
    yearOverride: 2024,
    displayName: 'March 2024',
    origin: 'UPLOADED',
  })
  expect(first?.uploadName).toBe(`${first?.id}-MBR-24-March_2024.txt`)
  expect(second).toMatchObject({ name: 'Northbound Bank 2', uploadName: `${second?.id}-MBR-24-March.txt`, displayName: 'March' })
  expect(await documents()).toMatchObject([
    { name: 'Northbound Bank 1', typeCode: 'LEG', yearOverride: 2019, uploadName: 'Plan agreement.txt', displayName: 'Plan agreement' },
  ])
  expect((await files.read(first?.fileSha256 ?? '')).toString()).toBe('March of bank 1')
  expect(await count('digest_entry')).toBe(0)
})

test('the sheet Files has the last word, and gives carriers’ and vendors’ documents', async () => {
  world.papers = { 'Reports/1001/MBR/2024/Scan.txt': 'a', 'Documents/Guide.txt': 'b', 'Documents/Offer.txt': 'c' }
  world.sheets.Files = [
    ['File', 'Kept as', 'Institution', 'Carrier', 'Vendor', 'Type', 'Year', 'Title'],
    ['Scan.txt', '', '1002', '', '', 'SMB', '', 'Summary of the year'],
    ['Documents/Guide.txt', '', '', 'NORTHB', '', 'PRE', '2025', ''],
    ['documents\\offer.txt', 'Document', '', '', 'Benefit Partners', 'PRE', '2025', 'Offer'],
  ]
  const outcome = await bring()
  expect(await problems(outcome)).toEqual([])
  expect(await reports()).toMatchObject([
    { name: 'Northbound Bank 2', typeCode: 'SMB', yearOverride: 2024, displayName: 'Summary of the year' },
  ])
  expect(await documents()).toMatchObject([
    { name: null, carrierCode: 'NORTHB', uploadName: 'Guide.txt' },
    { name: null, carrierCode: 'BCC', vendorName: 'Benefit Partners', displayName: 'Offer' },
  ])
})

test('a check says of each file what it will become, or why not, and writes none', async () => {
  world.papers = {
    ...SOME,
    'Reports/9999/MBR/2024/March.txt': 'x',
    'Reports/1001/XYZ/2024/March.txt': 'x',
    'Reports/1001/Old/scans/March.txt': 'x',
    'Documents/Letter.txt': 'x',
    'Documents/1001/LEG/2019/Run.exe': 'x',
    'Documents/1001/LEG/2019/Picture.png': 'no picture',
    'Reports/1001-MBR-24-march_2024.txt': 'the same name again',
  }
  world.sheets.Files = [
    ['File', 'Institution', 'Type', 'Year'],
    ['Reports/Lost.txt', '1001', 'MBR', '2024'],
  ]
  const outcome = await bring('CHECK')
  const said = await found(outcome)
  expect(said).toContain('Reports/1002/MBR/2024/March.txt | NEW | Northbound Bank 2 | MBR')
  expect(said).toContain('Documents/1001/LEG/2019/Plan agreement.txt | NEW | Northbound Bank 1 | LEG')
  const refused = said.filter((line) => line.includes('REFUSED'))
  for (const [path, reason] of [
    ['Reports/Lost.txt', 'is not among the files'],
    ['Reports/9999/MBR/2024/March.txt', 'names no institution'],
    ['Reports/1001/XYZ/2024/March.txt', 'is the code of no report type'],
    ['Reports/1001/Old/scans/March.txt', 'is in a folder “scans”'],
    ['Documents/Letter.txt', 'is missing: neither the sheet Files'],
    ['Documents/1001/LEG/2019/Run.exe', 'This kind of file is not accepted'],
    ['Documents/1001/LEG/2019/Picture.png', ''],
  ])
    expect(
      refused.filter((line) => line.startsWith(`${path} |`) && line.includes(reason ?? '')),
      `${path}: ${said.join('\n')}`,
    ).toHaveLength(1)
  // The first of two under one name stands, in the order of names.
  expect(refused.filter((line) => line.includes('becomes the same report as'))).toHaveLength(1)
  expect(refused).toHaveLength(8)
  expect(await problems(outcome)).toContain(
    'Reports/9999/MBR/2024/March.txt Institution 9999: names no institution of the Institutions sheet or the portal; write its number, FDIC and its certificate, or its name if no other institution has it',
  )
  expect([await count('client_report'), await count('document'), await count('stored_file')]).toEqual([0, 0, 0])
})

test('the same files again change nothing, and another file under the same name becomes its next version', async () => {
  world.papers = { ...SOME }
  await bring()
  expect((await bring()).counts.files).toEqual({ read: 3, added: 0, changed: 0, same: 3 })
  world.papers['Reports/1002/MBR/2024/March.txt'] = 'March of bank 2, corrected'
  world.papers['Documents/1001/LEG/2019/Plan agreement.txt'] = 'Plan of bank 1, amended'
  const corrected = await bring()
  expect(corrected.counts.files).toEqual({ read: 3, added: 0, changed: 2, same: 1 })
  expect((await reports()).map(({ version }) => version)).toEqual([1, 2])
  expect((await documents()).map(({ version }) => version)).toEqual([2])
  expect([await count('client_report_version'), await count('document_version')]).toEqual([3, 2])
  const before = (await reports()).map(({ fileSha256 }) => fileSha256)
  await undo()
  expect((await reports()).map(({ version }) => version)).toEqual([1, 3])
  const [, restored] = await reports()
  expect(restored?.fileSha256).not.toBe(before[1])
  expect((await files.read(restored?.fileSha256 ?? '')).toString()).toBe('March of bank 2')
})

test('undone, the files of an institution that stays are in the trash', async () => {
  await bring()
  world.papers = { ...SOME }
  await bring()
  await undo()
  expect([await reports(), await documents()]).toEqual([[], []])
  expect([await count('client_report where deleted_by is not null'), await count('document where deleted_by is not null')]).toEqual([2, 1])
  expect((await bring()).counts.files).toMatchObject({ added: 3 })
})

test('undone, the files of institutions that go with the import go too, and what was stored of them after thirty days', async () => {
  world.papers = { ...SOME }
  await bring()
  await undo()
  expect([await count('institution'), await count('client_report'), await count('document'), await count('stored_file')]).toEqual([
    0, 0, 0, 3,
  ])
  await forgetTrash(database.ownerDb, new Date(Date.now() - 86_400_000).toISOString())
  expect(await count('stored_file')).toBe(3)
  await forgetTrash(database.ownerDb, new Date(Date.now() + 60_000).toISOString())
  expect(await count('stored_file')).toBe(0)
})

test('an import whose files were replaced since is not undone', async () => {
  world.papers = { ...SOME }
  await bring()
  await database.ownerDb.updateTable('document').set({ version: 2 }).execute()
  await expect(undo()).rejects.toThrow('The files of one report or document were replaced since.')
})

test('whoever may not upload documents does not bring them', async () => {
  await database.ownerDb.deleteFrom('userPermission').where('code', '=', 'DOCUMENT_CENTER').execute()
  world.papers = { ...SOME }
  expect(await problems(await bring())).toEqual([
    'Documents/1001/LEG/2019/Plan agreement.txt Kept as Document: asks for level 2 of Document Center, which you do not hold',
  ])
})
