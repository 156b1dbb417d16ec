/** The register of an institution, as a panel of its page: which list, as of which month, and the list itself. */
import { getRegister } from '@corridor/contract/register-policies.ts'
import { formatMonth, plainDate } from '@corridor/domain/primitives/period.ts'
import type { ComponentType } from 'react'
import { optionalText, useUrlSearch } from '../../kernel/url-search.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { paths } from '../../paths.ts'
import { SelectField } from '../../ui/fields/Field.tsx'
import { LinkTabs } from '../../ui/layout/LinkTabs.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import { TableSkeleton } from '../../ui/states/Skeletons.tsx'
import { FundList, IllustrationList, LiabilityList } from './backing-lists.tsx'
import { InsuredList, PlanList, PolicyList } from './holding-lists.tsx'
import type { ListProps } from './OpenRecord.tsx'
import { AgreementList, ConsentList, TransactionList } from './paper-lists.tsx'
import css from './register.module.css'
import { SevenPayList } from './seven-pay-list.tsx'
import { dateOf } from './words.ts'

interface Kind {
  label: string
  list: ComponentType<ListProps>
  /** Whether its figures are of a month end. */
  dated: boolean
  /** Rows dated in a locked month, or before it, stay as they are: figures of that month's reports are made of them. */
  locked?: boolean
}
const KINDS: Readonly<Record<string, Kind>> = {
  policies: { label: 'Policies', list: PolicyList, dated: true, locked: true },
  plans: { label: 'Plans', list: PlanList, dated: true },
  insureds: { label: 'Insureds', list: InsuredList, dated: true },
  consents: { label: 'Consents', list: ConsentList, dated: false },
  agreements: { label: 'Split-dollar agreements', list: AgreementList, dated: true },
  transactions: { label: 'Transactions', list: TransactionList, dated: false, locked: true },
  funds: { label: 'Separate accounts', list: FundList, dated: false, locked: true },
  liabilities: { label: 'Plan liabilities', list: LiabilityList, dated: false },
  illustrations: { label: 'Illustrations', list: IllustrationList, dated: false },
  'seven-pay': { label: '7-pay tests', list: SevenPayList, dated: false },
}
const FIRST = 'policies'
const search = { list: optionalText, period: optionalText }

export function PolicyRegister({ institutionId }: { institutionId: number }) {
  const query = useEndpoint(getRegister, { id: institutionId })
  const [asked, change] = useUrlSearch(search)
  const name = asked.list && asked.list in KINDS ? asked.list : FIRST
  const kind = KINDS[name]
  return (
    <Loaded query={query} skeleton={<TableSkeleton rows={8} columns={6} />}>
      {(register) => {
        const period = register.periods.find((each) => each === asked.period) ?? register.periods[0]
        const List = kind?.list ?? PolicyList
        return (
          <div className={css.stack}>
            <LinkTabs
              label="Lists of the register"
              many
              links={Object.entries(KINDS).map(([key, { label }]) => ({
                label,
                to: paths.register(institutionId, { list: key === FIRST ? undefined : key, period: asked.period }),
                isHere: key === name,
              }))}
            />
            <List
              key={name}
              institutionId={institutionId}
              register={register}
              period={kind?.dated ? period : undefined}
              month={
                kind?.dated && period ? (
                  <div className={css.period}>
                    <span aria-hidden>As of</span>
                    <SelectField
                      label="Values as of"
                      hideLabel
                      value={period}
                      options={register.periods.map((each) => ({ value: each, label: formatMonth(plainDate(each)) }))}
                      onChange={(value) => change({ period: value === register.periods[0] ? undefined : value, page: undefined })}
                    />
                  </div>
                ) : null
              }
              locked={
                register.lockedThrough && kind?.locked
                  ? `Locked through ${dateOf(register.lockedThrough)}: records dated on or before then can be viewed but not changed.`
                  : ''
              }
            />
          </div>
        )
      }}
    </Loaded>
  )
}
