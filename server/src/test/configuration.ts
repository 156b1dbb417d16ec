/** The configuration that tests and benches run the product with. */
import type { Configuration } from '../platform/configuration.ts'

export const testConfiguration = (dataDirectory: string, overrides: Partial<Configuration> = {}): Configuration => ({
  mode: 'demo',
  environment: 'local',
  environmentText: 'local',
  host: '127.0.0.1',
  port: 0,
  publicUrl: 'http://localhost:3000',
  trustedProxies: 0,
  dataDirectory,
  database: { kind: 'embedded' },
  mfaRequired: false,
  mail: { smtpUrl: undefined, from: 'Corridor <no-reply@corridor.example>' },
  inboundMail: undefined,
  inboxDirectory: undefined,
  sms: { url: undefined },
  s3: undefined,
  scanner: undefined,
  salesforce: undefined,
  dnsServers: [],
  keys: { encryption: Buffer.alloc(32, 1), ssnHash: Buffer.alloc(32, 2) },
  reportWorkers: 1,
  jobs: true,
  fourEyesRelease: false,
  ...overrides,
})
