/** For tests: a server that is connected to an organization on this machine, and the calls that every test of pulls makes. */
import { getMapping, getOrgObject, listPulls, type SalesforcePull, saveMapping, startPull } from '@corridor/contract/salesforce.ts'
import type { PullType } from '@corridor/domain/onboarding/salesforce.ts'
import { afterAll, beforeEach, expect, vi } from 'vitest'
import { useFeeds } from './feed-server.ts'
import { type OrgValue, policyObject, policyValueObject, startOrganization } from './salesforce-org.ts'

const nobody: OrgValue = { policyNumber: '', carrier: '', date: '', cashSurrenderValue: 0, deathBenefit: 0 }

/**
 * The organization holds the month's sound values of the book's first carrier.
 * @param pageSize records of a page of the REST API
 * @param patience milliseconds that a pull may take
 */
export async function usePulls({ pageSize = 2_000, patience = 20_000 } = {}) {
  const objects = { Policy_Value__c: policyValueObject(0, () => nobody), Policy__c: policyObject }
  const { double, byKey } = await startOrganization(objects, { pageSize })
  const feeds = useFeeds({ jobs: true, configuration: { salesforce: byKey } })
  afterAll(() => double.close())
  const callAs: (typeof feeds)['server']['callAs'] = (...call) => feeds.server.callAs(...call)
  const as = () => feeds.staff

  /** The month’s sound values, as the organization has them. */
  const valuesOf = (): OrgValue[] =>
    feeds.sound().map((line) => ({
      policyNumber: line.policyNumber,
      carrier: feeds.carrier,
      date: line.valuationDate,
      cashSurrenderValue: line.cashSurrenderValue / 100,
      deathBenefit: line.deathBenefit / 100,
      amounts: {
        Beginning_Account_Value__c: line.begin / 100,
        Account_Value__c: line.accountValue / 100,
        Surrender_Charge__c: 0,
        Premium_Paid__c: 0,
        Withdrawals__c: 0,
        Interest_Credited__c: line.interest / 100,
        Cost_of_Insurance__c: line.costOfInsurance / 100,
        Expense_Charge__c: line.expense / 100,
      },
    }))
  const holds = (values: OrgValue[]) =>
    void double.objects.set(
      'Policy_Value__c',
      policyValueObject(values.length, (index) => values[index] ?? nobody),
    )
  const changed = (index: number, change: Partial<OrgValue>) =>
    valuesOf().map((value, at) => (at === index ? { ...value, ...change } : value))

  /** Saves the mapping that is proposed. */
  async function mapped(
    type: PullType = 'valuations',
    object = 'Policy_Value__c',
  ): Promise<{ object: string; fields: Record<string, string> }> {
    const { proposed } = (await callAs(as(), getOrgObject, { object, type })).body
    const { versions } = (await callAs(as(), getMapping, { type })).body
    const version = versions[0]?.version ?? 0
    expect((await callAs(as(), saveMapping, { type, object, fields: proposed, version })).status).toBe(200)
    return { object, fields: proposed }
  }
  /** Pulls, and waits until what came in is checked. */
  async function pulled(type: PullType = 'valuations', everything = false): Promise<SalesforcePull> {
    const { body, status, error } = await callAs(as(), startPull, { type, everything })
    expect([status, status === 202 ? '' : error.message]).toEqual([202, ''])
    return ended(body.records[0]?.id ?? 0)
  }
  const ended = (id: number) =>
    vi.waitFor(
      async () => {
        const found = (await callAs(as(), listPulls, {})).body.records.find((pull) => pull.id === id)
        if (!found || found.status === 'WAITING' || found.status === 'RUNNING' || found.fileStatus === 'RECEIVED')
          throw new Error(`the pull is ${found?.status}`)
        return found
      },
      { timeout: patience, interval: 20 },
    )
  beforeEach(() => {
    double.healAll()
    holds(valuesOf())
  })
  return { double, feeds, callAs, as, valuesOf, holds, changed, mapped, pulled, ended, nobody }
}
