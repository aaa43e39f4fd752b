import { MantineProvider } from '@mantine/core'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { ErrorView, type ErrorViewProps } from './error-view.tsx'

const show = (props: Partial<ErrorViewProps> = {}) =>
  render(
    <MantineProvider>
      <ErrorView message="Error while loading data" {...props} />
    </MantineProvider>,
  )

const wait = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms)
  })

describe('error view', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })

  test('shows only the buttons that can do something', () => {
    show({ onRetry: () => {} })
    expect(screen.getByRole('alert')).toBeTruthy()
    expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(['Try again'])
  })

  test('counts five seconds down and acts once', () => {
    const run = vi.fn<() => void>()
    show({ autoAction: { label: 'Back to search', run } })
    expect(screen.getByText(/Back to search in/).textContent).toContain('5 s')
    wait(2000)
    expect(screen.getByText(/Back to search in/).textContent).toContain('3 s')
    wait(2999)
    expect(run).not.toHaveBeenCalled()
    wait(1)
    expect(run).toHaveBeenCalledOnce()
    wait(10_000)
    expect(run).toHaveBeenCalledOnce()
  })

  test('stays when the person asks for it', () => {
    const run = vi.fn<() => void>()
    show({ autoAction: { label: 'Back to search', run } })
    wait(3000)
    fireEvent.click(screen.getByRole('button', { name: 'Stay here' }))
    wait(10_000)
    expect(run).not.toHaveBeenCalled()
    expect(screen.queryByText(/Back to search in/)).toBeNull()
  })

  test('does nothing once it is gone', () => {
    const run = vi.fn<() => void>()
    show({ autoAction: { label: 'Back to search', run } }).unmount()
    wait(10_000)
    expect(run).not.toHaveBeenCalled()
  })
})
