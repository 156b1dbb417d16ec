/**
 * A number as Excel shows it: the format codes of ECMA-376 part 1, 18.8.31, in English (United States).
 * Covered: General, digits, thousands, scaling, percent, scientific, currency, literals, sections by sign, dates, times, elapsed time.
 * Not covered: conditions other than the sign, fractions, colors and locale calendars, which show the plain number or date instead.
 */

/** The codes that a file names by number alone (18.8.30). */
const BUILT_IN: Record<number, string> = {
  0: 'General',
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  14: 'm/d/yyyy',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'm/d/yyyy h:mm',
  37: '#,##0;(#,##0)',
  38: '#,##0;(#,##0)',
  39: '#,##0.00;(#,##0.00)',
  40: '#,##0.00;(#,##0.00)',
  41: '_(* #,##0_);_(* (#,##0);_(* "-"_);_(@_)',
  42: '_($* #,##0_);_($* (#,##0);_($* "-"_);_(@_)',
  43: '_(* #,##0.00_);_(* (#,##0.00);_(* "-"??_);_(@_)',
  44: '_($* #,##0.00_);_($* (#,##0.00);_($* "-"??_);_(@_)',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
  48: '##0.0E+0',
  49: '@',
}
export const formatCodeOf = (id: number): string => BUILT_IN[id] ?? 'General'

/** @param value as stored  @param code as in the file  @param from1904 days are counted from 1904, as old Macintosh files do */
export function formatAsExcel(value: number, code: string, from1904 = false): string {
  const sections = sectionsOf(code)
  const bySign = sections.length > 1 && value < 0 ? sections[1] : sections.length > 2 && value === 0 ? sections[2] : sections[0]
  const section = (bySign ?? 'General').trim() === '' && sections.length > 1 ? '' : (bySign ?? 'General')
  if (section === '') return ''
  // A section of its own for negative numbers says how the sign is shown.
  const shown = sections.length > 1 && value < 0 ? -value : value
  const tokens = tokensOf(section)
  if (/^(general|@)$/i.test(section.trim())) return general(value)
  if (tokens.some(isDatePart)) return dated(value, tokens, from1904)
  return numbered(shown, tokens)
}

type Token = { kind: 'text' | 'digits' | 'date'; text: string }
const isDatePart = ({ kind }: Token): boolean => kind === 'date'

/** At semicolons outside quotes and brackets. */
function sectionsOf(code: string): string[] {
  const sections = ['']
  for (const [part] of code.matchAll(/"[^"]*"|\\.|\[[^\]]*\]|[\s\S]/g)) {
    if (part === ';') sections.push('')
    else sections[sections.length - 1] += part
  }
  return sections
}

function tokensOf(section: string): Token[] {
  const tokens: Token[] = []
  const parts = section.matchAll(
    /"([^"]*)"|\\(.)|_(.)|\*(.)|\[([^\]]*)\]|(general)|(am\/pm|a\/p)|(y+|m+|d+|h+|s+(?:\.0+)?)|([#0?.,%]|e[+-])|([\s\S])/gi,
  )
  for (const [, quoted, escapedSign, blank, , bracket, word, half, date, digit, other] of parts) {
    if (quoted !== undefined || escapedSign !== undefined) tokens.push({ kind: 'text', text: quoted ?? escapedSign ?? '' })
    else if (blank !== undefined) tokens.push({ kind: 'text', text: ' ' })
    else if (bracket !== undefined) tokens.push(...bracketed(bracket))
    else if (half ?? date) tokens.push({ kind: 'date', text: half ?? date ?? '' })
    else if (digit !== undefined) tokens.push({ kind: 'digits', text: digit })
    else if (word ?? other) tokens.push({ kind: 'text', text: other ?? '' })
  }
  return tokens
}

/** `[h]` counts on beyond a day, `[$€-407]` is a currency, anything else a color or a condition. */
function bracketed(content: string): Token[] {
  if (/^(h+|m+|s+)$/i.test(content)) return [{ kind: 'date', text: `[${content.toLowerCase()}]` }]
  const currency = /^\$([^-]*)/.exec(content)?.[1]
  return currency ? [{ kind: 'text', text: currency }] : []
}

/** Eleven digits at most, as a cell of usual width has them. */
function general(value: number): string {
  if (value === 0) return '0'
  const size = Math.abs(value)
  if (size >= 1e11 || size < 1e-9)
    return value
      .toExponential(5)
      .replace(/\.?0+e/, 'E')
      .replace('e', 'E')
      .replace(/E([+-])(\d)$/, 'E$10$2')
  return String(Number.isInteger(value) ? value : Number(value.toPrecision(10)))
}

function numbered(value: number, tokens: readonly Token[]): string {
  const pattern = tokens.map(({ kind, text }) => (kind === 'digits' ? text : '')).join('')
  if (!/[#0?]/.test(pattern))
    return `${value < 0 ? '-' : ''}${tokens.map(({ kind, text }) => (kind === 'digits' && text !== '%' ? '' : text)).join('')}`
  const percents = pattern.split('%').length - 1
  // Commas after the last digit divide by a thousand each; one between digits groups.
  const scaled = /[#0?](,+)(?=$|[.%e])/i.exec(pattern)?.[1]?.length ?? 0
  const number = (value * 100 ** percents) / 1000 ** scaled
  const exponent = /e([+-])(0+)/i.exec(pattern)
  const mantissa = exponent ? pattern.slice(0, exponent.index) : pattern
  const [whole = '', fraction = ''] = mantissa.replace(/%/g, '').split('.')
  const leastWhole = (whole.match(/0/g) ?? []).length
  const [least, most] = [(fraction.match(/0/g) ?? []).length, (fraction.match(/[0#?]/g) ?? []).length]
  const grouped = /[#0?],+[#0?]/.test(whole)
  const text = exponent
    ? scientific(number, least, exponent[2]?.length ?? 2, exponent[1] ?? '+')
    : plain(number, leastWhole, least, most, grouped)
  // The digits stand where the first of the pattern's digits stood; what is written among them keeps its place around.
  const first = tokens.findIndex(({ kind, text: sign }) => kind === 'digits' && sign !== '%')
  const last = tokens.findLastIndex(({ kind, text: sign }) => kind === 'digits' && sign !== '%')
  const around = (part: readonly Token[]) => part.map(({ text: sign }) => sign).join('')
  return `${number < 0 && /[1-9]/.test(text) ? '-' : ''}${around(tokens.slice(0, first))}${text}${around(tokens.slice(last + 1))}`.trim()
}

function plain(number: number, leastWhole: number, least: number, most: number, grouped: boolean): string {
  const digits = Math.min(most, 20)
  // Half away from zero, as Excel rounds: 1.005 is read as it is written, not as it is stored.
  const rounded = new Intl.NumberFormat('en-US', {
    minimumFractionDigits: Math.min(least, digits),
    maximumFractionDigits: digits,
    minimumIntegerDigits: Math.min(Math.max(leastWhole, 1), 21),
    useGrouping: grouped,
    roundingMode: 'halfExpand',
  }).format(Math.abs(Number(number.toPrecision(15))))
  return leastWhole === 0 && rounded.startsWith('0') && most > 0 ? rounded.slice(1) : leastWhole === 0 && rounded === '0' ? '' : rounded
}

function scientific(number: number, decimals: number, places: number, sign: string): string {
  const [mantissa = '0', power = '0'] = Math.abs(number).toExponential(decimals).split('e')
  const size = Math.abs(Number(power)).toString().padStart(places, '0')
  return `${mantissa}E${Number(power) < 0 ? '-' : sign === '+' ? '+' : ''}${size}`
}

const MONTHS = 'January February March April May June July August September October November December'.split(' ')
const DAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ')
const DAY_MS = 86_400_000

function dated(value: number, tokens: readonly Token[], from1904: boolean): string {
  // Excel writes hashes over the whole width of what is no date.
  if (value < 0 || value > 2_958_465) return '#'.repeat(8)
  const half = tokens.some(({ kind, text }) => kind === 'date' && /^a/i.test(text))
  const smallest = tokens.some(({ kind, text }) => kind === 'date' && /^s+\./i.test(text)) ? 10 : 1000
  const ms = Math.round((value * DAY_MS) / smallest) * smallest
  // Excel counts a 29 February 1900 that never was; days before it are one later.
  const moment = new Date(ms + (from1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, value < 60 ? 31 : 30)))
  return tokens
    .map((token, index) =>
      token.kind === 'text' || token.kind === 'digits'
        ? token.text
        : datePart(token.text.toLowerCase(), moment, ms, half, isMinute(tokens, index)),
    )
    .join('')
    .trim()
}

/** `m` after hours or before seconds is minutes. */
function isMinute(tokens: readonly Token[], index: number): boolean {
  const dates = tokens
    .map(({ kind, text }, place) => ({ text: text.toLowerCase(), place, date: kind === 'date' }))
    .filter(({ date }) => date)
  const at = dates.findIndex(({ place }) => place === index)
  return /^\[?h/.test(dates[at - 1]?.text ?? '') || /^s/.test(dates[at + 1]?.text ?? '')
}

function datePart(part: string, moment: Date, ms: number, half: boolean, minute: boolean): string {
  const padded = (number: number) => String(number).padStart(Math.min(part.length, 2), '0')
  if (part === '[h]' || part === '[hh]') return String(Math.floor(ms / 3_600_000))
  if (part === '[m]' || part === '[mm]') return String(Math.floor(ms / 60_000))
  if (part === '[s]' || part === '[ss]') return String(Math.floor(ms / 1000))
  if (part === 'am/pm') return moment.getUTCHours() < 12 ? 'AM' : 'PM'
  if (part === 'a/p') return moment.getUTCHours() < 12 ? 'A' : 'P'
  if (part.startsWith('y'))
    return part.length > 2 ? String(moment.getUTCFullYear()) : String(moment.getUTCFullYear() % 100).padStart(2, '0')
  if (part.startsWith('d')) {
    const name = DAYS[moment.getUTCDay()] ?? ''
    return part.length > 3 ? name : part.length === 3 ? name.slice(0, 3) : padded(moment.getUTCDate())
  }
  if (part.startsWith('h')) return padded(half ? moment.getUTCHours() % 12 || 12 : moment.getUTCHours())
  if (part.startsWith('s')) {
    const [whole = 's', fraction = ''] = part.split('.')
    const seconds = String(moment.getUTCSeconds()).padStart(Math.min(whole.length, 2), '0')
    return fraction ? `${seconds}.${String(moment.getUTCMilliseconds()).padStart(3, '0').slice(0, fraction.length)}` : seconds
  }
  if (minute && part.length <= 2) return padded(moment.getUTCMinutes())
  const name = MONTHS[moment.getUTCMonth()] ?? ''
  if (part.length === 5) return name.slice(0, 1)
  return part.length > 3 ? name : part.length === 3 ? name.slice(0, 3) : padded(moment.getUTCMonth() + 1)
}
