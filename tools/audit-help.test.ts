import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { AUDIT_CHECK_CODES, AUDIT_CHECKS, AUDIT_RULES, auditRuleCodes } from '../domain/src/auditing/rules.ts'

const help = readFileSync(new URL('../docs/help/what-do-the-audits-check.md', import.meta.url), 'utf8')

test('the help page of the audits has every rule once, under its audit, with the title and severity that it has on screen', () => {
  const rows = [...help.matchAll(/^\| ([VMPBY]\d+) \| ([^|]+) \| [^|]+ \| (\w+) \|$/gm)].map(
    ([, code, title, severity]) => `${code} ${title} ${severity}`,
  )
  expect(rows).toEqual(
    auditRuleCodes.map((code) => `${code} ${AUDIT_RULES[code].title.replaceAll('’', "'")} ${AUDIT_RULES[code].severity}`),
  )
  const headings = [...help.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)
  expect(headings).toEqual(AUDIT_CHECK_CODES.map((check) => AUDIT_CHECKS[check].title))
})
