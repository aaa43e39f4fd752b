import { listInboxMockHandler, listInboxMockHandler500 } from '@auspex/sdk/msw'
import { MantineProvider } from '@mantine/core'
import { act, render, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { renderApp } from '../../test/render-app.tsx'
import { server } from '../../test/server.ts'
import { createBackOff, isChunkError, nameChunkErrors, loadWithRetries } from './lazy-part.tsx'
import { ChunkErrorView } from '../router.tsx'

const setOnline = (isOnline: boolean) =>
  act(() => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)
    window.dispatchEvent(new Event(isOnline ? 'online' : 'offline'))
  })

afterEach(() => {
  vi.restoreAllMocks()
})

describe('a lost connection', () => {
  test('is reported while it lasts', async () => {
    renderApp('/inbox')
    await screen.findByRole('heading', { level: 1, name: 'Inbox' })
    expect(screen.queryByText('You are offline.')).toBeNull()
    setOnline(false)
    expect(screen.getByText('You are offline.')).toBeTruthy()
    setOnline(true)
    expect(screen.queryByText('You are offline.')).toBeNull()
  })

  test('reloads failed queries when the connection is back', async () => {
    server.use(listInboxMockHandler500())
    renderApp('/inbox')
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
    setOnline(false)
    server.use(listInboxMockHandler())
    setOnline(true)
    expect(await screen.findByRole('list', { name: 'Messages' })).toBeTruthy()
  })
})

describe('a page whose code failed to load', () => {
  test.each([
    'Failed to fetch dynamically imported module: https://auspex.test/assets/compare-1.js',
    'error loading dynamically imported module: https://auspex.test/assets/compare-1.js',
    'Importing a module script failed.',
  ])('is recognised by each browser’s message: %s', (message) => {
    expect(isChunkError(new TypeError(message))).toBe(true)
    expect(isChunkError(new TypeError('x is undefined'))).toBe(false)
  })

  test('gets an error message that does not make the router reload the window', () => {
    nameChunkErrors()
    const error = new TypeError('Failed to fetch dynamically imported module: https://auspex.test/assets/compare-1.js')
    window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: error }))
    expect(error.message).toBe('Part of the app could not be loaded')
    expect(isChunkError(error)).toBe(true)
  })

  test('says so, and retries automatically when the connection is back', () => {
    const retry = vi.fn<() => Promise<boolean>>().mockResolvedValue(true)
    setOnline(false)
    render(
      <MantineProvider>
        <ChunkErrorView onRetry={retry} onCancel={() => {}} />
      </MantineProvider>,
    )
    expect(screen.getByRole('heading', { level: 1, name: 'You are offline' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy()
    expect(retry).not.toHaveBeenCalled()
    setOnline(true)
    expect(retry).toHaveBeenCalledOnce()
  })

  test('is retried with increasing delays, and finally offers to reload', () => {
    const fakeStorage = new Map<string, string>()
    const storage = {
      getItem: (key: string) => fakeStorage.get(key) ?? null,
      setItem: (key: string, value: string) => void fakeStorage.set(key, value),
    }
    const backOff = createBackOff(storage)
    const pauses = [0, 1, 2, 3, 4].map((index) => {
      const pause = backOff.nextPause(1_000_000 + index)
      backOff.countFailure(1_000_000 + index)
      return pause
    })
    expect(pauses).toEqual([2000, 4000, 8000, 16_000, null])
    // the reloaded page continues the count
    expect(createBackOff(storage).nextPause(1_000_010)).toBeNull()
    expect(backOff.nextPause(2_000_000)).toBe(2000)
    // a screen that renders again before it commits uses up no retry
    expect(backOff.nextPause(2_000_000)).toBe(2000)
  })

  test('a dialog is retried before it fails', async () => {
    const load = vi.fn<() => Promise<string>>()
    load.mockRejectedValueOnce(new Error('no network')).mockResolvedValueOnce('dialog')
    await expect(loadWithRetries(load, [0])).resolves.toBe('dialog')
    load.mockReset().mockRejectedValue(new Error('no network'))
    await expect(loadWithRetries(load, [0, 0])).rejects.toThrow('no network')
    await waitFor(() => expect(load).toHaveBeenCalledTimes(3))
  })
})
