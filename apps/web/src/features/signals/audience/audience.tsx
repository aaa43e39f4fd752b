import type {
  AudienceEstimate,
  Interest,
  Interests,
  InterestSplit,
  AuspexClient,
  GetAudienceEstimateParams,
} from '@auspex/sdk'
import { getAudienceEstimateQueryOptions, getInterestsQueryOptions } from '@auspex/sdk/react'
import { Box, Stack, Flex, NumberInput, Select, Group, Skeleton } from '@mantine/core'
import { IconUsers, IconUsersGroup } from '@tabler/icons-react'
import { useQuery, keepPreviousData } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useClient } from '../../../lib/api/api.tsx'
import { describeFailure } from '../../../lib/api/failure.ts'
import { formatCount, formatTimes, formatPlural, formatRatio } from '../../../lib/numbers/format.ts'
import { countryChoices, countryName } from '../../../lib/places/countries.ts'
import { DataTable, type TableColumn } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorView } from '../../../ui/error-view.tsx'
import { Card } from '../../../ui/page.tsx'
import surfaces from '../../../ui/surfaces.module.css'
import textStyles from '../../../ui/text-styles.module.css'
import classes from '../later-parts.module.css'
import { AudienceSkeleton } from '../placeholders.tsx'
import { useScope } from '../scope.ts'
import { AudienceCard } from './audience-card.tsx'
import { type AgeRange, type AudienceSelection, adults, faultOfAges, oldest, CellTable } from './cell-table.tsx'

/** Denominators change only with the library; returning to a previous country sends no request. */
const freshMs = 5 * 60_000

const audienceOptions = (client: AuspexClient, params: GetAudienceEstimateParams) => ({
  ...getAudienceEstimateQueryOptions(params, { request: { client }, query: { staleTime: freshMs } }),
  placeholderData: keepPreviousData,
})

const interestsOptions = (client: AuspexClient, signalId: string, split: InterestSplit | null) => ({
  ...getInterestsQueryOptions(signalId, split === null ? undefined : { split }, {
    request: { client },
    query: { staleTime: freshMs },
  }),
  placeholderData: keepPreviousData,
})

const together = 'together'
const splits: Record<InterestSplit, string> = { country: 'Country', language: 'Language', kind: 'Kind', tone: 'Tone' }

const choices = [
  { value: together, label: 'Together' },
  ...Object.entries(splits).map(([value, label]) => ({ value, label })),
]

const isSplit = (value: string | null): value is InterestSplit => value !== null && value in splits

/** Other topics of the authors who write about the signal, in all four states. */
const InterestsCard = ({ signalId }: { signalId: string }) => {
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
  `From ${formatPlural(documentsRead, 'other document')} of ${formatCount(voices)} ${basis ?? 'voices'} behind the signal. ×2 is twice as often as others write about it, with the 95% interval.`

const InterestTable = ({ interests: { items, reason, split } }: { interests: Interests }) =>
  items.length === 0 ? (
    <EmptyState level={3} icon={<IconUsersGroup size={22} aria-hidden />} title="Nothing stands out" text={reason} />
  ) : (
    <DataTable
      caption="What these authors and outlets also write about"
      columns={split === null ? columns : [...columns.slice(0, 1), toPartColumn(split), ...columns.slice(1)]}
      rows={items}
      rowKey={({ name, kind, part }) => [kind, name, part].join(' ')}
      maxHeight={320}
    />
  )

const toPartColumn = (split: InterestSplit): TableColumn<Interest> => ({
  key: 'part',
  title: splits[split],
  renderCell: ({ part }) => {
    if (part === null) return 'unknown'
    return split === 'country' ? countryName(part) : part
  },
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

/** No country has this code. */
const everywhere = 'all'
const places = [{ value: everywhere, label: 'Everywhere' }, ...countryChoices()]

/** Ages and country of the people to count. Ages apply on blur or Enter, not while somebody types. */
const AudienceControls = ({ selection, onChange }: AudienceControlsProps) => {
  const [ages, setAges] = useState<AgeRange>({
    ageMin: selection.ageMin,
    ageMax: selection.ageMax,
  })
  const fault = faultOfAges(ages)
  const submit = () => {
    const isNew = ages.ageMin !== selection.ageMin || ages.ageMax !== selection.ageMax
    if (fault === null && isNew) onChange({ ...selection, ...ages })
  }
  const shared = { min: 0, max: oldest, allowDecimal: false, allowNegative: false, onBlur: submit }
  return (
    <Flex
      component="form"
      wrap="wrap"
      gap={12}
      aria-label="Whom to count"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <NumberInput
        {...shared}
        className={classes.age}
        label="Age from"
        value={ages.ageMin}
        onChange={(value) => setAges({ ...ages, ageMin: typeof value === 'number' ? value : 0 })}
      />
      <NumberInput
        {...shared}
        className={classes.age}
        label="Age to"
        placeholder="No end"
        value={ages.ageMax ?? ''}
        error={fault}
        onChange={(value) => setAges({ ...ages, ageMax: typeof value === 'number' ? value : null })}
      />
      <Select
        className={classes.country}
        label="Country"
        data={places}
        value={selection.geo ?? everywhere}
        onChange={(place) => onChange({ ...selection, geo: place === everywhere ? null : place })}
        searchable
        allowDeselect={false}
        nothingFoundMessage="No matching countries"
      />
      <button type="submit" hidden aria-hidden tabIndex={-1} />
    </Flex>
  )
}

interface AudienceProps {
  signalId: string
  title: string
  geo: string | null
}

/** The audience of a signal: loading, failed, without an estimate, or estimated. */
export const Audience = ({ signalId, title, geo }: AudienceProps) => {
  const scope = useScope()
  const [selection, setSelection] = useState<AudienceSelection>({ ...adults, geo })
  const params = {
    id: signalId,
    age_min: selection.ageMin,
    age_max: selection.ageMax,
    geo: selection.geo,
    ...(scope && { from: scope.since, to: scope.until }),
  }
  const { data, error, refetch, isPlaceholderData } = useQuery(audienceOptions(useClient(), params))
  return (
    <Stack gap={16} miw={0}>
      <AudienceControls selection={selection} onChange={setSelection} />
      {error ? (
        <ErrorView {...describeFailure(error)} onRetry={() => void refetch()} />
      ) : data ? (
        <Stack className={surfaces.fading} gap={16} miw={0} aria-busy={isPlaceholderData}>
          <EstimateView estimate={data} title={title} />
        </Stack>
      ) : (
        <AudienceSkeleton />
      )}
      <InterestsCard signalId={scope?.signalId ?? signalId} />
    </Stack>
  )
}

const EstimateView = ({ estimate, title }: { estimate: AudienceEstimate; title: string }) => {
  const { assumptions, people, interest, message, reason, cells, limits } = estimate
  if (people === null || interest === null)
    return (
      <Card>
        <EmptyState
          level={3}
          icon={<IconUsers size={22} aria-hidden />}
          title={message ?? 'No results found'}
          text={reason}
        />
        {cells.length > 0 && <CellTable cells={cells} caption="What was looked at" />}
      </Card>
    )
  return (
    <>
      <Remarks title="What it assumes" remarks={assumptions} />
      <AudienceCard estimate={{ ...estimate, people, interest }} title={title} />
      <Remarks title="What it can’t tell you" remarks={limits} />
    </>
  )
}

const Remarks = ({ title, remarks }: { title: string; remarks: readonly string[] }) => (
  <div className={textStyles.limits}>
    <b>{title}</b>
    <Box component="ul" className={textStyles.bullets} mt={4}>
      {remarks.map((remark) => (
        <li key={remark}>{remark}</li>
      ))}
    </Box>
  </div>
)

interface AudienceControlsProps {
  selection: AudienceSelection
  onChange: (selection: AudienceSelection) => void
}
