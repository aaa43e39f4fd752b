import type { Interest, Interests, InterestSplit } from '@auspex/sdk'
import { Box, Group, Select, Skeleton, Stack } from '@mantine/core'
import { IconUsersGroup } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useClient } from '../../../lib/api.tsx'
import { countryName } from '../../../lib/countries.ts'
import { describeFailure } from '../../../lib/failure.ts'
import { formatCount, formatTimes, formatPlural, formatRatio } from '../../../lib/format.ts'
import { Card } from '../../../ui/card.tsx'
import { DataTable, type TableColumn } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorView } from '../../../ui/error-view.tsx'
import { interestsOptions } from './audience.queries.ts'
import textStyles from '../../../ui/text-styles.module.css'
import surfaces from '../../../ui/surfaces.module.css'

const together = 'together'
const splits: Record<InterestSplit, string> = { country: 'Country', language: 'Language', kind: 'Kind', tone: 'Tone' }
const choices = [
  { value: together, label: 'Together' },
  ...Object.entries(splits).map(([value, label]) => ({ value, label })),
]

const isSplit = (value: string | null): value is InterestSplit => value !== null && value in splits

/** What those who write about the signal write about beyond it, in all four states. */
export const InterestsCard = ({ signalId }: { signalId: string }) => {
  const [split, setSplit] = useState<InterestSplit | null>(null)
  const { data, error, refetch, isPlaceholderData } = useQuery(interestsOptions(useClient(), signalId, split))
  return (
    <Card>
      <Group mb={12} gap="10px 20px" align="end" justify="space-between">
        <Box flex="1 1 260px">
          <h3>What they also write about</h3>
          {data && data.items.length > 0 && (
            <Box component="p" className={textStyles.note} mt={2} maw="70ch">
              {hintOf(data)}
            </Box>
          )}
        </Box>
        <Select
          label="Split by"
          size="xs"
          w={150}
          data={choices}
          value={split ?? together}
          allowDeselect={false}
          onChange={(value) => setSplit(isSplit(value) ? value : null)}
        />
      </Group>
      {error ? (
        <ErrorView {...describeFailure(error)} onRetry={() => void refetch()} />
      ) : data ? (
        <Stack className={surfaces.fading} gap={16} miw={0} aria-busy={isPlaceholderData}>
          <InterestTable interests={data} />
        </Stack>
      ) : (
        <Skeleton height={240} radius="md" role="group" aria-busy="true" aria-label="Loading the interests" />
      )}
    </Card>
  )
}

const hintOf = ({ voices, basis, documentsRead }: Interests): string =>
  `From ${formatPlural(documentsRead, 'other document')} of ${formatCount(voices)} ${basis ?? 'voices'} behind the signal. ×2 is twice as often as others write about it, with the 95 % interval.`

const InterestTable = ({ interests: { items, reason, split } }: { interests: Interests }) =>
  items.length === 0 ? (
    <EmptyState level={3} icon={<IconUsersGroup size={22} aria-hidden />} title="Nothing stands out" text={reason} />
  ) : (
    <DataTable
      caption="What the voices of the signal also write about"
      columns={split === null ? columns : [...columns.slice(0, 1), toPartColumn(split), ...columns.slice(1)]}
      rows={items}
      rowKey={({ name, kind, part }) => [kind, name, part].join(' ')}
      maxHeight={320}
    />
  )

const toPartColumn = (split: InterestSplit): TableColumn<Interest> => ({
  key: 'part',
  title: splits[split],
  renderCell: ({ part }) => (part === null ? 'unknown' : split === 'country' ? countryName(part) : part),
  sortBy: ({ part }) => part,
})

const columns: readonly TableColumn<Interest>[] = [
  {
    key: 'name',
    title: 'Interest',
    sortBy: ({ name }) => name,
    renderCell: ({ name, kind }) =>
      kind === 'category' ? (
        name
      ) : (
        <Link to="/search" search={{ term: name }} preload={false} className={textStyles.dotted}>
          {name}
        </Link>
      ),
  },
  { key: 'kind', title: 'What it is', renderCell: ({ kind }) => (kind === 'category' ? 'Category' : 'Name') },
  {
    key: 'documents',
    title: 'Documents',
    numeric: true,
    sortBy: ({ documents }) => documents,
    renderCell: ({ documents }) => formatCount(documents),
  },
  {
    key: 'index',
    title: 'Against others',
    numeric: true,
    sortBy: ({ index }) => index?.low ?? null,
    renderCell: ({ index }) =>
      index === null ? (
        <span className={textStyles.caption}>too few to say</span>
      ) : (
        <>
          {formatRatio(index.value)}{' '}
          <span className={textStyles.caption}>
            {formatTimes(index.low)} to {formatTimes(index.high)}
          </span>
        </>
      ),
  },
]
