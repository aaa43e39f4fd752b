import { MantineProvider, Menu } from '@mantine/core'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import userEvent from '@testing-library/user-event'
import { ErrorView, type ErrorViewProps } from './error-view.tsx'
import { EditableTitle } from './collection-header.tsx'
import { RovingList } from './roving-list.tsx'
import { DayFormat, DayInput } from './date-input.tsx'
import { RowMenu } from './row-menu.tsx'

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

test('a field for a day shows it in the style of the person, and a hint while it is empty', () => {
  render(
    <MantineProvider>
      <DayFormat value={(day) => `the day ${day}`}>
        <DayInput label="From" value="2026-01-03" onChange={() => {}} />
        <DayInput label="To" placeholder="Any day" value="" onChange={() => {}} />
      </DayFormat>
    </MantineProvider>,
  )
  const shown = (label: string) =>
    screen.getByLabelText(label).closest<HTMLElement>('.mantine-InputWrapper-root')?.style.getPropertyValue('--day')
  expect(shown('From')).toBe('"the day 2026-01-03"')
  expect(shown('To')).toBe('"Any day"')
})

describe('error view', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })

  test('shows only the buttons that have an action', () => {
    show({ onRetry: () => {} })
    expect(screen.getByRole('alert')).toBeTruthy()
    expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(['Try again'])
  })

  test('counts down five seconds and acts once', () => {
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

  test('stays if the person cancels the countdown', () => {
    const run = vi.fn<() => void>()
    show({ autoAction: { label: 'Back to search', run } })
    wait(3000)
    fireEvent.click(screen.getByRole('button', { name: 'Stay here' }))
    wait(10_000)
    expect(run).not.toHaveBeenCalled()
    expect(screen.queryByText(/Back to search in/)).toBeNull()
  })

  test('does nothing once it is unmounted', () => {
    const run = vi.fn<() => void>()
    show({ autoAction: { label: 'Back to search', run } }).unmount()
    wait(10_000)
    expect(run).not.toHaveBeenCalled()
  })
})

const showTitle = () => {
  const saving = Promise.withResolvers<void>()
  const noop = () => undefined
  render(
    <MantineProvider env="test">
      <EditableTitle
        title="Oat milk"
        unsent={null}
        failure={null}
        isPending={false}
        onOpen={noop}
        onType={noop}
        onClose={noop}
        onSave={() => saving.promise}
      />
      <input aria-label="Another field" />
    </MantineProvider>,
  )
  return { user: userEvent.setup(), saving }
}

const rename = () => screen.getByRole('button', { name: 'Rename' })

test('saving a name returns the focus to the rename button', async () => {
  const { user, saving } = showTitle()
  await user.click(rename())
  await user.keyboard('Oats{Enter}')
  saving.resolve()
  await waitFor(() => expect(document.activeElement).toBe(rename()))
})

test('a slow save does not take the focus from another field', async () => {
  const { user, saving } = showTitle()
  await user.click(rename())
  await user.keyboard('Oats{Enter}')
  const other = screen.getByRole('textbox', { name: 'Another field' })
  await user.click(other)
  saving.resolve()
  await waitFor(() => expect(rename()).toBeTruthy())
  expect(document.activeElement).toBe(other)
})

const List = ({ names }: { names: readonly string[] }) => (
  <MantineProvider>
    <button type="button">before</button>
    <RovingList aria-label="Searches">
      {names.map((name) => (
        <li key={name}>
          <a href={`#${name}`}>{name}</a>
          <button type="button" data-beside>
            more of {name}
          </button>
        </li>
      ))}
    </RovingList>
    <button type="button">after</button>
  </MantineProvider>
)

const readFocus = () => document.activeElement?.textContent

test('a long list is one tab stop, with arrow keys inside', async () => {
  const user = userEvent.setup()
  render(<List names={['padel', 'matcha', 'oat milk']} />)
  await user.tab()
  await user.tab()
  expect(readFocus()).toBe('padel')
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}')
  expect(readFocus()).toBe('oat milk')
  await user.keyboard('{Home}{ArrowDown}')
  expect(readFocus()).toBe('matcha')
  await user.tab()
  expect(readFocus()).toBe('more of matcha')
  await user.tab()
  expect(readFocus()).toBe('after')
  await user.tab({ shift: true })
  await user.tab({ shift: true })
  // Back on the entry that had the focus last.
  expect(readFocus()).toBe('matcha')
})

test('a list that changes is still one tab stop', async () => {
  const user = userEvent.setup()
  const { rerender } = render(<List names={['padel', 'matcha']} />)
  rerender(<List names={['tea', 'coffee', 'padel']} />)
  expect(screen.getAllByRole('link').map(({ tabIndex }) => tabIndex)).toEqual([0, -1, -1])
  await user.tab()
  await user.tab()
  expect(readFocus()).toBe('tea')
})

test('the menu of a row opens at the first press, and returns the focus to its button when it closes', async () => {
  render(
    <MantineProvider env="test">
      <RowMenu label="More for Mira Solberg" width={200}>
        <Menu.Item>Remove</Menu.Item>
      </RowMenu>
    </MantineProvider>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'More for Mira Solberg' }))
  expect(await screen.findByRole('menuitem', { name: 'Remove' })).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull())
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'More for Mira Solberg' }))
})
