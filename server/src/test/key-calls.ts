/** Steps that tests of API keys share: a wish for a key, and a key made by the call, with the header that carries it. */
import { createApiKey } from '@corridor/contract/api-keys.ts'
import type { InputOf } from '@corridor/contract/kernel/endpoint.ts'
import { expect } from 'vitest'
import type { useServer } from './call.ts'

type Wish = InputOf<typeof createApiKey>

export const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

export const wish = (input: Partial<Wish> = {}): Wish => ({
  name: 'Nightly extract',
  scopes: [{ code: 'CARRIERS', access: 1 }],
  expiresOn: inDays(30),
  ...input,
})

export const keyMaker =
  (server: ReturnType<typeof useServer>) =>
  async (cookie: string, input: Partial<Wish> = {}) => {
    const { status, body, error } = await server.callAs(cookie, createApiKey, wish(input))
    expect([status, error.message]).toEqual([201, ''])
    return { ...body, bearer: { authorization: `Bearer ${body.secret}` } }
  }
