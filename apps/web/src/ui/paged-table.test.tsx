import { MantineProvider } from '@mantine/core'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { type PagedColumn, PagedTable } from './paged-table.tsx'
import { Pager } from './pager.tsx'
import { DataTable, type TableColumn } from './data-table.tsx'

interface Row {
  readonly id: number
}

const pagedColumns: readonly PagedColumn<Row>[] = [
  { key: 'name', title: 'Name', sortable: true, renderCell: ({ id }) => `Person ${id}` },
  { key: 'actions', title: 'Actions', isUntitled: true, renderCell: () => 'Change' },
]
const rowsOf = (count: number) => Array.from({ length: count }, (_, id) => ({ id }))

const renderPage = (count: number, onSort = vi.fn<(key: string) => void>()) => {
  render(
    <MantineProvider>
      <PagedTable
        caption="People"
        columns={pagedColumns}
        rows={rowsOf(count)}
        rowKey={({ id }) => String(id)}
        sort={{ key: 'name', descending: true }}
        onSort={onSort}
        offset={400}
        total={100_000}
      />
    </MantineProvider>,
  )
  return onSort
}

describe('a page of a long list', () => {
  test('gives screen readers the position of each row in the whole list', () => {
    renderPage(20)
    const table = screen.getByRole('table', { name: 'People' })
    expect(table.getAttribute('aria-rowcount')).toBe('100001')
    const rows = within(table).getAllByRole('row')
    expect(rows).toHaveLength(21)
    expect(rows[1]?.getAttribute('aria-rowindex')).toBe('402')
  })

  test('of 200 rows renders only the visible ones', () => {
    renderPage(200)
    const drawn = within(screen.getByRole('table')).getAllByRole('rowheader')
    expect(drawn.length).toBeGreaterThan(5)
    expect(drawn.length).toBeLessThan(60)
  })

  test('leaves sorting to the server, and announces the sort order', async () => {
    const onSort = renderPage(3)
    const header = screen.getByRole('columnheader', { name: 'Name' })
    expect(header.getAttribute('aria-sort')).toBe('descending')
    await userEvent.click(within(header).getByRole('button'))
    expect(onSort).toHaveBeenCalledExactlyOnceWith('name')
    expect(
      screen.getAllByRole('rowheader').map(({ textContent }) => textContent),
      'rows stay in the order they came in',
    ).toEqual(['Person 0', 'Person 1', 'Person 2'])
  })
})

describe('pages', () => {
  const renderPager = (page: number, total: number) => {
    const onPage = vi.fn<(page: number) => void>()
    const onSize = vi.fn<(size: number) => void>()
    render(
      <MantineProvider>
        <Pager
          page={page}
          perPage={50}
          total={total}
          sizes={[50, 200]}
          format={(value) => value.toLocaleString('en')}
          onPage={onPage}
          onSize={onSize}
        />
      </MantineProvider>,
    )
    return { onPage, onSize }
  }

  test('show which rows are visible and link to the others', async () => {
    const { onPage, onSize } = renderPager(3, 100_000)
    expect(screen.getByText('101–150 of 100,000')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Next page' }))
    await userEvent.click(screen.getByRole('button', { name: 'Last page' }))
    await userEvent.click(screen.getByRole('button', { name: 'First page' }))
    expect(onPage.mock.calls).toEqual([[4], [2000], [1]])
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Rows per page' }), '200')
    expect(onSize).toHaveBeenCalledExactlyOnceWith(200)
  })

  test.each([
    { page: 1, off: ['First page', 'Previous page'], on: ['Next page', 'Last page'] },
    { page: 3, off: ['Next page', 'Last page'], on: ['First page', 'Previous page'] },
  ])('on page $page of 3 lead only where there are pages', ({ page, off, on }) => {
    renderPager(page, 120)
    for (const name of off) expect(screen.getByRole('button', { name }).hasAttribute('disabled')).toBe(true)
    for (const name of on) expect(screen.getByRole('button', { name }).hasAttribute('disabled')).toBe(false)
  })

  test('lead to the page before', async () => {
    const { onPage } = renderPager(3, 120)
    await userEvent.click(screen.getByRole('button', { name: 'Previous page' }))
    expect(onPage).toHaveBeenCalledExactlyOnceWith(2)
  })

  test('are not offered if the list fits on the smallest page', () => {
    renderPager(1, 12)
    const pages = within(screen.getByRole('navigation', { name: 'Pages' }))
    expect(pages.getByText('12 entries')).toBeTruthy()
    expect(pages.queryByRole('button')).toBeNull()
    expect(pages.queryByRole('combobox')).toBeNull()
  })
})

interface PlainRow {
  readonly name: string
  readonly value: number
}

const columnOf = (title: string): TableColumn<PlainRow> => ({ key: title, title, renderCell: ({ value }) => value })
const name: TableColumn<PlainRow> = { key: 'name', title: 'Term', renderCell: (row) => row.name }

const renderTable = (columns: readonly TableColumn<PlainRow>[]) =>
  render(
    <MantineProvider>
      <DataTable caption="Terms" columns={columns} rows={[{ name: 'matcha', value: 3 }]} rowKey={(row) => row.name} />
    </MantineProvider>,
  )

test('a wide table becomes cards on a phone, where each value is labelled with its column', () => {
  renderTable([name, columnOf('Documents'), columnOf('Share'), columnOf('Growth')])
  const table = screen.getByRole('table', { name: 'Terms' })
  // The style sheet's rule depends on this attribute; jsdom does no layout.
  expect(table.dataset['wide']).toBe('true')
  expect(
    within(table)
      .getAllByRole('cell')
      .map(({ dataset }) => dataset['title']),
  ).toEqual(['Documents', 'Share', 'Growth'])
})

test('a narrow table stays a table', () => {
  renderTable([name, columnOf('Documents')])
  expect(screen.getByRole('table', { name: 'Terms' }).dataset['wide']).toBe('false')
})

test('a statistical term is explained beside its title', () => {
  renderTable([name, { ...columnOf('Growth'), why: '×1 is no change.' }])
  const header = screen.getByRole('columnheader', { name: /^Growth/ })
  expect(within(header).getByRole('button', { name: 'Growth: ×1 is no change.' })).toBeTruthy()
})
