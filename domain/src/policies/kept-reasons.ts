/** Reasons that Corridor wrote itself and keeps: some name a person or an import by its number, which is nobody's to read. */

const NUMBERED = [/^(Accepted from a carrier’s feed) by person \d+$/, /^(Imported with the firm['’]s book), import \d+$/]

export const reasonShown = <Reason extends string | null>(reason: Reason): Reason | string =>
  reason === null ? reason : NUMBERED.reduce((text: string, numbered) => text.replace(numbered, '$1'), reason)
