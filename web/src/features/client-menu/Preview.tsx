/** The menu as a chosen client would see it now, drawn by what draws theirs; what they do not see stands beside it with the rule that says so. */

import { listInstitutionChoices } from '@corridor/contract/choices.ts'
import { previewMenu } from '@corridor/contract/client-menus.ts'
import type { AccessSubject, PermissionCode } from '@corridor/domain/access/access.ts'
import { PERMISSION_WORDS } from '@corridor/domain/access/permission-labels.ts'
import type { MenuItem } from '@corridor/domain/client-menu/items.ts'
import {
  buildMenu,
  type JudgedNode,
  judgeMenu,
  MENU_RULES,
  type MenuCounts,
  type MenuFacts,
  showMenu,
} from '@corridor/domain/client-menu/visibility.ts'
import { counted } from '@corridor/domain/primitives/counted.ts'
import { useState } from 'react'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { MenuTree } from '../../shared/menu/MenuTree.tsx'
import { loadsFiles, rowsOfMenu, type TreeState } from '../../shared/menu/menu-rows.ts'
import { type LinkedPage, pageOpens } from '../../shared/menu/page-opens.ts'
import { Checkbox, SelectField } from '../../ui/fields/Field.tsx'
import { SearchableDropdown } from '../../ui/fields/SearchableDropdown.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import { BlockSkeleton } from '../../ui/states/Skeletons.tsx'
import css from './menu-editor.module.css'

const ROLES = [
  { value: 'c', label: 'Client' },
  { value: 'a', label: 'Team Member' },
  { value: 'e', label: 'Outside Sales Rep' },
] as const
/** Permissions of a Team Member that decide about menu items. */
const PERMISSIONS: readonly PermissionCode[] = [
  'ASSET_REPORT',
  'ASSET_SUMMARY_REPORT',
  'C8925_REPORT',
  'ANNUAL_QUESTIONNAIRE',
  'ANNUAL_BOLI_REVIEW',
  'CLIENT_REPORTS',
  'DOCUMENT_CENTER',
  'USR',
]
type As = (typeof ROLES)[number]['value']

export function Preview({ items, pages }: { items: readonly MenuItem[]; pages: readonly LinkedPage[] }) {
  const institutions = useEndpoint(listInstitutionChoices, {})
  const [chosen, setChosen] = useState<number | null>(null)
  const [role, setRole] = useState<As>('c')
  const [permissions, setPermissions] = useState<readonly PermissionCode[]>(PERMISSIONS)
  const institutionId = chosen ?? institutions.data?.records[0]?.id ?? 0
  const facts = useEndpoint(
    previewMenu,
    { institutionId, role, ...(role === 'a' ? { permissions: [...permissions] } : {}) },
    { enabled: institutionId > 0 },
  )
  return (
    <Panel title="Preview" note="What this menu shows with today’s files">
      <div className={css.preview}>
        <div className={css.viewer}>
          <SearchableDropdown
            label="Institution"
            options={(institutions.data?.records ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            value={institutionId}
            onChange={setChosen}
          />
          <SelectField label="Seen by" value={role} options={ROLES} onChange={setRole} />
          {role === 'a' ? (
            <fieldset className={css.permissions}>
              <legend>Permissions of the Team Member</legend>
              {PERMISSIONS.map((code) => (
                <Checkbox
                  key={code}
                  label={PERMISSION_WORDS[code].name}
                  checked={permissions.includes(code)}
                  onChange={(held) => setPermissions(PERMISSIONS.filter((each) => (each === code ? held : permissions.includes(each))))}
                />
              ))}
            </fieldset>
          ) : null}
        </div>
        <Loaded query={facts} skeleton={<BlockSkeleton height={260} />}>
          {(known) => (
            <Seen items={items} facts={{ ...known, opens: (route) => pageOpens(pages, personOf(role, permissions, known.codes), route) }} />
          )}
        </Loaded>
      </div>
    </Panel>
  )
}

const personOf = (userRole: As, permissions: readonly PermissionCode[], reportTypeCodes: readonly string[]): AccessSubject => ({
  userRole,
  permissions: userRole === 'a' ? permissions.map((code) => ({ code, access: 1 })) : [],
  reportTypeCodes,
})

function Seen({ items, facts }: { items: readonly MenuItem[]; facts: MenuFacts }) {
  const [opened, setOpened] = useState<ReadonlyMap<string, boolean>>(new Map())
  const { roots } = buildMenu(items)
  const shown = showMenu(roots, facts)
  const hidden = hiddenIn(judgeMenu(roots, facts))
  const state: TreeState = {
    opened,
    filesOf: () => undefined,
    freshIn: () => 0,
    isFresh: () => false,
    noteOf: (node) => (loadsFiles(node) ? `${counted(filesCounted(node, facts.counts), 'file')}, by year` : undefined),
  }
  return (
    <div className={css.seen}>
      <div className={css.sidebar}>
        {shown.length === 0 ? (
          <p className={css.nothing}>This person sees no menu items.</p>
        ) : (
          // A look is not a walk: links lead nowhere from here.
          <div
            onClickCapture={(event) => (event.target instanceof Element && event.target.closest('a') ? event.preventDefault() : undefined)}
          >
            <MenuTree
              label="Preview of the menu"
              rows={rowsOfMenu(shown, state)}
              onToggle={(row, open) => setOpened(new Map(opened).set(row.key, open))}
            />
          </div>
        )}
      </div>
      <div className={css.hiddenItems}>
        <h3>Not shown ({hidden.length})</h3>
        {hidden.length === 0 ? (
          <p>All items are shown.</p>
        ) : (
          <ul>
            {hidden.map((node) => (
              <li key={node.id}>
                <b>{node.label || 'Unnamed'}</b> {MENU_RULES[node.rule]}
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}

/** The highest item that is hidden says why; what stands in it goes with it. */

const hiddenIn = (nodes: readonly JudgedNode[]): JudgedNode[] => nodes.flatMap((node) => (node.shows ? hiddenIn(node.children) : [node]))

function filesCounted({ code, carrierCode, isVendor, isCarrier }: JudgedNode, counts: MenuCounts): number {
  const sum = (list: readonly { typeCode: string; count: number }[]) =>
    list.filter(({ typeCode }) => typeCode === code).reduce((total, { count }) => total + count, 0)
  if (isVendor) return sum(counts.vendors)
  if (isCarrier) return sum(counts.carriers.filter((each) => each.carrierCode === carrierCode))
  return sum(counts.documents) + sum(counts.reports)
}
