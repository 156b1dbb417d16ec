/** The organization as the settings name it. What is asked of it while a person waits is bounded more tightly than a pull. */
import { AppError } from '../../platform/http/errors.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { type Client, createClient } from './client/client.ts'
import { SalesforceFault } from './client/faults.ts'

/** Milliseconds before each further try while a person waits. */
const SOON = [500]
const PATIENCE = 20_000

/** @throws AppError where Salesforce is not connected */
export function connectTo(kernel: Kernel, options: { pauses?: readonly number[]; silence?: number } = {}): Client {
  const settings = kernel.configuration.salesforce
  if (!settings)
    throw new AppError('wrong_status', {
      message: 'Salesforce is not connected. An operator sets the SALESFORCE_ settings and starts the portal again.',
    })
  return createClient(kernel.configuration, settings, { now: kernel.now, ...options })
}

/** For a person who waits. @throws AppError with Salesforce’s fault in words */
export async function askNow<Answer>(kernel: Kernel, work: (client: Client, signal: AbortSignal) => Promise<Answer>): Promise<Answer> {
  const client = connectTo(kernel, { pauses: SOON, silence: PATIENCE })
  try {
    return await work(client, AbortSignal.timeout(2 * PATIENCE))
  } catch (cause) {
    if (cause instanceof SalesforceFault) throw new AppError('wrong_status', { message: cause.message, cause })
    if (cause instanceof DOMException && cause.name === 'TimeoutError')
      throw new AppError('wrong_status', { message: 'Salesforce takes too long to answer. Try again later.', cause })
    throw cause
  }
}
