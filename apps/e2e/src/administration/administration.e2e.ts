import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { names } from '../support/people.ts'
import { openReport } from '../support/search.ts'
import { test } from '../support/test.ts'

/** What is created here is not deleted, so a second run on the same server needs different names. */
const run = Date.now().toString(36)

/** A PNG of 64 purple pixels. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEUlEQVQImWPI93uGFTEMLQkA0GBowfZ3A30AAAAASUVORK5CYII=',
  'base64',
)

const expectNotice = (page: Page, words: string | RegExp) => expect(page.getByText(words)).toBeVisible()

/** Searches for a person, so that the list shows one row. */
const findPerson = async (page: Page, name: string) => {
  await page.goto(`/admin/people?search=${encodeURIComponent(name)}`)
  await expect(page.getByRole('table', { name: 'People' }).getByText(name)).toBeVisible()
}

test('an administrator creates an organization, a group and a person, and the audit trail records all of it', async ({
  openAs,
}) => {
  const page = await openAs('godmode', '/admin')
  await expect(page.getByRole('heading', { level: 1, name: 'Organizations' })).toBeVisible()
  const organization = `Fabrikam ${run}`
  await page.getByRole('button', { name: 'New organization' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill(organization)
  await page.locator('input[type="file"]').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: picture })
  await page.getByRole('button', { name: 'Create organization' }).click()
  await expectNotice(page, `${organization} was created. It has no people yet.`)
  const row = page.getByRole('row', { name: new RegExp(organization) })
  await expect(row.locator('img')).toBeVisible()

  await page.getByRole('button', { name: `Change ${organization}` }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill(`${organization} Foods`)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expectNotice(page, `${organization} is now called ${organization} Foods.`)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expectNotice(page, `${organization} has its old name again.`)

  await page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'Groups' }).click()
  await page.getByRole('button', { name: 'New group' }).click()
  const groupDialog = page.getByRole('dialog', { name: 'New group' })
  await groupDialog.getByRole('textbox', { name: 'Name' }).fill(`Buyers ${run}`)
  await groupDialog.getByRole('combobox', { name: 'Organization' }).fill(organization)
  await page.getByRole('option', { name: organization }).click()
  await groupDialog.getByRole('button', { name: 'Create group' }).click()
  await expectNotice(page, `The group Buyers ${run} of ${organization} was created. It has no people yet.`)

  await page.getByRole('button', { name: `People in Buyers ${run}` }).click()
  const people = page.getByRole('dialog', { name: `People in Buyers ${run}` })
  await people.getByRole('button', { name: 'Add a person' }).click()
  await people.getByRole('textbox', { name: 'First name' }).fill('Ida')
  await people.getByRole('textbox', { name: 'Last name' }).fill('Berg')
  await people.getByRole('textbox', { name: 'Email address' }).fill(`ida.${run}@fabrikam.example`)
  await people.getByRole('button', { name: 'Add to the group' }).click()
  await expectNotice(page, `Ida Berg is in Buyers ${run} now.`)
  await expect(people.getByRole('listitem').getByText(`ida.${run}@fabrikam.example`)).toBeVisible()
  await people.getByRole('button', { name: 'Close' }).click()

  await page.goto(`/admin/audit?search=${run}`)
  const trail = page.getByRole('table', { name: 'Audit trail' })
  await expect(trail.getByText(`Organization created: ${organization}`)).toBeVisible()
  await expect(trail.getByText(`Group created: Buyers ${run}`)).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save these as NDJSON' }).click()
  const file = readFileSync(await (await download).path(), 'utf8')
  const operations = file
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { operation: string }).operation)
  expect(operations).toEqual(
    expect.arrayContaining(['createOrganization', 'updateOrganization', 'createOrganizationGroup']),
  )
})

test('switching a module off removes it from the person’s app, and switching it on restores it', async ({ openAs }) => {
  const member = await openAs('member', '/inbox')
  const navigation = member.getByRole('navigation', { name: 'Main' })
  await expect(navigation.getByRole('link', { name: 'Monitors' })).toBeVisible()
  const page = await openAs('godmode')
  await findPerson(page, names.member)
  await page.getByRole('button', { name: `Modules of ${names.member}` }).click()
  const monitors = page.getByRole('switch', { name: /^Monitors/ })
  await monitors.focus()
  await page.keyboard.press('Space')
  await expect(monitors).not.toBeChecked()
  await expectNotice(page, `Monitors is off for ${names.member}.`)

  await member.goto('/monitors')
  await expect(member.getByRole('heading', { level: 1, name: 'Monitors is switched off for you' })).toBeVisible()
  await expect(navigation.getByRole('link', { name: 'Compare' })).toBeVisible()
  await expect(navigation.getByRole('link', { name: 'Monitors' })).toHaveCount(0)

  await page.getByRole('button', { name: 'Undo' }).click()
  await expectNotice(page, `Monitors is on for ${names.member}.`)
  await expect(async () => {
    await member.goto('/monitors')
    await expect(member.getByRole('heading', { level: 1, name: 'Monitors', exact: true })).toBeVisible({
      timeout: 5000,
    })
  }).toPass()
})

test('a disabled person has no access until they are enabled again', async ({ openAs }) => {
  const other = await openAs('second-organization-member', '/inbox')
  const page = await openAs('godmode')
  await findPerson(page, names['second-organization-member'])
  await page.getByRole('button', { name: `More for ${names['second-organization-member']}` }).click()
  await page.getByRole('menuitem', { name: 'Disable…' }).click()
  await page.getByRole('button', { name: `Disable ${names['second-organization-member']}` }).click()
  await expectNotice(page, `${names['second-organization-member']} is disabled and has no access.`)
  await expect(async () => {
    await other.goto('/inbox')
    await expect(other.getByRole('heading', { level: 1, name: 'Your account has no access any more' })).toBeVisible({
      timeout: 5000,
    })
  }).toPass()

  await page.getByRole('button', { name: `More for ${names['second-organization-member']}` }).click()
  await page.getByRole('menuitem', { name: 'Enable again…' }).click()
  await page.getByRole('button', { name: `Enable ${names['second-organization-member']}` }).click()
  await expectNotice(page, `${names['second-organization-member']} has access again.`)
  await expect(async () => {
    await other.goto('/inbox')
    await expect(other.getByRole('heading', { level: 1, name: 'Inbox' })).toBeVisible({ timeout: 5000 })
  }).toPass()
})

test('activity lists what a person did but not what they searched for, and colleagues see it too', async ({
  openAs,
}) => {
  const bodies: string[] = []
  const member = await openAs('member')
  member.on('request', (request) => {
    if (request.url().endsWith('/events/batch')) bodies.push(request.postData() ?? '')
  })
  await openReport(member, 'electric cars')
  // leaving a page sends its pending events
  const batchRequest = member.waitForRequest(/\/events\/batch$/)
  await member.evaluate(() => window.dispatchEvent(new Event('pagehide')))
  expect((await (await batchRequest).response())?.status()).toBe(200)
  expect(bodies.join('')).not.toContain('electric')

  await member.goto('/activity')
  const list = member.getByRole('table', { name: 'Activity' })
  await expect(list.getByText('Topic searched').first()).toBeVisible()
  await expect(list.getByText('Report opened').first()).toBeVisible()
  await expect(member.getByRole('table', { name: /^Actions by weekday and hour in UTC/ })).toBeVisible()

  const page = await openAs('godmode', '/activity')
  await page.getByRole('combobox', { name: 'Person' }).click()
  await page.getByRole('option', { name: names.member }).click()
  await expect(page.getByRole('table', { name: 'Activity' }).getByText('Topic searched').first()).toBeVisible()
  await page.goto('/admin/activity?search=searched')
  await expect(page.getByRole('table', { name: 'Activity' }).getByText(names.member).first()).toBeVisible()
})

test('administrators see the number of stored reports and the jobs in the queue', async ({ openAs }) => {
  const page = await openAs('godmode')
  await openReport(page, 'electric cars')
  await page.goto('/admin/reports')
  await expect(page.getByRole('button', { name: /^(Update \d|All reports are fresh)/ })).toBeVisible()
  await page.goto('/admin/jobs')
  await expect(page.getByRole('table', { name: 'Jobs' }).getByRole('row').nth(1)).toBeVisible()
})

test('people who are not administrators have no access, and see why', async ({ openAs }) => {
  const page = await openAs('member', '/admin/people')
  await expect(page.getByRole('heading', { level: 1, name: 'Administration is for administrators' })).toBeVisible()
  await page.getByRole('button', { name: /^Account of/ }).click()
  await expect(page.getByRole('menuitem', { name: 'Sources' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Administration' })).toHaveCount(0)
})
