import { AxeBuilder } from '@axe-core/playwright'
import { expect } from '@playwright/test'
import { openTab, pressSearch } from '../support/search.ts'
import { test } from '../support/test.ts'

test('the form shows how a query is interpreted or where it is invalid, and the query leads to its report', async ({
  openAs,
}) => {
  const page = await openAs('member')
  const topic = page.getByRole('search').getByRole('textbox', { name: 'Topic', exact: true })
  const status = page.getByRole('search').getByRole('status')

  await topic.fill('(oat near/2 milk) tone:angry')
  await expect(status).toContainText('This is no value for tone. Column 24')
  await pressSearch(page)
  await expect(topic).toHaveAccessibleDescription(/cannot be read/)

  await topic.fill('(oat near/2 milk) -powder since:2020')
  await expect(status).toContainText('(oat near/2 milk) AND -powder AND since:2020-01-01')
  await page.keyboard.press('Escape')
  await status.getByRole('button', { name: /sources/ }).click()
  await expect(page.getByRole('list', { name: 'What each source is searched for' })).toContainText("'oat' <2> 'milk'")
  // only the form, because trends below it may still be loading
  const { violations } = await new AxeBuilder({ page }).include('[role=search]').analyze()
  expect(violations).toEqual([])

  await pressSearch(page)
  await expect(page).toHaveURL(/\/signals\/sig_/)
  await openTab(page, 'Evidence and method')
  await expect(page.getByRole('main')).toContainText("'oat' <2> 'milk'")
})
