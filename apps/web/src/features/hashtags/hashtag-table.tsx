import type { HashtagTrends } from '@auspex/sdk'
import { Button, Group, Skeleton, Stack } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { describeFailure } from '../../lib/api/failure.ts'
import { formatCount } from '../../lib/numbers/format.ts'
import { Failure } from '../../ui/form-actions.tsx'
import { PagedTable, type PagedColumn } from '../../ui/paged-table.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Section } from '../../ui/page.tsx'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import { SmallFailure } from '../../ui/error-view.tsx'
import { useSaveFile } from './hashtag-files.ts'
import { SourceNote } from './hashtag-notes.tsx'
import { type HashtagSearch, rowChoices, rowsOf } from './hashtags.search.ts'

/** The list that the table shows: its name in the address and in sentences. */
type ListName = 'creators' | 'videos'

interface TablePage<Row> {
  readonly items: readonly Row[]
  readonly page: { readonly total: number }
  readonly source: HashtagTrends['source']
}

interface HashtagTableProps<Row, Order extends string> {
  name: ListName
  title: string
  hint: string | undefined
  tag: string
  search: HashtagSearch
  query: {
    readonly data: TablePage<Row> | undefined
    readonly error: unknown
    readonly refetch: () => Promise<unknown>
    readonly isPlaceholderData: boolean
  }
  columns: readonly PagedColumn<Row>[]
  rowKey: (row: Row) => string
  /** Empty if the rows have only one order. */
  orders: readonly { readonly value: Order; readonly label: string }[]
  order: Order
  onOrder: (order: Order) => Partial<HashtagSearch>
  saveFile: () => Promise<void>
}

/** A section of a hashtag with a table that the server sorts and pages, and that can be saved as a file. */
export const HashtagTable = <Row, Order extends string>({
  name,
  title,
  hint,
  tag,
  search,
  query: { data, error, refetch, isPlaceholderData },
  columns,
  rowKey,
  orders,
  order,
  onOrder,
  saveFile,
}: HashtagTableProps<Row, Order>) => {
  const navigate = useNavigate()
  const { save, isSaving, failure } = useSaveFile(saveFile)
  const pageField = `${name}Page` as const
  const page = Number(search[pageField] ?? 1)
  const go = (next: Partial<HashtagSearch>) =>
    void navigate({
      to: '/hashtags/$tag',
      params: { tag },
      search: { ...search, ...next },
      replace: true,
      resetScroll: false,
    })
  return (
    <Section
      id={name}
      title={title}
      hint={hint}
      actions={
        <Button size="compact-sm" variant="default" loading={isSaving} onClick={save}>
          Save as CSV
        </Button>
      }
    >
      <Stack gap={12}>
        {orders.length > 0 && (
          <Group>
            <SegmentedControl
              aria-label={`Order of the ${name}`}
              value={order}
              data={orders}
              size="xs"
              onChange={(value) => go({ ...onOrder(value), [pageField]: undefined })}
            />
          </Group>
        )}
        <Failure failure={failure} />
        {data !== undefined ? (
          <>
            <PagedTable
              caption={title}
              columns={columns}
              rows={data.items}
              rowKey={rowKey}
              offset={(page - 1) * rowsOf(search)}
              total={data.page.total}
              isBusy={isPlaceholderData}
            />
            <Pager
              page={page}
              perPage={rowsOf(search)}
              total={data.page.total}
              sizes={rowChoices.map(Number)}
              format={formatCount}
              onPage={(next) => go({ [pageField]: next === 1 ? undefined : String(next) })}
              onSize={(size) =>
                go({
                  rows: rowChoices.find((choice) => choice === String(size)),
                  videosPage: undefined,
                  creatorsPage: undefined,
                })
              }
            />
            <SourceNote source={data.source} />
          </>
        ) : error ? (
          <SmallFailure
            words={`The ${name} could not be read. ${describeFailure(error).detail ?? ''}`}
            onRetry={() => void refetch()}
          />
        ) : (
          <Skeleton height={320} radius="md" role="group" aria-busy="true" aria-label={`Loading the ${name}`} />
        )}
      </Stack>
    </Section>
  )
}
