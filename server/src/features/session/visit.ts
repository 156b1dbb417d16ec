/** A request on the way to a session, and one that has it. */
import type { Session } from '@corridor/contract/session.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Kernel } from '../../platform/kernel.ts'

export interface Visit {
  kernel: Kernel
  request: FastifyRequest
  reply: FastifyReply
}

export interface SignedInVisit extends Visit {
  session: Session
}
