/** A record that is loaded and sent back, as another program would do it. */
import { carriers } from '@corridor/contract/carriers.ts'
import { institutions } from '@corridor/contract/institutions.ts'
import { sites } from '@corridor/contract/sites.ts'
import { beforeAll, expect, test } from 'vitest'
import { buildCarrier, buildInstitution, buildSite, signedInAs } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'

const server = useServer()
const world = { staff: '' }
beforeAll(async () => {
  const siteId = await buildSite(server.ownerDb)
  await buildInstitution(server.ownerDb, { sites: [siteId] })
  await buildCarrier(server.ownerDb)
  world.staff = await signedInAs(server.ownerDb, 'b', { siteId, permissions: { CARRIERS: 2, INSTITUTIONS: 2, SITES: 2 } })
})

const ask = async (method: 'GET' | 'PUT', url: string, payload?: object) =>
  (await server.app.inject({ method, url, cookies: { sid: world.staff }, ...(payload ? { payload } : {}) })).json()

test.each([carriers, institutions, sites].map(({ model, endpoints }) => [model, endpoints.get.path]))(
  'a record of %s is saved as it was loaded: what a save cannot change is left out, and a field that no record has is refused',
  async (_, path) => {
    const [first] = (await ask('GET', `${path.replace('/:id', '')}?take=1`)).records
    const url = path.replace(':id', first.id)
    const loaded = await ask('GET', url)
    const saved = await ask('PUT', url, loaded)
    expect({ ...saved, updatedAt: '', theme: null }).toEqual({ ...loaded, updatedAt: '', theme: null })
    expect(await ask('PUT', url, { ...saved, surprise: 1 })).toMatchObject({ code: 'input' })
  },
)
