import { expect, test } from 'vitest'
import { mappingProblems, type OrgField } from './salesforce.ts'

const field = (path: string, type: string): OrgField => ({ path, label: path, type })
const OFFERED = [
  field('Policy__c', 'string'),
  field('Carrier__c', 'string'),
  field('As_Of__c', 'date'),
  field('SystemModstamp', 'datetime'),
  field('CSV__c', 'currency'),
  field('DB__c', 'currency'),
]
const MAPPED = {
  policyNumber: 'Policy__c',
  carrierCode: 'Carrier__c',
  asOfDate: 'As_Of__c',
  cashSurrenderValue: 'CSV__c',
  deathBenefit: 'DB__c',
}
const problemsOf = (more: Record<string, string>) => mappingProblems('valuations', { ...MAPPED, ...more }, OFFERED)

test('a mapping whose fields are all there has no problem', () => {
  expect(problemsOf({})).toEqual({})
})

test('a date takes a field of dates, not a date with a time; a text may come from either', () => {
  expect(problemsOf({ asOfDate: 'SystemModstamp' })).toEqual({ asOfDate: expect.stringContaining('holds a date with a time') })
  expect(problemsOf({ policyStatus: 'SystemModstamp' })).toEqual({})
})

test('a field that is missing, taken twice, or not one of ours is told at its place', () => {
  expect(problemsOf({ policyNumber: '' })).toMatchObject({ policyNumber: expect.stringContaining('Choose a field of Salesforce') })
  expect(problemsOf({ planName: 'CSV__c' })).toMatchObject({
    planName: expect.stringContaining('chosen twice'),
    cashSurrenderValue: expect.stringContaining('chosen twice'),
  })
  expect(problemsOf({ planName: 'Plan__c', color: 'Color__c' })).toEqual({
    planName: expect.stringContaining('has no field Plan__c'),
    color: 'This is not a field of the portal',
  })
})
