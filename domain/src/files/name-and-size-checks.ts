/** Refusals by a file's name and size alone: shown by the drop zone before a byte is sent, and by the server again. */
import { ACCEPTED_WORDS, extensionOf, kindOfFile, LARGEST_FILE_BYTES } from './accepted-kinds.ts'

/** Names longer than this do not fit everywhere they are saved to. */
export const LONGEST_NAME = 180

/** Endings that some system runs, opens as a page, or unpacks: as the last they are no accepted kind, before it they are a disguise. */
const DISGUISED =
  /\.(ade|apk|app|asp|aspx|bat|bin|chm|cmd|com|cpl|dll|dmg|dotm|docm|exe|gz|hta|htm|html|iqy|iso|jar|jnlp|js|jse|jsp|lnk|mht|mhtml|msc|msi|msp|phar|php\d?|phtml|pif|pl|potm|ppam|pptm|ps1|py|rar|rb|reg|rtf|scf|scr|settingcontent-ms|sh|shtml|slk|svg|svgz|swf|sys|tar|url|vb|vbe|vbs|vhd|wsf|wsh|xhtml|xla|xlam|xll|xlsb|xlsm|xltm|xml|zip|7z)\s*\./i
const RESERVED = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i
/** Turned direction, joiners and other signs that take no room: a name shall read as it is. */
const INVISIBLE = /[\p{Cf}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0\p{Variation_Selector}]/u
/** Signs that only look like the dot, slash or backslash of a path. */
const LOOK_ALIKE = /[\u2024\uff0e\u3002\ufe52\uff61\u2044\u2215\u29f8\uff0f\ufe68\uff3c\u29f5\u2216\ua789\uff1a]/u
/** A word whose letters come from Latin and from an alphabet that has doubles of them. Words of either stand side by side in honest names. */
const mixesAlphabets = (name: string): boolean =>
  name
    .split(/[^\p{L}\p{M}]+/u)
    .some(
      (word) => /\p{Script=Latin}/u.test(word) && /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Cherokee}\p{Script=Armenian}]/u.test(word),
    )

interface NameRule {
  rule: string
  broken: (name: string) => boolean
  sentence: string
}
/** The first rule that is broken is the one that is said. */
const NAME_RULES: readonly NameRule[] = [
  { rule: 'name-empty', broken: (name) => name.trim() === '', sentence: 'The file has no name. Give it one and upload it again.' },
  {
    rule: 'name-long',
    broken: (name) => name.length > LONGEST_NAME || new TextEncoder().encode(name).length > 255,
    sentence: `The file’s name is longer than ${LONGEST_NAME} characters. Shorten it and upload the file again.`,
  },
  {
    rule: 'name-control',
    broken: (name) => /\p{Cc}/u.test(name) || /%(0[0-9a-f]|1[0-9a-f]|7f)/i.test(name),
    sentence: 'The file’s name contains control characters. Rename the file and upload it again.',
  },
  {
    rule: 'name-path',
    broken: (name) =>
      /[\\/]/.test(name) || /%(2f|5c|2e%2e)/i.test(name) || /^\.+$/.test(name) || /^[a-z]:/i.test(name) || name.includes(':'),
    sentence: 'The file’s name contains a folder or a drive. Rename the file without / \\ or : and upload it again.',
  },
  {
    rule: 'name-invisible',
    broken: (name) => INVISIBLE.test(name) || /[\ud800-\udfff]/.test(name.replace(/[\ud800-\udbff][\udc00-\udfff]/g, '')),
    sentence: 'The file’s name contains invisible characters that change how it reads. Retype the name and upload the file again.',
  },
  {
    rule: 'name-look-alike',
    broken: (name) => LOOK_ALIKE.test(name) || mixesAlphabets(name),
    sentence: 'The file’s name contains letters or signs that imitate others. Retype the name and upload the file again.',
  },
  {
    rule: 'name-edges',
    broken: (name) => /^[-.~\s]/.test(name) || /[.\s]$/.test(name) || /[<>"|?*]/.test(name),
    sentence:
      'The file\'s name begins with a dash, dot or blank, ends with one, or contains one of < > " | ? *. Rename the file and upload it again.',
  },
  {
    rule: 'name-reserved',
    broken: (name) => RESERVED.test(name),
    sentence: 'The file’s name is reserved by Windows. Rename the file and upload it again.',
  },
  {
    rule: 'kind',
    broken: (name) => kindOfFile(name) === undefined,
    sentence: `This kind of file is not accepted. Save it as ${ACCEPTED_WORDS} and upload that file.`,
  },
  {
    rule: 'name-double',
    broken: (name) => DISGUISED.test(name),
    sentence: 'The file’s name has two extensions. Rename the file with one extension and upload it again.',
  },
]

/** The rule that refuses a file before its content is looked at; undefined when none does. */
export function refusalByName(fileName: string, sizeBytes?: number): { rule: string; sentence: string } | undefined {
  const broken = NAME_RULES.find((rule) => rule.broken(fileName))
  if (broken) return { rule: broken.rule, sentence: broken.sentence }
  if (sizeBytes === 0) return { rule: 'empty', sentence: 'The file is empty. Save it again and upload it.' }
  const largest = kindOfFile(fileName)?.largestBytes ?? LARGEST_FILE_BYTES
  if (sizeBytes !== undefined && sizeBytes > largest)
    return {
      rule: 'size',
      sentence: `${extensionOf(fileName).toUpperCase()} files may have up to ${largest / 1_000_000} MB. Split it or make it smaller, and upload it again.`,
    }
  return undefined
}
