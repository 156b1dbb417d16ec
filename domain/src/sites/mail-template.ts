/** Email templates: text with placeholders in double braces, filled with plain text. */

import { templateLanguage } from '../primitives/text-template.ts'

/** Names that a template may use, and their replacements. */
export const MAIL_PLACEHOLDERS = {
  firstName: 'First name of the recipient',
  lastName: 'Last name of the recipient',
  institutionName: 'Name of the institution',
  institutionNumber: 'Number of the institution',
  fileType: 'Type of the file, such as Monthly BOLI Asset Report',
  fileNames: 'Names of the new files, one per line',
  loginLink: 'Link to sign in, leading on to the file',
  choiceLink: 'Link to choose how often these emails come',
  member1Name: 'First service team member: name',
  member1Title: 'First service team member: title',
  member1Phone: 'First service team member: phone',
  member1Email: 'First service team member: email',
  member2Name: 'Second service team member: name',
  member2Title: 'Second service team member: title',
  member2Phone: 'Second service team member: phone',
  member2Email: 'Second service team member: email',
} as const
export type MailPlaceholder = keyof typeof MAIL_PLACEHOLDERS

/** 0 signup, 1 file upload. */
export type TemplateType = 0 | 1
export const TEMPLATE_TYPE_NAMES: Readonly<Record<TemplateType, string>> = { 0: 'Signup', 1: 'File upload' }

/** Placeholders in mails: what is missing is left out. */
export const MAIL_TEXT = templateLanguage(MAIL_PLACEHOLDERS)
export const fillTemplate = MAIL_TEXT.fill
export const placeholdersIn = MAIL_TEXT.named
/** Refused when a template is saved. */
export const placeholderProblem = (template: string): string | undefined =>
  MAIL_TEXT.problem(template) ??
  // Written into another address (`https://elsewhere.example/#{{loginLink}}`), a link that lets its reader in would carry its secret there.
  (/\S\{\{\s*(loginLink|choiceLink)\s*\}\}|\{\{\s*(loginLink|choiceLink)\s*\}\}[^\s.,;!?)]/.test(template)
    ? 'Put a space or a new line before and after a link, so that it does not run into other text.'
    : undefined)
