/** The demo's people, as the sign-in page offers them. */
export const ACCOUNTS = {
  manager: 'manager@corridor.example',
  staff: 'staff@corridor.example',
  rep: 'rep@corridor.example',
  client: 'client@firstcoastal.example',
  team: 'team@firstcoastal.example',
} as const
export type Account = keyof typeof ACCOUNTS
export const PASSWORD = 'Corridor-Demo-2026'
