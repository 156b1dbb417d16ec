/** The ways to confirm a sign-in, in the words the pages use. The strongest first. */
import type { MfaChannel } from '@corridor/contract/mfa.ts'
import { IconDeviceMobileMessage, IconFingerprint, IconMail, IconShieldLock } from '@tabler/icons-react'
import type { ComponentType } from 'react'

export interface ChannelWords {
  name: string
  icon: ComponentType<{ size?: number; stroke?: number }>
  /** When choosing what to set up. */
  offer: string
  /** Said where it is weaker than it looks (ASVS 6.6.1). */
  warning?: string
}

export const CHANNELS: Record<MfaChannel, ChannelWords> = {
  passkey: {
    name: 'Passkey',
    icon: IconFingerprint,
    offer: 'Your fingerprint, face or device PIN, or a security key. Nothing to type, and it works on the real portal only.',
  },
  totp: {
    name: 'Authenticator app',
    icon: IconShieldLock,
    offer: 'An app on your phone shows a new six-digit code every 30 seconds. Works without a connection.',
  },
  sms: {
    name: 'Text message',
    icon: IconDeviceMobileMessage,
    offer: 'A six-digit code by text message to your mobile phone.',
    warning: 'Text messages can be intercepted, and phone numbers taken over. Choose a passkey or an app where you can.',
  },
  email: {
    name: 'Email',
    icon: IconMail,
    offer: 'A six-digit code to the email address of your account.',
    warning: 'Only as safe as your mailbox.',
  },
}

export const CHANNEL_ORDER: readonly MfaChannel[] = ['passkey', 'totp', 'email', 'sms']

/** A browser knows passkeys only by a host name; addresses of numbers have none. */
export const canUsePasskeys = (): boolean => typeof PublicKeyCredential === 'function' && !/^(\d+\.){3}\d+$|^\[/.test(location.hostname)

/** A name for the device in the person's hands, to begin with. */
export function deviceName(userAgent: string): string {
  if (/iPhone/.test(userAgent)) return 'iPhone'
  if (/iPad/.test(userAgent)) return 'iPad'
  if (/Android/.test(userAgent)) return 'Android device'
  if (/Mac/.test(userAgent)) return 'Mac'
  return /Windows/.test(userAgent) ? 'Windows computer' : 'This computer'
}
