/** The ways there are, as cards to choose from. */
import type { MfaChannel } from '@corridor/contract/mfa.ts'
import { CHANNEL_ORDER, CHANNELS, canUsePasskeys } from './channels.ts'
import css from './second-factor.module.css'

export function ChooseChannel({ held, onChoose }: { held: readonly MfaChannel[]; onChoose: (channel: MfaChannel) => void }) {
  const passkeys = canUsePasskeys()
  return (
    <ul className={css.choices}>
      {CHANNEL_ORDER.map((channel) => {
        const { icon: Icon, name, offer, warning } = CHANNELS[channel]
        const impossible = channel === 'passkey' && !passkeys
        return (
          <li key={channel}>
            <button type="button" className={css.choice} disabled={impossible} onClick={() => onChoose(channel)}>
              <Icon size={24} stroke={1.6} />
              <span>
                <b>
                  {name}
                  {channel === 'passkey' && passkeys ? <i>Recommended</i> : null}
                  {held.includes(channel) ? <i>{channel === 'passkey' ? 'Add another' : 'Set up again'}</i> : null}
                </b>
                <span>{impossible ? 'This browser, or the portal’s present address, does not offer passkeys.' : offer}</span>
                {warning ? <small>{warning}</small> : null}
              </span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
