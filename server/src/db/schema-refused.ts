/** A database whose schema this version does not go on from, with a sentence that says what to do. */
export class SchemaRefused extends Error {
  override name = 'SchemaRefused'
}
