/** The five accounts of the demo: seeded, printed at the start, offered on the sign-in page; never in production. */
import type { Role } from '@corridor/domain/access/access.ts'

export const DEMO_PASSWORD = 'Corridor-Demo-2026'

export const DEMO_ACCOUNTS: readonly { email: string; role: Role }[] = [
  { email: 'manager@corridor.example', role: 'd' },
  { email: 'staff@corridor.example', role: 'b' },
  { email: 'rep@corridor.example', role: 'e' },
  { email: 'client@firstcoastal.example', role: 'c' },
  { email: 'team@firstcoastal.example', role: 'a' },
]
