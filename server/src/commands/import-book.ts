/** `corridor import-book`: a firm's whole book from a folder or workbook, checked first, written on request, undone if it was the last. */
import { parseArgs } from 'node:util'
import { RECORD_TYPES } from '@corridor/domain/onboarding/record-types.ts'
import { cents, formatMoney } from '@corridor/domain/primitives/money.ts'
import { formatDate, plainDate } from '@corridor/domain/primitives/period.ts'
import { connect, type Db } from '../platform/database/database.ts'
import type { Examining } from '../platform/files/inspection.ts'
import { inScope, type Scope } from '../platform/http/scope.ts'
import type { Keys } from '../platform/security/keys.ts'
import { StartRefused } from '../platform/start-refused.ts'
import { importBook, type OnboardingOutcome } from '../shared/onboarding/import-book.ts'
import { portalsOfManager } from '../shared/onboarding/manager-scope.ts'
import { filesOf, openBook } from '../shared/onboarding/open-book.ts'
import type { NoteLocks } from '../shared/onboarding/order.ts'
import { undoLastImport } from '../shared/onboarding/undo.ts'

interface BookCommand {
  appUrl: string
  keys: Keys
  examining: Examining
  noteLocks: NoteLocks
  say: (text: string) => void
}

/** @returns 0 when done or nothing is wrong, 3 when something stops the import */
export async function importBookCommand({ appUrl, keys, examining, noteLocks, say }: BookCommand, args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      as: { type: 'string' },
      site: { type: 'string' },
      check: { type: 'boolean', default: false },
      import: { type: 'boolean', default: false },
      accept: { type: 'string' },
      undo: { type: 'boolean', default: false },
    },
  })
  if (values.check && (values.import || values.undo)) throw new StartRefused('Choose one of --check, --import and --undo.')
  const [path, ...others] = positionals
  if (values.undo ? path !== undefined : path === undefined || others.length > 0)
    throw new StartRefused(values.undo ? '--undo takes no folder.' : 'Name one folder or workbook.')
  if (!values.as) throw new StartRefused('--as is missing: the email address of the manager in whose name the book is imported.')
  const { db, close } = connect(appUrl, { max: 3, applicationName: 'corridor import-book' })
  try {
    const scope = await managerScope(db, values.as, values.site)
    if (values.undo) {
      const undone = await undoLastImport({ db, now: examining.now, noteLocks }, scope)
      say(
        `Import ${undone.importId} is undone: ${undone.removed.toLocaleString('en-US')} records were taken out and ${undone.restored.toLocaleString('en-US')} put back as they were.`,
      )
      return 0
    }
    const { book, close: closeBook } = await openBook(await filesOf(path ?? ''))
    try {
      let last = ''
      const told = (step: string) => {
        if (step !== last) say(step)
        last = step
      }
      const purpose = values.import ? 'IMPORT' : 'CHECK'
      const outcome = await importBook({
        db,
        scope,
        keys,
        now: examining.now,
        examining,
        noteLocks,
        book,
        name: path ?? '',
        purpose,
        acceptedReason: values.accept,
        told,
      })
      await report(db, scope, outcome, say)
      return sayEnd(outcome, purpose, values.accept, say)
    } finally {
      await closeBook()
    }
  } finally {
    await close()
  }
}

/** The same right as on the Onboarding page. */
async function managerScope(db: Db, email: string, siteName: string | undefined): Promise<Scope> {
  const portals = await portalsOfManager(db, { email })
  const [only] = portals
  if (!only) throw new StartRefused(`${email} is not an active manager with level 2 of Institutions, who alone imports a book.`)
  const portal = siteName === undefined && portals.length === 1 ? only : portals.find(({ name }) => name === siteName)
  if (!portal) throw new StartRefused(`Name the portal with --site: ${portals.map(({ name }) => name).join(', ')}.`)
  return portal.scope
}

const MOST_SAID = 50

async function report(
  db: Db,
  scope: Scope,
  { importId, counts, problems, differences }: OnboardingOutcome,
  say: (text: string) => void,
): Promise<void> {
  for (const { code, words } of RECORD_TYPES) {
    const count = counts[code]
    if (!count || count.read === 0) continue
    const of = (number: number) => number.toLocaleString('en-US')
    say(
      `${of(count.read)} ${count.read === 1 ? words[0] : words[1]}: ${of(count.added)} new, ${of(count.changed)} changed, ${of(count.same)} as they are`,
    )
  }
  await inScope(db, scope, async (trx) => {
    const files = await trx
      .selectFrom('onboardingFile')
      .selectAll()
      .where('importId', '=', importId)
      .where('outcome', 'in', ['NEW', 'VERSION'])
      .orderBy('id')
      .limit(MOST_SAID)
      .execute()
    for (const { path, outcome, kind, institutionName, vendorName, carrierCode, typeCode, yearOverride, uploadName } of files)
      say(
        `${path}: ${outcome === 'NEW' ? 'new' : 'new version of'} ${kind === 'REPORT' ? 'client report' : 'document'} ${uploadName} of ${institutionName ?? vendorName ?? carrierCode}, type ${typeCode}, year ${yearOverride}`,
      )
    const more = (counts.files?.added ?? 0) + (counts.files?.changed ?? 0) - files.length
    if (more > 0) say(`And ${more.toLocaleString('en-US')} more files.`)
    const found = await trx
      .selectFrom('onboardingProblem')
      .selectAll()
      .where('importId', '=', importId)
      .orderBy('id')
      .limit(MOST_SAID)
      .execute()
    for (const { source, columnName, value, problem } of found)
      say(`${source}${columnName === null ? '' : `, ${columnName}`}${value === null ? '' : ` “${value}”`}: ${problem}`)
    if (problems > found.length) say(`And ${(problems - found.length).toLocaleString('en-US')} more problems.`)
    if (differences === 0) return
    const totals = await trx
      .selectFrom('onboardingTotal')
      .selectAll()
      .where('importId', '=', importId)
      .where('differs', '=', true)
      .orderBy('id')
      .limit(MOST_SAID)
      .execute()
    for (const total of totals)
      say(
        `${total.institutionName}, ${formatDate(plainDate(total.monthEnd))}: stated ${total.statedPolicies} policies, ${money(total.statedCashSurrenderValueCents)} cash surrender value, ${money(total.statedDeathBenefitCents)} death benefit; found ${total.policies}, ${money(total.cashSurrenderValueCents)}, ${money(total.deathBenefitCents)}`,
      )
    if (differences > totals.length) say(`And ${(differences - totals.length).toLocaleString('en-US')} more differences.`)
  })
}
const money = (amount: number | null): string => formatMoney(amount === null ? null : cents(amount))

function sayEnd(
  { importId, status, counts, problems, statedTotals, differences }: OnboardingOutcome,
  purpose: 'CHECK' | 'IMPORT',
  accepted: string | undefined,
  say: (text: string) => void,
): number {
  const some = (number: number, one: string, many: string) => `${number.toLocaleString('en-US')} ${number === 1 ? one : many}`
  const nothing = Object.values(counts).every(({ added, changed }) => added + changed === 0)
  if (statedTotals === 0) say('No control totals were given, so nothing was tied out.')
  else if (differences === 0) say(`${some(statedTotals, 'stated total ties', 'stated totals tie')} out.`)
  if (problems > 0 || (differences > 0 && accepted === undefined)) {
    say(
      `Nothing was written: ${[problems > 0 ? some(problems, 'problem', 'problems') : '', differences > 0 ? `${some(differences, 'difference', 'differences')} from the stated totals` : ''].filter(Boolean).join(' and ')}. ${problems > 0 ? 'Correct the files and run the command again.' : 'Correct the files, or accept the differences with --accept "reason".'}`,
    )
    return 3
  }
  if (status === 'DONE')
    say(
      nothing
        ? `The book is in the portal as the files say; nothing changed (import ${importId}).`
        : `The book was imported (import ${importId}).`,
    )
  else if (purpose === 'CHECK')
    say(nothing ? 'Nothing would change.' : 'Nothing is wrong. Run the command again with --import to write it.')
  return 0
}
