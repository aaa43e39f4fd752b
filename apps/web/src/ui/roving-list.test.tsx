import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { RovingList } from './roving-list.tsx'

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

test('a long list is one stop of Tab, with the arrows inside', async () => {
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

test('a list that changes is still one stop', async () => {
  const user = userEvent.setup()
  const { rerender } = render(<List names={['padel', 'matcha']} />)
  rerender(<List names={['tea', 'coffee', 'padel']} />)
  expect(screen.getAllByRole('link').map(({ tabIndex }) => tabIndex)).toEqual([0, -1, -1])
  await user.tab()
  await user.tab()
  expect(readFocus()).toBe('tea')
})
