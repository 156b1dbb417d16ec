/** The financial-impact calculation of an institution: its inputs on one side, what follows from them on the other while one types. */
import { impactInputs } from '@corridor/contract/financial-impact.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { OneInstitution } from '../../shared/OneInstitution.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import { BlockSkeleton } from '../../ui/states/Skeletons.tsx'
import { Calculator } from './Calculator.tsx'

const NOTE = 'The effect on earnings, capital and limits of moving money from a taxable asset into life insurance'

export const FinancialImpactPage = () => (
  <OneInstitution
    title="Calculate Financial Impact"
    note={NOTE}
    why="The calculation begins with an institution’s own figures, holdings and limits."
  >
    {(institutionId, chooser) => <ForInstitution clientId={institutionId} chooser={chooser} />}
  </OneInstitution>
)

function ForInstitution({ clientId, chooser }: { clientId: number; chooser?: React.ReactNode }) {
  const inputs = useEndpoint(impactInputs, { clientId })
  return (
    <>
      <PageHeader
        title="Calculate Financial Impact"
        note={inputs.data ? `${inputs.data.institutionName}. ${NOTE}` : NOTE}
        actions={chooser}
      />
      <Loaded query={inputs} skeleton={<BlockSkeleton height={520} />}>
        {(data) => <Calculator key={data.institutionId} inputs={data} />}
      </Loaded>
    </>
  )
}
