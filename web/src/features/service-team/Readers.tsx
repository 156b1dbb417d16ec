/** For a bank's Clients: who of the bank has access, how each stands, and who else can read its reports. */
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import type { getServiceTeam } from '@corridor/contract/service-team.ts'
import { ROLE_NAMES } from '@corridor/domain/access/access.ts'
import { IconDownload } from '@tabler/icons-react'
import { saveFile } from '../../kernel/call.ts'
import { useSession } from '../../kernel/session.ts'
import { paths } from '../../paths.ts'
import { statusOf, USER_STATUS } from '../../shared/user-status.ts'
import { csvOf } from '../../ui/chart/csv.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { Link } from '../../ui/fields/Link.tsx'
import { formatDay } from '../../ui/formats.ts'
import { Panel } from '../../ui/layout/Panel.tsx'
import { dayColumn, textColumn, wordColumn } from '../../ui/list/columns.tsx'
import { type Column, DataTable } from '../../ui/list/DataTable.tsx'
import { StatusBadge } from '../../ui/states/StatusBadge.tsx'
import css from './service-team.module.css'

type Told = NonNullable<ReplyOf<typeof getServiceTeam>['readers']>
type Person = Told['people'][number]

export function Readers({ readers: { people, representatives } }: { readers: Told }) {
  const { institutionName, siteName } = useSession()
  return (
    <Panel
      flush
      title={`People with access at ${institutionName}`}
      note={`Active accounts on ${siteName}; who is marked invited or not invited cannot sign in yet`}
      actions={
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => saveFile(new Blob([asCsv(people)], { type: 'text/csv' }), 'people-with-access.csv')}
        >
          Export
        </Button>
      }
    >
      <DataTable plain label="People with access" columns={COLUMNS} rows={people} idOf={({ id }) => id} />
      <div className={css.others}>
        <p>Clients read every report and document opened to {institutionName}, Team Members those that they hold a permission for.</p>
        <p>
          Outside {institutionName}, its reports can be seen by staff of {siteName}
          {representatives.length === 0 ? '; no outside sales representative is assigned.' : ` and by ${named(representatives)}.`}
        </p>
        <p>
          To add or remove someone, <Link to={paths.serviceRequest({ as: 'ACCESS' })}>send your service team a request</Link>.
        </p>
      </div>
    </Panel>
  )
}

/** "Rae Quill (rae@firm.example), an outside sales representative" */
const named = (representatives: Told['representatives']): string =>
  `${LIST.format(representatives.map(({ name, email }) => `${name} (${email})`))}, ${representatives.length === 1 ? 'an outside sales representative' : 'outside sales representatives'}`
const LIST = new Intl.ListFormat('en-US')

const standingOf = ({ invitation }: Person) => statusOf({ status: 1, invitation })

const COLUMNS: readonly Column<Person>[] = [
  textColumn('name', 'Name', { oneLine: true }),
  textColumn('title', 'Title'),
  textColumn('email', 'Email'),
  wordColumn('role', 'Role', ROLE_NAMES, { oneLine: true }),
  {
    key: 'invitation',
    header: 'Status',
    oneLine: true,
    cell: (person) => <StatusBadge status={standingOf(person)} table={USER_STATUS} />,
  },
  dayColumn('lastSignedInAt', 'Last signed in'),
]

/** For a review of who has access, as the list shows it. */
const asCsv = (people: readonly Person[]): string =>
  csvOf(
    COLUMNS.map(({ header }) => header),
    people.map((person) => [
      person.name,
      person.title,
      person.email,
      ROLE_NAMES[person.role],
      USER_STATUS[standingOf(person)].label,
      person.lastSignedInAt === null ? null : formatDay(person.lastSignedInAt),
    ]),
  )
