/** Search over names and words: which files match, in whose order, and the passages that say so. What may be found is fenced in 0009_search.sql and here. */
import { type FoundFile, type Marked, SEARCH_MOST, type SearchKind } from '@corridor/contract/search.ts'
import type { AccessSubject } from '@corridor/domain/access/access.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { typeNameOf } from '../../shared/papers/type-name.ts'
import { siteDayOf, THIS_SITE } from '../../shared/site-day.ts'
import { reportSizeFor } from '../../shared/visibility/salaries.ts'

/** Types of each kind that the caller may open at all. */
export interface Allowed {
  reports: readonly string[]
  documents: readonly string[]
  uploads: readonly string[]
}
export interface Narrowed {
  kind?: SearchKind | undefined
  type?: readonly string[] | undefined
  year?: readonly number[] | undefined
  carrier?: string | undefined
  institution?: number | undefined
}
export interface Match {
  kind: SearchKind
  recordId: number
}
export type How = 'WORDS' | 'BEGINNINGS' | 'SIMILAR' | 'NOTHING'
export interface Found {
  how: How
  /** As it was looked for: the typed words, or those that took their place. */
  query: string
  /** In PostgreSQL's own writing. */
  parsed: string
  total: number
  /** The best first. */
  matches: Match[]
}

/** As written; else by the beginnings of its words; else with the words of one's own files that are most like it. */
export async function findFiles(trx: Trx, typed: string, allowed: Allowed, narrowed: Narrowed): Promise<Found> {
  const asWritten = await parse(trx, sql`websearch_to_tsquery('english', ${typed})`)
  if (asWritten === null) return { how: 'NOTHING', query: typed, parsed: '', total: 0, matches: [] }
  const byWords = await matching(trx, asWritten, allowed, narrowed)
  if (byWords.total > 0) return { how: 'WORDS', query: typed, parsed: asWritten, ...byWords }
  const nothing: Found = { how: 'WORDS', query: typed, parsed: asWritten, total: 0, matches: [] }
  // Quotation marks, "or" and "-" say exactly what is meant.
  if (/["“”]|(^|\s)-|\sor\s/i.test(typed)) return nothing
  const words = wordsOf(typed)
  const beginnings = await parse(trx, sql`to_tsquery('english', ${words.map((word) => `${word}:*`).join(' & ')})`)
  if (beginnings !== null) {
    const byBeginnings = await matching(trx, beginnings, allowed, narrowed)
    if (byBeginnings.total > 0) return { how: 'BEGINNINGS', query: typed, parsed: beginnings, ...byBeginnings }
  }
  return (await bySimilar(trx, words, allowed, narrowed)) ?? nothing
}

const NAMES_RANKED = 200
const NAMES_SHOWN = 5

/** Files whose names hold words that begin so, for the palette. */
export async function findNames(trx: Trx, typed: string, allowed: Allowed, kind: SearchKind): Promise<Match[]> {
  const beginnings = await parse(
    trx,
    sql`to_tsquery('english', ${wordsOf(typed)
      .map((word) => `${word}:*`)
      .join(' & ')})`,
  )
  if (beginnings === null) return []
  // All of one bank match alike: the newest of them is found only among more than are shown.
  return (await matching(trx, beginnings, allowed, { kind }, { inNames: true, most: NAMES_RANKED })).matches.slice(0, NAMES_SHOWN)
}

/** How many words are looked up in the vocabulary, and how many readings of a query are tried. */
const SIMILAR_MOST = 4

/** A suggestion is only made when it finds something that the caller may open: the vocabulary also holds words of files that are gone. */
async function bySimilar(trx: Trx, words: readonly string[], allowed: Allowed, narrowed: Narrowed): Promise<Found | undefined> {
  if (words.length === 0 || words.length > SIMILAR_MOST) return undefined
  const choices: string[][] = []
  for (const word of words) {
    const { rows } = await sql<{ word: string; alike: number }>`select word, alike from search_similar(${word.toLowerCase()}, 3)`.execute(
      trx,
    )
    choices.push([word, ...rows.map((row) => row.word)])
  }
  for (const reading of readingsOf(choices)) {
    const parsed = await parse(trx, sql`websearch_to_tsquery('english', ${reading.join(' ')})`)
    const found = parsed === null ? undefined : await matching(trx, parsed, allowed, narrowed)
    if (parsed !== null && found && found.total > 0) return { how: 'SIMILAR', query: reading.join(' '), parsed, ...found }
  }
  return undefined
}

/** Readings with as few words changed as possible first; the first choice of each word is the word itself. */
function readingsOf(choices: readonly string[][]): string[][] {
  const all = choices.reduce<{ words: string[]; cost: number }[]>(
    (readings, words) =>
      readings.flatMap((reading) =>
        words.map((word, index) => ({ words: [...reading.words, word], cost: reading.cost + (index > 0 ? 9 + index : 0) })),
      ),
    [{ words: [], cost: 0 }],
  )
  return all
    .filter(({ cost }) => cost > 0)
    .toSorted((a, b) => a.cost - b.cost)
    .slice(0, 12)
    .map(({ words }) => words)
}

/** Letters and digits only: what is left of a query once its signs are gone. */
const wordsOf = (typed: string): string[] => [...typed.matchAll(/[\p{L}\p{N}]+/gu)].map(([word]) => word).slice(0, 12)

/** @returns null when there is nothing to look for: no word, only words such as "the", or only words that are not to be there */
async function parse(trx: Trx, query: ReturnType<typeof sql>): Promise<string | null> {
  const { rows } = await sql<{
    parsed: string
    tree: string
  }>`select q::text as parsed, querytree(q) as tree from (select ${query} as q) asked`.execute(trx)
  const [asked] = rows
  return asked && asked.tree !== '' && asked.tree !== 'T' ? asked.parsed : null
}

async function matching(
  trx: Trx,
  parsed: string,
  { reports, documents, uploads }: Allowed,
  { kind, type, year, carrier, institution }: Narrowed,
  { inNames = false, most = SEARCH_MOST } = {},
): Promise<{ total: number; matches: Match[] }> {
  // Papers of one kind match nearly alike: what differs by less than a hundredth is a tie, and the newest of its figures comes first.
  const { rows } = await sql<Match & { matching: string | number }>`
    select m.kind, m.record_id, m.matching from search_matches(${parsed}::tsquery, ${inNames}, ${[...reports]}::text[], ${[...documents]}::text[], ${[...uploads]}::text[],
      ${type ? [...type] : null}::text[], ${year ? [...year] : null}::int[], ${carrier ?? null}::text, ${institution ?? null}::int, ${kind ?? null}::text, ${most}::int) m
    left join client_report c on m.kind = 'REPORT' and c.id = m.record_id
    left join report r on r.institution_id = c.institution_id and r.id = c.source_report_id
    order by round(m.rank::numeric, 2) desc, coalesce(r.period, ${siteDayOf(sql`m.came_at`, THIS_SITE)}) desc, m.rank desc, m.came_at desc, m.record_id desc`.execute(
    trx,
  )
  return { total: Number(rows[0]?.matching ?? 0), matches: rows.map(({ kind: of, recordId }) => ({ kind: of, recordId })) }
}

type Row = Omit<FoundFile, 'name' | 'passages'> & { name: string }

/** The records of matches in their order. Read under row-level security once more: what the function found and the caller may not see is not there. */
export async function selectNames(trx: Trx, reader: AccessSubject, matches: readonly Match[]): Promise<Row[]> {
  if (matches.length === 0) return []
  const { rows } = await sql<Row>`
    select e.kind, e.record_id as id, coalesce(c.display_name, d.display_name, b.upload_name) as name,
      coalesce(c.upload_name, d.upload_name, b.upload_name) as upload_name, e.type_code, coalesce(${typeNameOf('r', 'p')}, e.type_code) as type_name,
      e.institution_id, i.name as institution_name, e.carrier_code, k.short_name as carrier_name, e.year, e.extension,
      coalesce(${reportSizeFor(reader, 'c')}, d.size_bytes, b.size_bytes) as size_bytes, e.came_at, coalesce(t.status, 'NONE') as text
    from ${listed(matches)}
    left join client_report c on e.kind = 'REPORT' and c.institution_id = e.institution_id and c.id = e.record_id
    left join report p on p.institution_id = c.institution_id and p.id = c.source_report_id
    left join document d on e.kind = 'DOCUMENT' and d.id = e.record_id
    left join bank_upload b on e.kind = 'BANK_UPLOAD' and b.institution_id = e.institution_id and b.id = e.record_id
    left join report_type r on r.code = e.type_code
    left join institution i on i.id = e.institution_id
    left join carrier k on k.code = e.carrier_code
    left join file_text t on t.sha256 = e.file_sha256
    where coalesce(c.id, d.id, b.id) is not null
    order by m.place`.execute(trx)
  return rows
}

/** One page of matches with what of them matches: in the name, and in passages. */
export async function selectFound(trx: Trx, reader: AccessSubject, parsed: string, matches: readonly Match[]): Promise<FoundFile[]> {
  const records = await selectNames(trx, reader, matches)
  if (records.length === 0) return []
  const { rows: names } = await sql<{ name: string }>`
    select ts_headline('english', n.name, ${parsed}::tsquery, ${`HighlightAll=true, ${SIGNS}`}) as name
    from unnest(${records.map(({ name }) => clean(name))}::text[]) with ordinality n (name, place) order by n.place`.execute(trx)
  const passages = await selectPassages(trx, parsed, matches)
  return records.map((record, index) => ({
    ...record,
    name: markedOf(names[index]?.name ?? record.name),
    passages: passages.get(`${record.kind} ${record.id}`) ?? [],
  }))
}

const listed = (matches: readonly Match[]) => sql`
  unnest(${matches.map(({ kind }) => kind)}::text[], ${matches.map(({ recordId }) => recordId)}::int[]) with ordinality m (kind, record_id, place)
  join search_entry e on e.kind = m.kind and e.record_id = m.record_id`

const PASSAGES = 2
/** The marks of a match on its way here; no text of a file holds these characters. */
const [OPEN, CLOSE] = ['\u0002', '\u0003']
const SIGNS = `StartSel="${OPEN}", StopSel="${CLOSE}"`

async function selectPassages(trx: Trx, parsed: string, matches: readonly Match[]): Promise<Map<string, FoundFile['passages']>> {
  const { rows } = await sql<{ kind: string; id: number; page: number | null; passage: string }>`
    select e.kind, e.record_id as id, p.page, ts_headline('english', p.content, ${parsed}::tsquery, ${`MaxFragments=1, MaxWords=32, MinWords=16, ${SIGNS}`}) as passage
    from ${listed(matches)}
    cross join lateral (
      select f.part, f.page, f.content from file_text_part f
      where f.sha256 = e.file_sha256 and f.words @@ search_any(${parsed}::tsquery)
      order by f.words @@ ${parsed}::tsquery desc, ts_rank(f.words, search_any(${parsed}::tsquery)) desc, f.part limit ${PASSAGES}) p
    order by m.place, p.part`.execute(trx)
  const found = new Map<string, FoundFile['passages']>()
  for (const { kind, id, page, passage } of rows) {
    const key = `${kind} ${id}`
    found.set(key, [...(found.get(key) ?? []), { ...markedOf(passage.replace(/\s+/g, ' ').trim()), page }])
  }
  return found
}

/** A name could hold the signs, a text cannot. */
const clean = (name: string): string => name.replaceAll(OPEN, ' ').replaceAll(CLOSE, ' ')

/** Offsets in place of signs. */
function markedOf(signed: string): Marked {
  const marks: [number, number][] = []
  let text = ''
  for (const piece of signed.split(OPEN)) {
    const [match, rest] = piece.includes(CLOSE) ? piece.split(CLOSE, 2) : [undefined, piece]
    if (match !== undefined && match !== '') marks.push([text.length, text.length + match.length])
    text += (match ?? '') + (rest ?? '')
  }
  return { text, marks }
}

/** Choices of the filters. */
export async function selectChoices(trx: Trx, { reports, documents, uploads }: Allowed) {
  const { rows } = await sql<{
    kind: SearchKind
    typeCode: string
    typeName: string
    year: number
    carrierCode: string | null
    carrierName: string | null
  }>`
    select distinct e.kind, e.type_code, coalesce(r.name, e.type_code) as type_name, e.year, e.carrier_code, k.short_name as carrier_name
    from (select distinct kind, type_code, year, carrier_code from search_entry
      where kind = 'REPORT' and type_code = any(${[...reports]}::text[]) or kind = 'DOCUMENT' and type_code = any(${[...documents]}::text[])
        or kind = 'BANK_UPLOAD' and type_code = any(${[...uploads]}::text[])) e
    left join report_type r on r.code = e.type_code left join carrier k on k.code = e.carrier_code`.execute(trx)
  const named = (choices: readonly { code: string; name: string }[]) =>
    [...new Map(choices.map((choice) => [choice.code, choice])).values()].toSorted((a, b) => a.name.localeCompare(b.name))
  return {
    kinds: [...new Set(rows.map(({ kind }) => kind))].toSorted(),
    types: named(rows.map(({ typeCode, typeName }) => ({ code: typeCode, name: typeName }))),
    years: [...new Set(rows.map(({ year }) => year))].toSorted((a, b) => b - a),
    carriers: named(
      rows.flatMap(({ carrierCode, carrierName }) => (carrierCode === null ? [] : [{ code: carrierCode, name: carrierName ?? 'Vendors' }])),
    ),
  }
}
