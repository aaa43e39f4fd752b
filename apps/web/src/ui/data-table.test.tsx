import { MantineProvider } from '@mantine/core'
import { render, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { DataTable, type TableColumn } from './data-table.tsx'

interface Row {
  readonly name: string
  readonly value: number
}

const columnOf = (title: string): TableColumn<Row> => ({ key: title, title, renderCell: ({ value }) => value })
const name: TableColumn<Row> = { key: 'name', title: 'Term', renderCell: (row) => row.name }

const draw = (columns: readonly TableColumn<Row>[]) =>
  render(
    <MantineProvider>
      <DataTable caption="Terms" columns={columns} rows={[{ name: 'matcha', value: 3 }]} rowKey={(row) => row.name} />
    </MantineProvider>,
  )

test('a wide table becomes cards on a phone, where each value carries the title of its column', () => {
  draw([name, columnOf('Documents'), columnOf('Share'), columnOf('Growth')])
  const table = screen.getByRole('table', { name: 'Terms' })
  // The style sheet's rule depends on this attribute; jsdom does no layout.
  expect(table.dataset['wide']).toBe('true')
  expect(
    within(table)
      .getAllByRole('cell')
      .map(({ dataset }) => dataset['title']),
  ).toEqual(['Documents', 'Share', 'Growth'])
})

test('a narrow one stays a table', () => {
  draw([name, columnOf('Documents')])
  expect(screen.getByRole('table', { name: 'Terms' }).dataset['wide']).toBe('false')
})

test('a term of statistics is explained beside its title', () => {
  draw([name, { ...columnOf('Growth'), why: '×1 is no change.' }])
  const header = screen.getByRole('columnheader', { name: /^Growth/ })
  expect(within(header).getByRole('button', { name: 'Growth: ×1 is no change.' })).toBeTruthy()
})
