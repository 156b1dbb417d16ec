/** Text that people write with placeholders in double braces: one language for mails and for reports, each with placeholders of its own. */

/** By placeholder: what stands for it, in words that follow a colon. */
type PlaceholderTable<Name extends string> = Readonly<Record<Name, string>>

interface TemplatePiece<Name extends string> {
  text: string
  placeholder: Name | null
}

/** Functions on texts that name these placeholders. */
export interface TemplateLanguage<Name extends string> {
  table: PlaceholderTable<Name>
  names: readonly Name[]
  /** Every placeholder replaced, values taken literally; a value that is missing becomes `missing`, or nothing; lines that held nothing else but a label disappear. */
  fill: (template: string, values: Partial<Readonly<Record<Name, string | null>>>, missing?: string) => string
  /** Names in double braces that are no placeholder, and braces that never close. */
  unknown: (template: string) => string[]
  /** The placeholders a template names, each once, in their order. */
  named: (template: string) => Name[]
  /** A template cut where its placeholders stand: plain text and placeholders in turn, which together are the template. */
  pieces: (template: string) => TemplatePiece<Name>[]
  /** The sentence about what is not known in a template; undefined when all is. */
  problem: (template: string) => string | undefined
}

const PLACEHOLDER = /\{\{\s*(\w+)\s*\}\}/g

export function templateLanguage<Name extends string>(table: PlaceholderTable<Name>): TemplateLanguage<Name> {
  const is = (name: string): name is Name => Object.hasOwn(table, name)
  const unknown = (template: string) => [
    ...new Set(
      [...template.matchAll(/\{\{([^{}\n]*)(\}\})?/g)].flatMap(([whole, name = '', end]) =>
        end !== undefined && is(name.trim()) ? [] : [end === undefined ? whole.slice(0, 40) : name.trim()],
      ),
    ),
  ]
  return {
    table,
    names: Object.keys(table).filter(is),
    fill: (template, values, missing = '') =>
      template
        .split('\n')
        .flatMap((line) => {
          const told: string[] = []
          const filled = line.replace(PLACEHOLDER, (_, name: string) => {
            told.push(is(name) ? (values[name] ?? missing) : '')
            return told.at(-1) ?? ''
          })
          // "Service team: {{name}}, {{title}}" without either says nothing.
          const rest = told.every((value) => value === '') ? filled.replace(/^[^:]*:/, '') : filled
          return rest.replace(/[\s,·|:()-]/g, '') === '' && told.length > 0 ? [] : [filled.trimEnd()]
        })
        .join('\n'),
    unknown,
    named: (template) => [...new Set([...template.matchAll(PLACEHOLDER)].flatMap(([, name = '']) => (is(name) ? [name] : [])))],
    pieces: (template) => {
      const found: TemplatePiece<Name>[] = []
      let from = 0
      for (const match of template.matchAll(PLACEHOLDER)) {
        const [text, name = ''] = match
        if (!is(name)) continue
        found.push({ text: template.slice(from, match.index), placeholder: null }, { text, placeholder: name })
        from = match.index + text.length
      }
      return [...found, { text: template.slice(from), placeholder: null }].filter(({ text }) => text !== '')
    },
    problem: (template) => {
      const names = unknown(template).map((name) => (name.startsWith('{{') ? `“${name}”, which never closes` : `{{${name}}}`))
      return names.length === 0 ? undefined : `Not known here: ${names.join(', ')}. Choose from the placeholders above the text.`
    },
  }
}
