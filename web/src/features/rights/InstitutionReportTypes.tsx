/** On an institution's page: the report types its people may see on the active site, and who of them sees fewer. */
import { getInstitutionMembership, saveInstitutionMembership } from '@corridor/contract/rights.ts'
import { useCan, useSession } from '../../kernel/session.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../ui/fields/Link.tsx'
import { RecordForm } from '../../ui/form/RecordForm.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import css from './rights.module.css'
import { typesKind } from './TypeChoice.tsx'

export function InstitutionReportTypes({ institutionId }: { institutionId: number }) {
  const query = useEndpoint(getInstitutionMembership, { id: institutionId })
  const mayChange = useCan(saveInstitutionMembership.access)
  const { siteName } = useSession()
  return (
    <Loaded query={query}>
      {({ reportTypes, people, ...membership }) => {
        const narrowed = people.filter(({ ownTypeCodes }) => ownTypeCodes !== null)
        return (
          <RecordForm
            draftKey={`institution-membership.${institutionId}`}
            update={saveInstitutionMembership}
            params={{ id: institutionId }}
            invalidates={[getInstitutionMembership]}
            record={membership}
            readOnly={!mayChange}
            fields={{ reportTypeCodes: { kind: 'own', label: 'Report types', wide: true, own: typesKind(reportTypes) } }}
            sections={[
              {
                title: 'What its people see',
                note: `On ${siteName}: released reports and documents of these types.`,
                fields: ['reportTypeCodes'],
              },
            ]}
          >
            {narrowed.length > 0 ? (
              <div>
                <p className={css.note}>
                  {narrowed.length} of {people.length} {people.length === 1 ? 'person sees' : 'people see'} fewer:
                </p>
                <ul className={css.people}>
                  {narrowed.map(({ userId, name, ownTypeCodes }) => (
                    <li key={userId}>
                      <Link to={paths.user(userId)}>{name}</Link>: {ownTypeCodes?.join(', ') || 'none'}
                    </li>
                  ))}
                </ul>
              </div>
            ) : null}
          </RecordForm>
        )
      }}
    </Loaded>
  )
}
