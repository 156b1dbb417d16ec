/** Somebody of the service team: the portrait, and the ways to reach them. */

import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import type { getServiceTeam } from '@corridor/contract/service-team.ts'
import { maskPhone } from '@corridor/domain/primitives/typed-input.ts'
import { IconMail, IconPhone } from '@tabler/icons-react'
import { useState } from 'react'
import css from './TeamMember.module.css'

export type Member = ReplyOf<typeof getServiceTeam>['records'][number]

/** As the member is called: by the display name where there is one. */
export const memberName = ({ displayName, firstName, middleName, lastName }: Member): string =>
  displayName ?? [firstName, middleName, lastName].filter(Boolean).join(' ')

export function Portrait({ member: { avatar, firstName, lastName }, size = 96 }: { member: Member; size?: number }) {
  const [broken, setBroken] = useState(false)
  return avatar && !broken ? (
    <img
      className={css.portrait}
      src={avatar}
      alt=""
      style={{ width: size, height: size }}
      width={size}
      height={size}
      onError={() => setBroken(true)}
    />
  ) : (
    <span className={css.portrait} style={{ width: size, height: size, fontSize: size * 0.29 }} aria-hidden>
      {`${firstName.charAt(0)}${lastName.charAt(0)}`.toUpperCase()}
    </span>
  )
}

export function Ways({
  email,
  phone,
  extension,
  name,
}: {
  email: string | null
  phone: string | null
  extension: string | null
  name?: string | null
}) {
  return (
    <div className={css.ways}>
      {name ? <b>{name}</b> : null}
      {phone ? (
        <a href={`tel:+1${phone}${extension ? `;ext=${extension}` : ''}`}>
          <IconPhone size={16} aria-hidden /> {maskPhone(phone)}
          {extension ? ` ext. ${extension}` : ''}
        </a>
      ) : null}
      {email ? (
        <a href={`mailto:${email}`}>
          <IconMail size={16} aria-hidden /> {email}
        </a>
      ) : null}
    </div>
  )
}
