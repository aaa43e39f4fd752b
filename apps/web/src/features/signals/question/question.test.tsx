import { screen, waitFor, within } from '@testing-library/react'
import { getSignalReportMockHandler, getSignalReportResponseMock, getSignalSectionMockHandler } from '@auspex/sdk/msw'
import { describe, expect, test } from 'vitest'
import { renderApp } from '../../../test/render-app.tsx'
import { server } from '../../../test/server.ts'

const path = '/signals/sig_k2m4p6q8'
const example = getSignalReportResponseMock()

/** Renders a report for Germany, opens a part of its question, and records where the app navigates. */
const openPart = async (name: string | RegExp) => {
  server.use(getSignalReportMockHandler({ ...example, query: { ...example.query, geo: 'DE', sources: ['imported'] } }))
  const { user, router, location } = renderApp(path)
  const addresses: string[] = []
  router.subscribe('onBeforeNavigate', ({ toLocation }) => addresses.push(toLocation.href))
  await user.click(await screen.findByRole('button', { name }))
  return { user, location, addresses, form: within(await screen.findByRole('dialog')) }
}

describe('the question of a report', () => {
  test('reads as a sentence', async () => {
    renderApp(path)
    const parts = within(await screen.findByRole('group', { name: 'What is asked' }))
    expect(parts.getAllByRole('button').map((part) => part.textContent)).toEqual([
      'all sources',
      'everywhere',
      '3 Jan 2026 – 20 Nov 2026',
    ])
  })

  test('another topic is searched with everything else as it was', async () => {
    const { user, addresses, form } = await openPart('oat milk')
    await user.clear(form.getByRole('textbox', { name: 'Topic' }))
    await user.type(form.getByRole('textbox', { name: 'Topic' }), 'soy milk{Enter}')
    await waitFor(() => expect(addresses).toContain('/search?term=soy+milk&geo=DE&source=imported'))
  })

  test('no place and no source means everywhere and all of them', async () => {
    const { user, addresses, form } = await openPart(/Change the sources$/)
    await user.click(await form.findByRole('checkbox', { name: 'Imported documents' }))
    await user.click(form.getByRole('button', { name: 'Search' }))
    await waitFor(() => expect(addresses).toContain('/search?term=oat+milk&geo=DE'))
  })

  test('another place is searched as soon as it is chosen', async () => {
    const { user, addresses, form } = await openPart('Germany. Change the place')
    await user.clear(form.getByRole('combobox', { name: 'Country' }))
    await user.type(form.getByRole('combobox', { name: 'Country' }), 'Swed')
    await user.click(await form.findByRole('option', { name: 'Sweden' }))
    await waitFor(() => expect(addresses).toContain('/search?term=oat+milk&geo=SE&source=imported'))
  })

  test('the days rescope the page by its address; nothing is searched anew', async () => {
    server.use(getSignalSectionMockHandler())
    const { user, location, addresses, form } = await openPart(/Change the days$/)
    await user.click(form.getByRole('button', { name: '90 days' }))
    await waitFor(() => expect(location().search).toEqual({ from: '2026-08-23' }))
    expect(addresses.filter((address) => address.startsWith('/search'))).toEqual([])
    expect(form.getByRole('button', { name: '90 days' }).getAttribute('aria-pressed')).toBe('true')
  })
})
