/** The two lists of annual questionnaires, for managers, who have both: by batch, and each institution's of a year. */
import { useSession } from '../../kernel/session.ts'
import { paths } from '../../paths.ts'
import { LinkTabs } from '../../ui/layout/LinkTabs.tsx'

export function QuestionnaireViews({ here }: { here: 'batches' | 'institutions' }) {
  const { userRole } = useSession()
  if (userRole !== 'd') return null
  return (
    <LinkTabs
      label="Annual Questionnaires"
      links={[
        { label: 'By batch', to: paths.annualQuestionnaire(), isHere: here === 'batches' },
        { label: 'By institution', to: paths.questionnaires(), isHere: here === 'institutions' },
      ]}
    />
  )
}
