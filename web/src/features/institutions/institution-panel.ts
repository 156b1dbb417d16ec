/** A panel of an institution's page that another feature brings. */
import type { ComponentType } from 'react'

/** A panel of another area about an institution. */
export type InstitutionPanel = ComponentType<{ institutionId: number }>

/** The report types on an institution's profile, for links that lead to them. */
export const REPORT_TYPES_PLACE = 'report-types'
