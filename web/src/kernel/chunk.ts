/** Pages come as chunks. One that does not arrive (a deploy, a lost line) must end in an offer to reload, not in a white page. */

const TIME_OUT_MS = 120_000

export class ChunkError extends Error {
  override name = 'ChunkError'
}

/** Parts of a page are chunks too; what the browsers say when one of those does not arrive. */
const MISSING = /dynamically imported module|importing a module script failed|unable to preload|failed to load module script/i

/** Whether a part of the application did not arrive, which loading the page again usually mends. */
export const isChunkFailure = (error: unknown): boolean =>
  error instanceof ChunkError || (error instanceof Error && MISSING.test(error.message))

/** @throws ChunkError when the chunk is missing or took longer than 120,000 ms */
export async function withTimeOut<Chunk>(loading: Promise<Chunk>): Promise<Chunk> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new ChunkError('time-out')), TIME_OUT_MS)
  })
  try {
    return await Promise.race([loading, late])
  } catch (cause) {
    throw cause instanceof ChunkError ? cause : new ChunkError('missing', { cause })
  } finally {
    clearTimeout(timer)
  }
}
