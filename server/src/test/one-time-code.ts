/** The code an authenticator app would show: for tests that stand in for a person's phone. */
import { TOTP } from 'otpauth'

/** @param key as the page shows it, spaces or not @param at epoch milliseconds */
export const oneTimeCode = (key: string, at = Date.now()): string =>
  new TOTP({ secret: key.replaceAll(' ', ''), digits: 6, period: 30 }).generate({ timestamp: at })
