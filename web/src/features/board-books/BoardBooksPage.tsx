/** Board books of an institution: the files to choose from on one side, those chosen in their order on the other, and one's own books below. */
import { listBoardBooks, listBookFiles } from '@corridor/contract/board-books.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { OneInstitution } from '../../shared/OneInstitution.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import { BlockSkeleton } from '../../ui/states/Skeletons.tsx'
import { Books } from './Books.tsx'
import css from './board-books.module.css'
import { NewBook } from './NewBook.tsx'

const NOTE = 'Reports and documents in one PDF, with cover, contents, bookmarks and page numbers'
/** While a book is made the list asks again. */
const REFRESH_MS = 2_000

export const BoardBooksPage = () => (
  <OneInstitution title="Board Books" note={NOTE} why="A board book is made of the reports and documents of one institution.">
    {(institutionId, chooser) => <ForInstitution clientId={institutionId} chooser={chooser} />}
  </OneInstitution>
)

function ForInstitution({ clientId, chooser }: { clientId: number; chooser?: React.ReactNode }) {
  const files = useEndpoint(listBookFiles, { clientId })
  const books = useEndpoint(listBoardBooks, { clientId })
  const isMaking = books.data?.records.some(({ status }) => status === 'MAKING') ?? false
  useEndpoint(listBoardBooks, { clientId }, { enabled: isMaking, refetchInterval: isMaking ? REFRESH_MS : false })
  return (
    <>
      <PageHeader title="Board Books" note={files.data ? `${files.data.institutionName}. ${NOTE}` : NOTE} actions={chooser} />
      <div className={css.page}>
        <Loaded query={files} skeleton={<BlockSkeleton height={420} />}>
          {(data) =>
            data.records.length === 0 ? (
              <EmptyState title="Nothing to include yet" why="There is no report or document of this institution that you may open." />
            ) : (
              <NewBook
                key={clientId}
                clientId={clientId}
                files={data.records}
                hasMore={data.totalRecords > data.records.length}
                period={data.latestPeriod}
              />
            )
          }
        </Loaded>
        <Loaded query={books} skeleton={<BlockSkeleton height={160} />}>
          {({ records }) => <Books books={records} />}
        </Loaded>
      </div>
    </>
  )
}
