import { screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { renderApp } from '../../test/render-app.tsx'
import { focusWhenShown } from './focus-when-shown.ts'

const link = (name: string) => screen.findByRole('link', { name })

test('after a navigation the focus is on the heading of the new page', async () => {
  const { user } = renderApp('/')
  await user.click(await link('Compare'))
  const heading = await screen.findByRole('heading', { level: 1, name: 'Compare signals' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
  expect(heading.tabIndex).toBe(-1)
})

test('the first page keeps the focus where the browser puts it', async () => {
  renderApp('/compare')
  await screen.findByRole('heading', { level: 1, name: 'Compare signals' })
  expect(document.activeElement).toBe(document.body)
})

test('another view of the same page leaves the focus on what was pressed', async () => {
  const { user } = renderApp('/trends')
  const views = within(await screen.findByRole('navigation', { name: 'What to explore' }))
  const stories = views.getByRole('link', { name: 'Stories' })
  await user.click(stories)
  await waitFor(() => expect(stories.getAttribute('aria-current')).toBe('page'))
  expect(document.activeElement).toBe(stories)
})

test('whoever moves on before the heading is there keeps the focus', async () => {
  // nothing else removes it, and a button that still has the focus would receive the keys of later tests
  onTestFinished(() => document.body.replaceChildren())
  document.body.innerHTML = '<main id="content"></main><button>Go on</button>'
  const button = screen.getByRole('button')
  focusWhenShown('#content h1')
  button.focus()
  document.querySelector('main')?.append(document.createElement('h1'))
  await new Promise(requestAnimationFrame)
  expect(document.activeElement).toBe(button)
})
