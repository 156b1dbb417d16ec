/** A reason not to start that a person can act on. `runServer` prints its sentence, without a stack, and exits 1. */
export class StartRefused extends Error {
  override name = 'StartRefused'
}
