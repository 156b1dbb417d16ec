/** `npm run bench [-- --quick] [-- --full] [-- names...]`: runs the lines of lines/ one after another and writes results.md. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { choose } from './choose.ts'
import type { BenchLine, BenchOutcome } from './line.ts'
import { machine } from './measure.ts'

const folder = new URL('lines/', import.meta.url)
const resultsFile = new URL('results.md', import.meta.url)
const say = (text: string) => process.stdout.write(`${text}\n`)

const description = machine()
const lines = (
  await Promise.all(
    readdirSync(folder)
      .filter((file) => file.endsWith('.ts'))
      .map(load),
  )
).toSorted((a, b) => a.number - b.number)
const { lines: chosen, quick, full } = choose(lines, process.argv.slice(2))

let failures = 0
for (const line of chosen) {
  say(`\n${line.number}. ${line.title}`)
  const started = performance.now()
  try {
    const outcome = await line.run({ quick, full, say: (text) => say(`   ${text}`) })
    const section = sectionOf(line, outcome, (performance.now() - started) / 1000)
    say(section)
    if (!quick) keep(line, section)
  } catch (error) {
    failures++
    say(`   failed: ${error instanceof Error ? error.stack : String(error)}`)
    if (!quick)
      keep(
        line,
        `## ${line.number}. ${line.title}\n\nTo reach: ${line.target}.\n\nFailed on this machine: ${error instanceof Error ? error.message : String(error)}\n`,
      )
  }
}
process.exitCode = failures === 0 ? 0 : 1

async function load(file: string): Promise<BenchLine> {
  const module: { line: BenchLine } = await import(new URL(file, folder).href)
  return module.line
}

function sectionOf(line: BenchLine, outcome: BenchOutcome, seconds: number): string {
  const { subjects, unit, remarks, reached } = outcome
  const extra = [...new Set(subjects.flatMap((subject) => Object.keys(subject.more ?? {})))]
  const [own] = subjects
  const ratio = (value: number) => (own && own.value > 0 ? `${(value / own.value).toFixed(2)} x` : '-')
  const table = [
    `| | ${unit} | beside Corridor | ${extra.join(' | ')}${extra.length > 0 ? ' |' : ''}`,
    `|---|---:|---:|${extra.map(() => '---:|').join('')}`,
    ...subjects.map(
      ({ name, value, more = {} }) =>
        `| ${name} | ${shown(value)} | ${ratio(value)} | ${extra.map((key) => shown(more[key] ?? '-')).join(' | ')}${extra.length > 0 ? ' |' : ''}`,
    ),
  ]
  const verdict = reached === null ? '' : reached ? ' Reached.' : ' Not reached.'
  return [
    `## ${line.number}. ${line.title}`,
    '',
    `To reach: ${line.target}.${verdict}`,
    '',
    ...table,
    '',
    ...remarks.map((remark) => `- ${remark}`),
    `- Took ${seconds.toFixed(0)} s. ${description.join('; ')}.`,
    '',
  ].join('\n')
}

function shown(value: number | string): string {
  return typeof value === 'string' ? value : value >= 100 ? value.toFixed(0) : value.toFixed(1)
}

// Lines that did not run this time keep what an earlier run said of them.
function keep(line: BenchLine, section: string) {
  const old = existsSync(resultsFile) ? readFileSync(resultsFile, 'utf8') : ''
  const sections = new Map(
    old
      .split(/^(?=## )/m)
      .filter((part) => part.startsWith('## '))
      .map((part) => [Number(/^## (\d+)/.exec(part)?.[1]), `${part.trim()}\n`]),
  )
  sections.set(line.number, `${section.trim()}\n`)
  const head =
    '# Benchmarks\n\n`npm run bench` measures Corridor beside its peers in the same run, on the machine that each section names. Figures are medians; ratios are what to compare across machines.\n'
  writeFileSync(resultsFile, [head, ...[...sections].toSorted(([a], [b]) => a - b).map(([, text]) => text)].join('\n'))
}
