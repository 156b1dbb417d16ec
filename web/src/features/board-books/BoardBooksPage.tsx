/** Board books of an institution: the files to choose from on one side, those chosen in their order on the other, and one's own books below. */
import { listBoardBooks, listBookFiles } from '@corridor/contract/board-books.ts'
import { listInstitutionChoices } from '@corridor/contract/choices.ts'
import { isStaff } from '@corridor/domain/access/access.ts'
import { INSTITUTION_DROPDOWN_MOST } from '@corridor/domain/primitives/list-and-dropdown.ts'
import * as z from 'zod/mini'
import { useSession } from '../../kernel/session.ts'
import { optionalText, useUrlSearch } from '../../kernel/url-search.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { SearchableDropdown } from '../../ui/fields/SearchableDropdown.tsx'
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

export function BoardBooksPage() {
  const session = useSession()
  const [search, change] = useUrlSearch(z.object({ institution: optionalText }))
  if (!isStaff(session.userRole))
    return session.institutionId === 0 ? (
      <EmptyState
        title="No institution selected"
        why="You act for clients, but none is selected."
        next={<p>Choose one under “Acting for” at the top of the page.</p>}
      />
    ) : (
      <ForInstitution clientId={session.institutionId} />
    )
  const chosen = Number(search.institution)
  return (
    <ForStaff
      chosen={Number.isInteger(chosen) && chosen > 0 ? chosen : session.institutionId}
      choose={(institution) => change({ institution: institution ?? undefined })}
    />
  )
}

function ForStaff({ chosen, choose }: { chosen: number; choose: (id: number | null) => void }) {
  const institutions = useEndpoint(listInstitutionChoices, {}).data?.records ?? []
  const chooser = (
    <SearchableDropdown
      label="Institution"
      hideLabel
      prefix="Institution"
      options={institutions.map(({ id, name }) => ({ value: id, label: name }))}
      value={chosen || null}
      onChange={choose}
      maxItems={INSTITUTION_DROPDOWN_MOST}
    />
  )
  if (chosen > 0) return <ForInstitution clientId={chosen} chooser={chooser} />
  return (
    <>
      <PageHeader title="Board books" note={NOTE} actions={chooser} />
      <EmptyState title="Choose an institution" why="A board book is made of the reports and documents of one institution." />
    </>
  )
}

function ForInstitution({ clientId, chooser }: { clientId: number; chooser?: React.ReactNode }) {
  const files = useEndpoint(listBookFiles, { clientId })
  const books = useEndpoint(listBoardBooks, { clientId })
  const isMaking = books.data?.records.some(({ status }) => status === 'MAKING') ?? false
  useEndpoint(listBoardBooks, { clientId }, { enabled: isMaking, refetchInterval: isMaking ? REFRESH_MS : false })
  return (
    <>
      <PageHeader title="Board books" note={files.data ? `${files.data.institutionName}. ${NOTE}` : NOTE} actions={chooser} />
      <div className={css.page}>
        <Loaded query={files} skeleton={<BlockSkeleton height={420} />}>
          {(data) =>
            data.records.length === 0 ? (
              <EmptyState title="Nothing to bind yet" why="No report or document of this institution is open to you." />
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
