/** Passwords: argon2id as OWASP advises (m = 19 MiB, t = 2, p = 1), and the same work when there is nothing to compare with. */
import { hash, verify } from '@node-rs/argon2'

const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

export const hashPassword = (password: string): Promise<string> => hash(password, COST)

/** Takes as long for a person who does not exist: a hash of the same cost is verified in their stead, and never matches. */
export async function verifyPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  const right = await verify(passwordHash ?? (await dummy()), password)
  return right && typeof passwordHash === 'string'
}

let dummyHash: Promise<string> | undefined
const dummy = () => (dummyHash ??= hash('nobody has this password', COST))
/** Made at the start, so that the first unknown email is not slower than the second. */
export const warmUpPasswords = async (): Promise<void> => {
  await verifyPassword(undefined, 'warm up')
}
