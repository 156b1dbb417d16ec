/** A double of Salesforce on this machine for looking at the pages, with two banks and no values: prints the settings that connect a demo to it, and runs until it is stopped. */
import { accountObject, policyObject, policyValueObject, startOrganization } from '../server/src/test/salesforce-org.ts'

const PORT = 4010
const { double, byKey } = await startOrganization(
  {
    Account: accountObject([
      { number: '7001', name: 'Harbor Light Bank', city: 'Salem', state: 'MA' },
      { number: '7002', name: 'Prairie Trust', city: 'Lincoln', state: 'NE' },
    ]),
    Policy__c: policyObject,
    Policy_Value__c: policyValueObject(0, () => ({
      policyNumber: '',
      carrier: '',
      date: '',
      cashSurrenderValue: null,
      deathBenefit: null,
    })),
  },
  { port: PORT },
)
process.stdout.write(
  [
    `SALESFORCE_LOGIN_URL=${double.url}`,
    `SALESFORCE_TEST_HOST=${double.host}`,
    `SALESFORCE_CLIENT_ID=${byKey.clientId}`,
    `SALESFORCE_USER=${byKey.credentials.user}`,
    `SALESFORCE_PRIVATE_KEY='${byKey.credentials.privateKey.replaceAll('\n', '\\n')}'`,
    '',
  ].join('\n'),
)
