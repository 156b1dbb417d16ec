/** The closed table of error codes: status and the sentence people read. docs/errors.md lists the same, and a test compares them. */
import { z } from 'zod'

export const ERRORS = {
  input: [400, 'Some of what was sent is not valid. The fields say what to change.'],
  not_signed_in: [401, 'Your session has expired. Please login again.'],
  key_refused: [401, 'This API key is unknown, has expired or was revoked. Ask whoever made it for a new one.'],
  wrong_credentials: [401, 'The email address or the password is incorrect.'],
  forbidden: [403, 'You do not have the right to do this. Ask a manager of your team for it.'],
  cross_site: [403, 'This request came from another website and was refused.'],
  mfa_required: [403, 'Confirm your sign-in with your second factor first.'],
  password_expired: [403, 'Your password has expired. Choose a new one to continue.'],
  confirm_required: [403, 'Enter your password again to continue: this change requires it.'],
  read_only: [403, 'You are viewing as someone else: nothing can be changed.'],
  not_found: [404, 'This does not exist, or you do not have access to it.'],
  conflict: [409, 'Someone else changed this in the meantime. Compare both versions before you save.'],
  in_use: [409, 'Other records depend on this. Remove or move them first.'],
  wrong_status: [409, 'This cannot be done in the current status.'],
  already_running: [409, 'This is already being worked on.'],
  open_errors: [409, 'The file still has open errors. Fix or exclude the rows, or discard the file.'],
  close_gate: [409, 'The month is not closed for this institution: a carrier file is missing or has open errors.'],
  not_complete: [
    409,
    'Risks of this review are not rated, or management’s assessment is not signed. Release it with a reason, which the review prints.',
  ],
  four_eyes: [409, 'Someone other than the person who generated this report must release it.'],
  period_locked: [409, 'This period is locked. A manager can unlock it.'],
  file_held: [409, 'This file is being checked for viruses. Try again in a few minutes.'],
  link_over: [410, 'This link has been used or has expired. Ask for a new one.'],
  too_large: [413, 'The file is larger than allowed.'],
  unsupported_file: [415, 'This kind of file cannot be read here.'],
  key_reused: [422, 'This Idempotency-Key was used for another request.'],
  too_many_requests: [429, 'Too many attempts. Wait a few minutes and try again.'],
  internal: [500, 'Unable to complete operation. Please contact system administrator.'],
  unavailable: [503, 'The service is restarting. Try again in a moment.'],
  storage_full: [507, 'There is no space left to store files. Nothing was lost; try again after an administrator frees space.'],
} as const satisfies Record<string, readonly [number, string]>

export type ErrorCode = keyof typeof ERRORS

export const errorReply = z.object({
  message: z.string(),
  code: z.string(),
  inputError: z.literal(true).optional(),
  meta: z.record(z.string(), z.unknown()).optional(),
  requestId: z.string().optional(),
  retryAfter: z.number().optional(),
})
export type ErrorReply = z.infer<typeof errorReply>
