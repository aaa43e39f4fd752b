import { MantineProvider } from '@mantine/core'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { EditableTitle } from './editable-title.tsx'

const show = () => {
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

test('a name that is kept leaves the focus on the button that changes it', async () => {
  const { user, saving } = show()
  await user.click(rename())
  await user.keyboard('Oats{Enter}')
  saving.resolve()
  await waitFor(() => expect(document.activeElement).toBe(rename()))
})

test('a name that is kept late leaves the focus where somebody types meanwhile', async () => {
  const { user, saving } = show()
  await user.click(rename())
  await user.keyboard('Oats{Enter}')
  const other = screen.getByRole('textbox', { name: 'Another field' })
  await user.click(other)
  saving.resolve()
  await waitFor(() => expect(rename()).toBeTruthy())
  expect(document.activeElement).toBe(other)
})
