/** The parts of a month that are not done, each once: a lock over any of them needs a reason. The dialog lists it and the server asks for it by the same rule. */

interface MonthClose<Carrier, Bank> {
  carriers: readonly Carrier[]
  banks: readonly Bank[]
}

/** Carriers whose values are not all posted; institutions whose report is not released, or with an open exception of any severity. */
export const outstandingOf = <Carrier extends { status: string }, Bank extends { status: string; openExceptions: number }>({
  carriers,
  banks,
}: MonthClose<Carrier, Bank>): MonthClose<Carrier, Bank> => ({
  carriers: carriers.filter(({ status }) => status !== 'posted'),
  banks: banks.filter(({ status, openExceptions }) => status !== 'released' || openExceptions > 0),
})
