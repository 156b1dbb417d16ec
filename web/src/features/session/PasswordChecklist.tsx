/** The policy as a list that ticks itself off while a password is typed, in the required words; what only the server can tell stands below it. */

import { type PasswordPolicy, passwordRules } from '@corridor/domain/access/password-policy.ts'
import { counted } from '@corridor/domain/primitives/counted.ts'
import css from './PasswordChecklist.module.css'

interface PasswordChecklistProps {
  id: string
  policy: PasswordPolicy & { reusePasswords: number; expirationDays: number }
  password: string
  confirmation: string
}

export function PasswordChecklist({ id, policy, password, confirmation }: PasswordChecklistProps) {
  const rules = passwordRules(policy, password, confirmation).map((rule) =>
    // Two empty fields are equal, and yet nothing is done.
    rule.field === 'confirmation' ? { ...rule, met: rule.met && confirmation !== '' } : rule,
  )
  const left = rules.filter(({ met }) => !met).length
  return (
    <div className={css.checklist} id={id} data-rules>
      <p>Your password</p>
      <ul>
        {rules.map(({ field, message, met }) => (
          <li key={field} data-met={met || undefined}>
            <svg
              viewBox="0 0 16 16"
              fill="none"
              stroke="currentColor"
              strokeWidth="2"
              strokeLinecap="round"
              strokeLinejoin="round"
              aria-hidden
            >
              {met ? <path d="M3 8.5 6.5 12 13 4.5" /> : <circle cx="8" cy="8" r="2" />}
            </svg>
            {message}
            <span className="visually-hidden">{met ? ' (met)' : ' (not yet)'}</span>
          </li>
        ))}
      </ul>
      <p>It is refused when it</p>
      <ul>
        {refusals(policy.reusePasswords).map((refusal) => (
          <li key={refusal} data-when-saved>
            {refusal}
          </li>
        ))}
      </ul>
      <p>
        Spaces and any letters are welcome; a few unrelated words are easy to remember and hard to guess.
        {policy.expirationDays > 0 ? ` A password expires after ${counted(policy.expirationDays, 'day')}.` : ''}
      </p>
      <p className="visually-hidden" role="status">
        {password === '' ? '' : left === 0 ? 'All rules are met.' : `${left} ${left === 1 ? 'rule is' : 'rules are'} not met yet.`}
      </p>
    </div>
  )
}

/** Rules that only the server can judge, as the checklist names them. */
const refusals = (reusePasswords: number): string[] => [
  'contains your name, your email address, or the name of the portal or of your institution',
  'is a common password',
  ...(reusePasswords === 0 ? [] : [reusePasswords === 1 ? 'is your current password' : `is one of your last ${reusePasswords} passwords`]),
]
