/** Sign-in and rights: each role's walk, rights given by a template, a client's view looked at and ended, and why somebody sees something. */
import type { Page } from '@playwright/test'
import { inDatabase } from './database.ts'
import { ACCOUNTS, type Account, expect, expectAccessible, PASSWORD, settled, signInAs, test, toast } from './harness.ts'

interface Walk {
  /** Items of the sidebar that are the role's; other pages may come to stand between them. */
  items: readonly string[]
  /** Pages of others, and where asking for them leads. */
  closed: readonly (readonly [path: string, leadsTo: RegExp])[]
}
const CLIENT_WALK: Walk = {
  items: ['Dashboard', 'Reports', 'Profile', 'Logout'],
  closed: [
    ['/staff/dashboard', /\/dashboard$/],
    ['/users', /\/dashboard$/],
    ['/permissions/templates', /\/dashboard$/],
    ['/asset-reporting/generate', /\/dashboard$/],
  ],
}
const WALKS: Record<Account, Walk> = {
  manager: {
    items: [
      'Dashboard',
      'Data Feeds',
      'Asset Report',
      'Summary Asset Report',
      'Institutions',
      'Sites',
      'Permission Templates',
      'Users',
      'Activity Report',
      'Profile',
      'Logout',
    ],
    closed: [['/dashboard', /\/staff\/dashboard$/]],
  },
  staff: {
    items: [
      'Dashboard',
      'Data Feeds',
      'Asset Report',
      'Summary Asset Report',
      'Institutions',
      'Sites',
      'Permission Templates',
      'Users',
      'Activity Report',
      'Profile',
      'Logout',
    ],
    closed: [
      ['/dashboard', /\/staff\/dashboard$/],
      // Staff hold these at level 1: to make one takes 2.
      ['/permissions/templates/new', /\/error\/403$/],
      ['/users/new', /\/error\/403$/],
    ],
  },
  rep: CLIENT_WALK,
  client: CLIENT_WALK,
  team: CLIENT_WALK,
}

for (const [account, { items, closed }] of Object.entries(WALKS))
  test(`a ${account} signs in, opens everything the sidebar offers, nothing else, and signs out`, async ({ page, expected }) => {
    // Requests that the page still makes while the session ends are refused.
    expected.console.push(/on \S+\/logout: .*401 \(Unauthorized\)/)
    // High enough for every group of the sidebar.
    await page.setViewportSize({ width: 1440, height: 2000 })
    // Groups that another story opened or folded for the same person stand so for them everywhere.
    await inDatabase(
      `update person_setting set open_groups = null where user_id = (select id from user_account where email = '${emailOf(account)}')`,
    )
    await page.goto('/login')
    await page.getByLabel('Email address').fill(emailOf(account))
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    const sidebar = page.getByRole('navigation', { name: 'Main' })
    const links = sidebar.getByRole('link')
    await expect(sidebar).toBeVisible()
    await settled(page)
    const offered = await links.evaluateAll((all) =>
      all.map((link) => ({ label: link.textContent ?? '', path: link.getAttribute('href') ?? '' })),
    )
    expect(offered.map(({ label }) => label)).toEqual(expect.arrayContaining([...items]))
    for (const { path } of offered.filter(({ label }) => label !== 'Logout')) {
      const link = links.and(page.locator(`a[href="${path}"]`))
      // The client's menu takes over the pages that it leads to, once it is drawn.
      if ((await link.count()) === 0) await page.goto(path)
      else await link.click()
      await expect(page).toHaveURL(new RegExp(`${path}$`))
      await settled(page)
    }
    for (const [path, leadsTo] of closed) {
      await page.goto(path)
      await expect(page).toHaveURL(leadsTo)
      await settled(page)
    }
    await sidebar.getByRole('link', { name: 'Logout' }).click()
    await expect(page).toHaveURL(/\/login/)
    expect((await (await page.request.get('/api/session')).json()).userId).toBe(0)
  })
const emailOf = (account: string) => Object.entries(ACCOUNTS).find(([name]) => name === account)?.[1] ?? ''

test('a manager applies a template, seeing first what it changes, and the person has the rights at the next click', async ({
  page,
  browser,
}) => {
  const [person] = await inDatabase(
    `insert into user_account (email, first_name, last_name, role, password_hash, password_changed_at, mfa_channel)
     select 'new.colleague@corridor.example', 'Nora', 'Lindqvist', 'b', password_hash, password_changed_at, mfa_channel from user_account where email = $1 returning id`,
    [ACCOUNTS.staff],
  )
  const id = Number(person?.id)
  await inDatabase('insert into user_site (user_id, site_id) values ($1, 1)', [id])
  const colleague = await browser.newContext()
  const theirs = await colleague.newPage()
  await signInAs(theirs, { email: 'new.colleague@corridor.example', password: PASSWORD })
  await theirs.goto('/permissions/templates')
  await expect(theirs).toHaveURL(/\/error\/403$/)

  await signInAs(page, 'manager')
  await page.goto(`/users/${id}?tab=rights`)
  await page.getByRole('button', { name: 'Apply a template' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Template' }).click()
  await dialog.getByRole('option', { name: 'Security officer' }).click()
  await expect(dialog.getByRole('row', { name: 'Users None Change' })).toBeVisible()
  await expectAccessible(page, ['light', 'dark'], '[role=dialog]')
  await dialog.getByRole('button', { name: 'Change 3 rights' }).click()
  await expect(toast(page, 'Saved!')).toBeVisible()
  await expect(page.getByRole('radiogroup', { name: 'Users' }).getByRole('radio', { name: 'Change' })).toBeChecked()

  await theirs.goto('/permissions/templates')
  await expect(theirs.getByRole('heading', { level: 1, name: 'Permission Templates' })).toBeVisible()
  await colleague.close()

  // By hand, with the keyboard: the arrow takes the level below.
  await page.getByRole('radiogroup', { name: 'Users' }).getByRole('radio', { name: 'Change' }).press('ArrowLeft')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  // The toast of the template may still stand.
  await expect
    .poll(() => inDatabase(`select access from user_permission where user_id = $1 and code = 'USERS'`, [id]))
    .toEqual([{ access: 1 }])
})

test('a manager sees the portal as a client does, changes nothing, and comes back to where they were', async ({ page, expected }) => {
  expected.console.push(/403 \(Forbidden\)/)
  await signInAs(page, 'manager')
  await page.goto('/institutions/1?tab=users')
  await page.getByRole('button', { name: 'View as Eleanor Whitfield' }).click()
  const banner = page.getByRole('region', { name: 'Viewing as a client' })
  await expect(banner).toContainText('You see the portal as Eleanor Whitfield, Client of First Coastal Bank.')
  await settled(page)
  await expect(page.getByText('Welcome, Eleanor Whitfield')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Users' })).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Reports', exact: true }).click()
  await settled(page)
  await expect(banner).toBeVisible()

  const refused = await page.request.put('/api/drafts/profile', { data: { content: {} } })
  expect([refused.status(), (await refused.json()).code]).toEqual([403, 'read_only'])
  expect((await page.request.get('/api/users')).status()).toBe(403)

  await banner.getByRole('button', { name: 'End view' }).click()
  await expect(page).toHaveURL(/\/institutions\/1\?tab=users$/)
  await expect(page.getByText('Welcome, Morgan Hale')).toBeVisible()
  const log = await inDatabase(
    `select a.action, u.last_name from activity a join user_account u on u.id = a.actor_id where a.action like '%view_as.%' and a.entity = 'users' order by a.id desc limit 4`,
  )
  expect(log.toReversed()).toEqual(
    ['started', 'ended'].flatMap((what) => [
      { action: `view_as.${what}`, last_name: 'Hale' },
      { action: `viewed.view_as.${what}`, last_name: 'Whitfield' },
    ]),
  )
  const [looks] = await inDatabase(`select count(*)::int as count from activity where action = 'view_as.looked' and acting_as = 4`)
  expect(looks?.count).toBeGreaterThan(3)
})

test('why a person sees a report, and why no longer, is told by the rule that decides', async ({ page }) => {
  await signInAs(page, 'manager')
  await page.goto('/users/4?tab=why')
  const answer = page.getByRole('region', { name: 'The answer' })
  await choose(page, 'Page', 'Permission Templates (/permissions/templates)')
  await expect(answer).toContainText('Cannot see it.Only for Staff or Manager; this person is Client.')
  await page.getByLabel('Kind', { exact: true }).selectOption({ label: 'An asset report' })
  await page.getByLabel('Search by name').fill('First Coastal')
  await choose(page, 'Record', 'First Coastal Bank, September 2026 (Asset report)')
  await expect(answer).toContainText('Can see it.')
  await expectAccessible(page)

  await page.getByRole('tab', { name: 'Memberships' }).click()
  await page.getByLabel('Only some of them').check()
  await page.getByLabel('Monthly BOLI Asset Report (MBR)').uncheck()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(toast(page, 'Saved!')).toBeVisible()

  await page.getByRole('tab', { name: 'Why?' }).click()
  await page.getByLabel('Kind', { exact: true }).selectOption({ label: 'An asset report' })
  await page.getByLabel('Search by name').fill('First Coastal')
  await choose(page, 'Record', 'First Coastal Bank, September 2026 (Asset report)')
  await expect(answer).toContainText('Cannot see it.Their own membership is narrowed and leaves out Asset Report (MBR).')

  await page.getByRole('tab', { name: 'Memberships' }).click()
  await page.getByLabel('All of the institution’s report types').check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  // The toast of the first change may still stand.
  await expect.poll(() => inDatabase('select 1 from membership where user_id = 4')).toEqual([])
  await expect(toast(page, 'Saved!')).toBeVisible()
})

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).click()
  await page.getByRole('option', { name: option }).click()
}
