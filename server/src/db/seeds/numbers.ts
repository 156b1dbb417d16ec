/** Numbers of policies and institutions that belong to nobody. */
import type { InstitutionTerms } from './institution-terms.ts'

// 7919 is prime to a million, so that no two ids give one number and neighbors do not look like it.
export function policyNumberOf(carrierCode: string, id: number): string {
  const digits = String((id * 7_919 + 104_729) % 1_000_000).padStart(6, '0')
  const [head, tail] = [digits.slice(0, 3), digits.slice(3)]
  switch (carrierCode) {
    case 'TAMAR':
      return `TH-0${digits}`
    case 'HALCY':
      return `00${digits}`
    case 'CORVA':
      return `CV ${head} ${tail}`
    case 'STONE':
      return `S7-${digits}-01`
    case 'ASHGR':
      return `AH${digits}`
    case 'MERID':
      return `${1000 + (id % 7)}-${digits}`
    case 'QUILL':
      return `QM-${head}-${tail}`
    default:
      return `${carrierCode.slice(0, 2)}${digits}`
  }
}

/** Certificates from 990001 on belong to no bank. */
export const fdicCertificateOf = ({ id, institutionType }: Pick<InstitutionTerms, 'id' | 'institutionType'>): string | null =>
  institutionType === 'BANK' || institutionType === 'SAVINGS_ASSOCIATION' ? String(990_000 + id) : null
