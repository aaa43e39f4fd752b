import { act, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { loadConfig, UnreachableServerError } from './config.ts'
import { AuthenticationError } from './start-failures.tsx'
import { ThemeProvider } from './theme/theme-provider.tsx'
import { UnreachableServer } from './start-failures.tsx'

test('a failed sign-in is named, explained and can be retried', async () => {
  const retry = vi.fn<() => void>()
  render(
    <ThemeProvider>
      <AuthenticationError reason="OAuth flow timed out" onRetry={retry} />
    </ThemeProvider>,
  )
  expect(screen.getByRole('heading', { level: 1, name: 'Authentication error' })).toBeTruthy()
  expect(screen.getByText('OAuth flow timed out')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(retry).toHaveBeenCalledOnce()
})

test('a failed sign-in can be cancelled, and is retried after five seconds', async () => {
  vi.useFakeTimers()
  const [cancel, wait] = [vi.fn<() => void>(), vi.fn<() => void>()]
  render(
    <ThemeProvider>
      <AuthenticationError reason="OAuth flow timed out" onCancel={cancel} onWait={wait} />
    </ThemeProvider>,
  )
  expect(screen.getByText(/^Trying again in/).textContent).toContain('5 s')
  act(() => void vi.advanceTimersByTime(5000))
  expect(wait).toHaveBeenCalledOnce()
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(cancel).toHaveBeenCalledOnce()
  vi.useRealTimers()
})

test('an unreachable server is not reported as a failed sign-in, and is retried', async () => {
  await expect(
    loadConfig(async () => {
      throw new TypeError('Failed to fetch')
    }),
  ).rejects.toThrow(UnreachableServerError)
  render(
    <ThemeProvider>
      <UnreachableServer />
    </ThemeProvider>,
  )
  expect(screen.getByRole('heading', { level: 1, name: 'Auspex can’t be reached' })).toBeTruthy()
  expect(screen.getByText(/^Trying again in/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy()
})

describe('configuration of the server', () => {
  const answer = (body: unknown, status = 200) => loadConfig(async () => Response.json(body, { status }))

  test('is read as it is', async () => {
    const config = { issuer: 'https://id.example', clientId: 'web', scopes: ['openid'], apiBaseUrl: '/api' }
    expect(await answer(config)).toEqual(config)
  })

  test('is rejected with the path of the invalid field', async () => {
    await expect(answer({ issuer: 'https://id.example', apiBaseUrl: '/api' })).rejects.toThrow(/not valid: clientId/)
    await expect(answer({}, 503)).rejects.toThrow('The server answered 503 for its configuration')
  })
})
