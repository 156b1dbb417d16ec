/** Form 8925 reports as a family of the batch engine: one a year for each policyholder. */

import { addMonthEnds } from '@corridor/domain/primitives/period.ts'
import { compareForm8925 } from '@corridor/domain/reports/form-8925/comparison.ts'
import type { Form8925Snapshot } from '@corridor/domain/reports/form-8925/snapshot.ts'
import { readForm8925Snapshot } from '@corridor/domain/reports/form-8925/snapshot.ts'
import { buildForm8925, type Form8925View, form8925As } from '@corridor/domain/reports/form-8925/view.ts'
import { bytesFrom, offThread } from '../../platform/jobs/off-thread.ts'
import { defineFamily } from '../../reporting/family.ts'
import { logosOf } from '../../reporting/pdf/logos.ts'
import { renderPdf } from '../../reporting/pdf/pool.ts'
import { form8925Csv, form8925Xlsx } from './files.ts'
import { paper } from './print.ts'
import { prepareForm8925 } from './snapshot.ts'

/** Contracts whose workbook would hold up other requests for longer than anybody should notice. */
const LARGE = 400
const WORKBOOKS = new URL('./files.ts', import.meta.url)

export const form8925Family = defineFamily<Form8925Snapshot, Form8925View>({
  reportTypes: ['C8925Report'],
  totalsOf: ({ employees = null, insuredEmployees = null, insuranceInForce = null, withoutConsent = null, openItems = null }) => ({
    employees,
    insuredEmployees,
    insuranceInForceCents: insuranceInForce,
    withoutConsent,
    openItems,
  }),
  leadingAmount: { figure: 'insuranceInForceCents', label: 'Insurance in force' },
  prepare: prepareForm8925,
  read: readForm8925Snapshot,
  build: buildForm8925,
  asReleased: form8925As,
  print: async (snapshot, _type, files, release) => {
    const { site, institution } = readForm8925Snapshot(snapshot)
    return renderPdf(
      paper,
      release ? { snapshot, release } : { snapshot },
      await logosOf(files, { firm: site.logo, institution: institution.logo }),
    )
  },
  xlsx: async (view) =>
    view.schedule.rows.length > LARGE ? bytesFrom(await offThread(WORKBOOKS, 'form8925Xlsx', view)) : form8925Xlsx(view),
  csv: form8925Csv,
  compare: compareForm8925,
  traced: { monthEnds: ({ period }) => [addMonthEnds(period, -12), period], withSubsidiaries: false },
})
