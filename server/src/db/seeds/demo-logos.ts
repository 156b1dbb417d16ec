/** Invented logos of the demo's sites and institutions: drawn here, made into pictures, and stored as an uploaded logo is. */
import { fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { z } from 'zod'
import { drawImage } from '../../platform/files/images.ts'
import type { Book } from './rows.ts'

/** The portal's own mark on the ground of each site. */
const corridor = (ground: string, floor: string) =>
  `<rect width="150" height="150" rx="30" fill="${ground}"/><path d="M38 112V38h74v74M58 112V66h34v46" fill="none" stroke="#fff" stroke-width="8" stroke-linejoin="round"/><path d="M26 112h98" stroke="${floor}" stroke-width="8" stroke-linecap="round"/>`

const SITE_DRAWINGS: Readonly<Record<string, string>> = {
  BOLI: corridor('#0b2545', '#55b78b'),
  COLI: corridor('#14594a', '#ffb45e'),
}

/** Marks without letters, on a square of 150 with a margin of 12, which keeps them off the header's edges: the name stands beside them. */
const INSTITUTION_DRAWINGS: Readonly<Record<string, string>> = {
  'First Coastal Bank': `<circle cx="75" cy="75" r="72" fill="#0f3d66"/><circle cx="75" cy="58" r="22" fill="#f2b25c"/><path d="M4 84q18-14 36 0t36 0t36 0t35 0v8a72 72 0 0 1-143 0z" fill="#fff"/><path d="M8 104q17-13 34 0t34 0t34 0t32 0a72 72 0 0 1-134 0z" fill="#2f87b7"/>`,
  'Ridgeline Savings Bank': `<path d="M2 130 52 42l28 48 18-28 50 68z" fill="#2c5d4f"/><path d="m52 42-18 32 12-4 8 9 8-10 8 3z" fill="#fff"/><path d="M2 140h146" stroke="#c88a3a" stroke-width="9"/>`,
  'Harvest Prairie National Bank': `<path d="M75 146V40" stroke="#4d6b1f" stroke-width="8"/><g fill="#b97a14"><path d="M75 4q18 18 0 38q-18-20 0-38z"/><path d="M71 68q-30 0-34-30q32 0 34 30zM79 68q30 0 34-30q-32 0-34 30zM71 100q-30 0-34-30q32 0 34 30zM79 100q30 0 34-30q-32 0-34 30z"/></g><path d="M14 146q61-34 122 0z" fill="#4d6b1f"/>`,
  'Kestrel Valley Bank & Trust': `<path d="M4 28q52 2 71 52q19-50 71-52q-10 48-50 62l-21 56-21-56Q14 76 4 28z" fill="#7a2e2b"/><path d="M75 80 60 104l15 42 15-42z" fill="#d99a4e"/>`,
  'Stonebrook Commerce Bank': `<g fill="#56616f"><rect x="8" y="56" width="64" height="34" rx="15"/><rect x="80" y="56" width="62" height="34" rx="15"/><rect x="40" y="14" width="70" height="34" rx="15"/></g><path d="M4 108q18-14 36 0t36 0t36 0t34 0M4 134q18-14 36 0t36 0t36 0t34 0" fill="none" stroke="#1f7a9c" stroke-width="11" stroke-linecap="round"/>`,
  'Lantern Lake Community Bank': `<path d="M51 30a24 24 0 0 1 48 0" fill="none" stroke="#33415c" stroke-width="8"/><path d="M38 30h74l-9 14H47zM47 102h56l9 14H38z" fill="#33415c"/><path d="M50 44h50v58H50z" fill="#f2b441"/><path d="M75 52q20 24 0 44q-20-20 0-44z" fill="#c2571a"/><path d="M10 134q65-18 130 0" fill="none" stroke="#2f87b7" stroke-width="10" stroke-linecap="round"/>`,
  'Cedar Hollow Farmers Bank': `<path d="M9 146V75a66 66 0 0 1 132 0v71z" fill="#e7efe1"/><path d="m75 16 30 42H92l26 36h-17l24 34H25l24-34H32l26-36H45z" fill="#2d5a32"/><path d="M68 128h14v18H68z" fill="#6b4423"/>`,
  'Bayhaven Federal Savings': `<path d="M70 6v96H16z" fill="#0d5c75"/><path d="M82 30v72h50z" fill="#e08a4a"/><path d="M8 114h134l-20 30H28z" fill="#12313f"/>`,
  'Old Quarry Trust Company': `<path d="m75 4 36 21v41L75 87 39 66V25z" fill="#8a7a66"/><path d="m37 70 36 21v40l-36 17L2 131V91z" fill="#5d5145"/><path d="m113 70 35 21v40l-35 17-36-17V91z" fill="#3b342d"/>`,
  'Mariners Crossing Credit Union': `<circle cx="75" cy="75" r="68" fill="none" stroke="#173a5e" stroke-width="9"/><path d="m75 14 15 46 46 15-46 15-15 46-15-46-46-15 46-15z" fill="#173a5e"/><circle cx="75" cy="75" r="12" fill="#e0653f"/>`,
  'Summitview Bancorp': `<path d="M11 98a64 64 0 0 1 128 0M31 98a44 44 0 0 1 88 0" fill="none" stroke="#d08a2e" stroke-width="9"/><path d="m75 44 73 96H2z" fill="#3b3f73"/><path d="m75 44-26 34 16-4 10 12 10-12 16 4z" fill="#dfe4f3"/>`,
  'Northmark Payment Services': `<rect x="4" y="24" width="142" height="102" rx="16" fill="#1b1f2a"/><path d="M4 50h142v16H4z" fill="#4b5566"/><path d="m110 74 22 42-22-10-22 10z" fill="#4fc3a1"/><path d="M20 88h44M20 106h28" stroke="#fff" stroke-width="8" stroke-linecap="round"/>`,
}

/** Gives the sites and institutions of a book that have a drawing their logo. @returns the pictures, to be stored before the rows are loaded */
export async function addDemoLogos(book: Book): Promise<Buffer[]> {
  const owners = [
    ...book.site.map((row) => ({ row, drawing: SITE_DRAWINGS[row.name] })),
    ...book.institution.map((row) => ({ row, drawing: INSTITUTION_DRAWINGS[row.name] })),
  ].flatMap(({ row, drawing }) => (drawing === undefined ? [] : [{ row, drawing }]))
  const drawn = await picturesOf(owners.map(({ drawing }) => drawing))
  const pictures: Buffer[] = []
  for (const [index, { row }] of owners.entries()) {
    const { content, mediaType } = await drawImage(z.instanceof(Buffer).parse(drawn[index]), 'logo')
    row.logoSha256 = createHash('sha256').update(content).digest('hex')
    book.storedFile.push({ sha256: row.logoSha256, sizeBytes: content.length, mediaType })
    pictures.push(content)
  }
  return pictures
}

async function picturesOf(drawings: readonly string[]): Promise<Buffer[]> {
  const child = fork(new URL('./svg-worker.ts', import.meta.url), { serialization: 'advanced', execArgv: [], env: {} })
  child.send(
    drawings.map(
      (drawing) => `<svg xmlns="http://www.w3.org/2000/svg" width="150" height="150" viewBox="-12 -12 174 174">${drawing}</svg>`,
    ),
  )
  const [answer] = await Promise.race([once(child, 'message'), once(child, 'exit').then(() => ['no pictures'])])
  return z.array(z.instanceof(Buffer)).length(drawings.length, 'the drawings of the demo were not made into pictures').parse(answer)
}
