/** Every contract of a policyholder with its insured, of the portal that makes the form and of the others, and what the portals are called. */
import type { Form8925Insured, Form8925Policy, Form8925Site, Form8925Snapshot } from './snapshot.ts'

/** A contract with its insured; `elsewhere` is the portal that keeps it, null for the report's own. */
export interface KeptContract {
  policy: Form8925Policy
  insured: Form8925Insured
  elsewhere: Form8925Site | null
}

/** Every contract of the policyholder, of every portal. @throws RangeError when a policy names an insured that the snapshot lacks */
export function contractsOf({
  policies,
  insureds,
  elsewhere = [],
}: Pick<Form8925Snapshot, 'policies' | 'insureds' | 'elsewhere'>): KeptContract[] {
  const people = new Map(insureds.map((insured) => [insured.insuredId, insured]))
  const own = policies.map((policy): KeptContract => {
    const insured = people.get(policy.insuredId)
    if (!insured) throw new RangeError(`policy ${policy.policyNumber} has no insured`)
    return { policy, insured, elsewhere: null }
  })
  let place = 0
  const others = elsewhere.flatMap(({ site, contracts }) =>
    contracts.map(({ policy, insured }): KeptContract => {
      // Below nought: no contract or entry of this portal has such a number.
      place -= 1
      return {
        policy: { ...policy, policyId: place, insuredId: place, policyNumber: '', carrierName: '', ownedThrough: null },
        insured: { ...insured, insuredId: place, name: '', annualCompensation: null },
        elsewhere: site,
      }
    }),
  )
  return [...own, ...others]
}

export const portalsOf = ({ site, elsewhere = [] }: Pick<Form8925Snapshot, 'site' | 'elsewhere'>): Form8925Site[] => [
  site,
  ...elsewhere.map((other) => other.site),
]
