/** Carriers and institutions by the names a feed may call them. */
import { type Cents, cents } from '@corridor/domain/primitives/money.ts'
import type { RowTexts } from './read-row.ts'

export interface DirectoryInstitution {
  id: number
  name: string
  legalName: string
  fdicCertificate: string | null
  /** Life insurance that it filed in its last Call Report, where that was imported. */
  filedCents: number | null
}
export interface Directory {
  carriers: { code: string; legalName: string; shortName: string; naicCompanyCode: string | null }[]
  institutions: DirectoryInstitution[]
}

interface Index {
  carriers: Map<string, string>
  /** null where two institutions share the name: then it tells nothing. */
  institutions: Map<string, DirectoryInstitution | null>
}
const indexes = new WeakMap<Directory, Index>()

/** The carrier's code by code, legal or short name, or NAIC company code, whose leading zeros spreadsheets drop; null when none is called so. */
export const findCarrier = (directory: Directory, text: string): string | null =>
  indexOf(directory).carriers.get(plain(text)) ??
  (/^\d{3,5}$/.test(text.trim()) ? indexOf(directory).carriers.get(naic(text)) : null) ??
  null

/** The institution a row names: by its FDIC certificate, its name, or its id here. A carrier's client number may be another institution's id, so it is asked last. */
export function findInstitution(
  directory: Directory,
  texts: Pick<RowTexts, 'institutionId' | 'fdicCertificate' | 'institutionName'>,
): DirectoryInstitution | null {
  if (texts.institutionId === '' && texts.fdicCertificate === '' && texts.institutionName === '') return null
  const { institutions } = indexOf(directory)
  return (
    (texts.fdicCertificate ? institutions.get(`fdic ${texts.fdicCertificate.replace(/^0+/, '')}`) : null) ??
    (texts.institutionName ? institutions.get(plain(texts.institutionName)) : null) ??
    (texts.institutionId ? institutions.get(`#${texts.institutionId}`) : null) ??
    null
  )
}

export function filedBy({ institutions }: Directory, institutionId: number | null): Cents | null {
  const filed = institutions.find(({ id }) => id === institutionId)?.filedCents ?? null
  return filed === null ? null : cents(filed)
}

/** A row's name for its institution; empty where it names none. */
export const namedBy = (texts: Pick<RowTexts, 'institutionId' | 'fdicCertificate' | 'institutionName'>): string =>
  texts.institutionName || texts.fdicCertificate || texts.institutionId

export const nameOf = ({ institutions }: Directory, institutionId: number): string =>
  institutions.find(({ id }) => id === institutionId)?.name ?? 'another institution'

/** A code that no carrier has stands for itself. */
export const carrierNameOf = ({ carriers }: Directory, code: string): string =>
  carriers.find((carrier) => carrier.code === code)?.shortName ?? code

function indexOf(directory: Directory): Index {
  const known = indexes.get(directory)
  if (known) return known
  const index: Index = { carriers: new Map(), institutions: new Map() }
  for (const { code, legalName, shortName, naicCompanyCode } of directory.carriers) {
    for (const name of [legalName, shortName, code]) index.carriers.set(plain(name), code)
    if (naicCompanyCode) index.carriers.set(naic(naicCompanyCode), code)
  }
  const put = (name: string, institution: DirectoryInstitution) => {
    const same = index.institutions.get(name)
    index.institutions.set(name, same === undefined || same?.id === institution.id ? institution : null)
  }
  for (const institution of directory.institutions) {
    put(`#${institution.id}`, institution)
    if (institution.fdicCertificate) put(`fdic ${institution.fdicCertificate.replace(/^0+/, '')}`, institution)
    put(plain(institution.name), institution)
    put(plain(institution.legalName), institution)
  }
  indexes.set(directory, index)
  return index
}

const naic = (text: string): string => `naic ${text.trim().replace(/^0+/, '')}`
const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .replace(/\b(the|inc|incorporated|corp|corporation|co|company|na|n a|llc)\b/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
