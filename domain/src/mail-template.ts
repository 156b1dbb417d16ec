/** Email templates: text with placeholders in double braces, filled with plain text (seed 3, Email template). */

/** What a template may name, and what stands for it. */
export const MAIL_PLACEHOLDERS = {
  firstName: 'First name of the recipient',
  lastName: 'Last name of the recipient',
  institutionName: 'Name of the institution',
  institutionNumber: 'Number of the institution',
  fileType: 'Type of the file, such as Monthly BOLI Report',
  loginLink: 'Link to sign in, leading on to the file',
  member1Name: 'First service team member: name',
  member1Title: 'First service team member: title',
  member1Phone: 'First service team member: phone',
  member1Email: 'First service team member: e-mail',
  member2Name: 'Second service team member: name',
  member2Title: 'Second service team member: title',
  member2Phone: 'Second service team member: phone',
  member2Email: 'Second service team member: e-mail',
} as const
export type MailPlaceholder = keyof typeof MAIL_PLACEHOLDERS

const PLACEHOLDER = /\{\{\s*(\w+)\s*\}\}/g
const isPlaceholder = (name: string): name is MailPlaceholder => Object.hasOwn(MAIL_PLACEHOLDERS, name)

/** The template with every placeholder replaced; a value that is missing becomes nothing, and lines that held nothing else disappear. */
export function fillTemplate(template: string, values: Partial<Record<MailPlaceholder, string | null>>): string {
  return template
    .split('\n')
    .flatMap((line) => {
      const filled = line.replace(PLACEHOLDER, (_, name: string) => (isPlaceholder(name) ? (values[name] ?? '') : ''))
      return filled.replace(/[\s,·|:()-]/g, '') === '' && filled !== line ? [] : [filled.trimEnd()]
    })
    .join('\n')
}

/** Names in a template that are no placeholders: refused when a template is saved. */
export const unknownPlaceholders = (template: string): string[] =>
  [...template.matchAll(PLACEHOLDER)].flatMap(([, name = '']) => (isPlaceholder(name) ? [] : [name]))
