/** The mail to the owner of a key about its making and its new secrets. It holds no part of a secret. */
import type { ApiKey } from '@corridor/contract/api-keys.ts'
import { LEVEL_NAMES, PERMISSION_WORDS } from '@corridor/domain/access/permission-labels.ts'
import { formatDate, plainDate } from '@corridor/domain/primitives/period.ts'
import type { FastifyRequest } from 'fastify'
import type { Trx } from '../../platform/database/database.ts'
import { asProduct, type Scope } from '../../platform/http/scope.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { sendNotice } from '../../shared/people/security-notices.ts'

interface Asked {
  kernel: Kernel
  trx: Trx
  scope: Scope
  request: FastifyRequest
}

/** @param overlapHours where it is a new secret of a key that was there: how long the one before goes on */
export async function mailOwner({ kernel, trx, scope, request }: Asked, key: ApiKey, overlapHours?: number): Promise<void> {
  const of = {
    userId: key.ownerId,
    siteId: scope.siteId,
    path: key.ofClient ? `/institutions/${key.institutionId}/api-keys` : '/users/api-keys',
    facts: [`Key: ${key.name}`, `Rights: ${rightsOf(key)}`, ...limitOf(key), `Last day: ${formatDate(plainDate(key.expiresOn))}`],
    request,
  }
  await asProduct(trx, scope, () =>
    sendNotice(
      kernel,
      trx,
      overlapHours === undefined ? { kind: 'keyMade', ...of } : { kind: 'keyRenewed', happened: renewed(overlapHours), ...of },
    ),
  )
}

const renewed = (overlapHours: number): string =>
  `Your API key was given a new secret. The one before ${
    overlapHours === 0 ? 'no longer works' : `goes on for ${overlapHours === 1 ? 'an hour' : `${overlapHours} hours`}`
  }. A program that has the secret acts in your name, within the rights of the key.`

const rightsOf = ({ scopes, carrierCode, carrierName }: ApiKey): string =>
  carrierCode === null
    ? scopes.map(({ code, access }) => `${PERMISSION_WORDS[code].name} (${LEVEL_NAMES[access].toLowerCase()})`).join(', ')
    : `sends files of ${carrierName ?? carrierCode}`

const limitOf = ({ institutionName }: ApiKey): string[] => (institutionName === null ? [] : [`Limited to: ${institutionName}`])
