/** Addresses of the Document Center's documents by name, and the menu items that open them. */

/** Stands in place of a carrier for vendors' papers. */
export const VENDOR_CODE = 'BCC'

export const DOCUMENT_OWNERS = ['institution', 'carrier', 'vendor'] as const
export type DocumentOwner = (typeof DOCUMENT_OWNERS)[number]

/** A document is one institution's, a carrier's, or, under the vendors' code, a vendor's. */
export const ownerOf = (carrierCode: string | null): DocumentOwner =>
  carrierCode === null ? 'institution' : carrierCode === VENDOR_CODE ? 'vendor' : 'carrier'

interface Named {
  id: number
  institutionId: number | null
  carrierCode: string | null
  typeCode: string
  yearOverride: number
  uploadName: string
}

/** The logical name of a document; its number keeps two papers of one name apart. Nothing of it is a path on a disk. */
export function documentPath({ id, institutionId, carrierCode, typeCode, yearOverride, uploadName }: Named): string {
  const place = `${yearOverride}/${typeCode}/${id}/${uploadName}`
  if (carrierCode !== null) return `clients/${carrierCode === VENDOR_CODE ? 'vendors' : `carriers/${carrierCode}`}/${place}`
  if (institutionId === null) throw new RangeError(`document ${id} has no owner`)
  return `/clients/${institutionId}/documents/${place}`
}

/** The path by which a document is opened: carriers' and vendors' papers lose the segment `clients/`, unless the path holds `/clients/`. */
export const openedPath = ({ path, carrierCode }: { path: string; carrierCode: string | null }): string =>
  carrierCode === null || path.includes('/clients/') ? path : path.replace(/^clients\//, '')

/** The paths a record may carry that is opened by this one. */
export const pathsOpenedBy = (path: string): string[] =>
  path.startsWith('/') || path.startsWith('clients/') ? [path] : [path, `clients/${path}`]

/** A document of no carrier or vendor opens its path in a window of its own; the others open in the viewer. */
export const opensInNewWindow = ({ carrierCode }: { carrierCode: string | null }): boolean => carrierCode === null
