/** Archives whose files do not lie ready: each is made when its turn comes, which takes the processor. */
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type SentFile, sendStream } from './send-file.ts'
import { leavingOf, placeFor } from './turns.ts'

/** Sends an archive whose files are made while it is read: two at a time a person. @throws AppError too_many_requests */
export async function sendMade(
  request: FastifyRequest,
  reply: FastifyReply,
  make: () => Readable,
  file: Pick<SentFile, 'fileName' | 'mediaType'>,
): Promise<FastifyReply> {
  if (request.method === 'HEAD') return sendStream(reply, Readable.from([]), file)
  const leave = await placeFor(request, leavingOf(reply))
  return sendStream(reply, make().once('close', leave), file)
}
