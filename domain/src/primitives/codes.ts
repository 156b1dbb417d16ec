/** The codes of a table of words, in its order: enumerations take them, and lists are made of them. TypeScript forgets the keys of an object on the way. */
export const codesOf = <Code extends string>(words: Readonly<Record<Code, unknown>>) => Object.keys(words) as [Code, ...Code[]]

/** One value for each of the codes, under it. */
export const eachOf = <Code extends string, Value>(codes: readonly Code[], make: (code: Code) => Value) =>
  Object.fromEntries(codes.map((code) => [code, make(code)])) as Record<Code, Value>
