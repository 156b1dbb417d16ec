/** All that is outstanding in a month before it is locked, each thing once: missing values and files with their carriers, reports and exceptions with their institutions. */
import { countedReason, isAuditErrors, missingFeedOf, tellsMissingFile } from '@corridor/domain/auditing/close-gate.ts'
import { outstandingOf } from '@corridor/domain/auditing/outstanding.ts'
import { counted, firstNamed } from '@corridor/domain/primitives/counted.ts'
import { formatCount } from '@corridor/domain/primitives/money.ts'
import { BANK_STATUSES, type BankClose, type Board, CARRIER_STATUSES } from './close-statuses.ts'

const NAMED = 3

export function outstandingLines(board: Board): string[] {
  const { carriers, banks } = outstandingOf(board)
  const hasFileErrors = carriers.some(({ status }) => status === 'errors')
  const isOfCarrier = (reason: string) => missingFeedOf(reason) !== null || (hasFileErrors && reason.endsWith('in carrier files'))
  return [
    ...carriers.map(({ name, status, policiesValued, policiesExpected }) => {
      const lacking = banks.filter(({ blockers }) => blockers.some((reason) => missingFeedOf(reason) === name))
      // A carrier without any value is missing at every institution of its own.
      const at =
        policiesValued === 0 || lacking.length === 0
          ? ''
          : `; missing at ${firstNamed(
              lacking.map((bank) => bank.name),
              NAMED,
            )}`
      return `${name}: ${CARRIER_STATUSES[status].label.toLowerCase()}, ${formatCount(policiesValued)} of ${formatCount(policiesExpected)} policies valued${at}`
    }),
    ...banks.map(
      (bank) =>
        `${bank.name}: ${[
          ...(bank.status === 'released' ? [] : [BANK_STATUSES[bank.status].label.toLowerCase()]),
          ...bank.blockers
            .filter((reason) => !isOfCarrier(reason) && countedReason(reason).names === null)
            .map((reason) => reason.replace(/\.$/, '')),
          ...exceptionsOf(bank),
        ].join('; ')}`,
    ),
  ]
}

/** Errors that block the release, then the others: "3 open audit errors", "1 other open exception". */
function exceptionsOf({ blockers, openExceptions }: BankClose): string[] {
  const errors = blockers.filter(isAuditErrors).map(countedReason)
  // That a carrier's file is missing stands with the carrier.
  const ofBank = openExceptions - blockers.filter(tellsMissingFile).length
  const others = ofBank - errors.reduce((sum, { words }) => sum + Number.parseInt(words.replaceAll(',', ''), 10), 0)
  return [
    ...errors.map(({ words }) => words),
    ...(others > 0 ? [counted(others, `${errors.length > 0 ? 'other ' : ''}open exception`)] : []),
  ]
}
