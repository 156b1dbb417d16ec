/** The form of an institution's plan, which is added in the register or beside the new policies of a carrier's file. */
import { PLAN_TYPES } from '@corridor/domain/policies/register.ts'
import { choicesOf, type RecordFormData } from '../../ui/form/form-fields.ts'

export const PLAN_FORM: RecordFormData = {
  fields: {
    planName: { kind: 'text', label: 'Plan name', required: true, most: 200 },
    planType: { kind: 'select', label: 'Type', required: true, options: choicesOf(PLAN_TYPES) },
    effectiveDate: { kind: 'date', label: 'Effective date', required: true },
    benefitExpenseOffsetCents: { kind: 'money', label: 'Annual benefit expense offset', least: 0 },
    businessPurpose: { kind: 'area', label: 'Business purpose', required: true, most: 500, wide: true },
    rabbiTrust: { kind: 'check', label: 'Held in a rabbi trust' },
  },
  sections: [
    { title: 'Plan', fields: ['planName', 'planType', 'effectiveDate', 'benefitExpenseOffsetCents', 'businessPurpose', 'rabbiTrust'] },
  ],
  initial: { rabbiTrust: false },
}
