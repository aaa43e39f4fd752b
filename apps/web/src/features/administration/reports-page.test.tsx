import { getCacheStatusMockHandler, getCacheStatusMockHandler500, getCacheStatusResponseMock } from '@auspex/sdk/msw'
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { renderApp } from '../../test/render-app.tsx'
import { server } from '../../test/server.ts'
import { answer, signInAsAdministrator } from '../../test/administration.ts'

beforeEach(signInAsAdministrator)

const status = { ...getCacheStatusResponseMock(), x: '-', signals: 40, fresh: 6, stale: 34 }

describe('the report cache', () => {
  test('says how fresh the reports are and how the last update went', async () => {
    server.use(getCacheStatusMockHandler(status))
    renderApp('/admin/reports')
    expect(await screen.findByText('34')).toBeTruthy()
    expect(screen.getByText('15 %')).toBeTruthy()
    expect(screen.getByRole('status').textContent).toMatch(
      /^4 of 5 signals updated, 1 could not be read\. Ended 21 Nov 2026/,
    )
  })

  test('is updated after a question that says how many searches that are, and shows how far it is', async () => {
    server.use(getCacheStatusMockHandler(status))
    const running = { ...status, state: 'running' as const, total: 34, updated: 0, failed: 0, finishedAt: null }
    const calls = answer('post', '/godmode/cache/:x', running)
    const { user } = renderApp('/admin/reports')
    await user.click(await screen.findByRole('button', { name: 'Update 34 reports…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Update 34 reports of all organizations?' }))
    expect(
      dialog.getByText(/are searched again in all sources, in the background and one after the other/),
    ).toBeTruthy()
    server.use(getCacheStatusMockHandler({ ...running, updated: 16, failed: 1 }))
    await user.click(dialog.getByRole('button', { name: 'Start the update' }))
    expect(await screen.findByText('34 signals of all organizations are being searched again.')).toBeTruthy()
    expect(calls).toEqual([{ x: '-', wait: '0' }])
    const bar = await screen.findByRole('progressbar', { name: '17 of 34 signals searched again' })
    expect(bar.getAttribute('aria-valuenow')).toBe('50')
    expect(screen.getByRole('button', { name: 'Updating' }).hasAttribute('disabled')).toBe(true)
  })

  test('of one organization is asked for by its id', async () => {
    const calls = answer('get', '/godmode/cache/:x', { ...status, x: 'org_northwind', stale: 0, fresh: 40 })
    renderApp('/admin/reports?organization=org_northwind')
    expect(await screen.findByRole('button', { name: 'All reports are fresh' })).toBeTruthy()
    expect(calls).toEqual([{ x: 'org_northwind' }])
  })

  test('without reports says how one comes to be, and a failure can be tried again', async () => {
    server.use(getCacheStatusMockHandler({ ...status, signals: 0, fresh: 0, stale: 0 }))
    const { unmount } = renderApp('/admin/reports')
    expect(await screen.findByRole('heading', { name: 'No stored reports' })).toBeTruthy()
    unmount()
    server.use(getCacheStatusMockHandler500())
    renderApp('/admin/reports')
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
  })
})
