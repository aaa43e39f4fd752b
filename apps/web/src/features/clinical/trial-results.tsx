import { Button, Group, Skeleton, Stack } from '@mantine/core'
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { useClient } from '../../lib/api/api.tsx'
import { describeFailure } from '../../lib/api/failure.ts'
import { formatPlural } from '../../lib/numbers/format.ts'
import { LinkButton } from '../../lib/links/link-button.tsx'
import { Card } from '../../ui/page.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import layout from '../../ui/layout.module.css'
import { SmallFailure } from '../../ui/error-view.tsx'
import surfaces from '../../ui/surfaces.module.css'
import textStyles from '../../ui/text-styles.module.css'
import { ClinicalFailure, OriginNote } from './clinical-notes.tsx'
import { type TrialsQuestion, collectTrials, facetsOptions, filtersOf, trialsOptions } from './clinical.queries.ts'
import { TrialFacets } from './trial-facets.tsx'
import { TrialItem } from './trial-item.tsx'
import { TrialLandscape } from './trial-landscape.tsx'
import { WatchMenu } from './watch-menu.tsx'
import classes from './clinical.module.css'
import type { Trial } from '@auspex/sdk'
import { toCsv, download, toFileName } from '../../lib/files/download.ts'

const header = [
  'nct_id',
  'title',
  'status',
  'phases',
  'conditions',
  'interventions',
  'sponsor',
  'sponsor_class',
  'participants',
  'participants_are',
  'start',
  'primary_completion',
  'completion',
  'countries',
  'has_results',
  'last_update',
  'url',
  'source',
  'data_as_of',
]

/** Studies as rows of a file; each row contains its source and when it was read. */
const trialsCsv = (items: readonly Trial[], asOf: string): string =>
  toCsv(
    header,
    items.map((trial) => [
      trial.nctId,
      trial.title,
      trial.status,
      trial.phases.join('; '),
      trial.conditions.join('; '),
      trial.interventions.join('; '),
      trial.sponsor,
      trial.sponsorClass,
      trial.enrollment,
      trial.enrollmentType,
      trial.startDate,
      trial.primaryCompletionDate,
      trial.completionDate,
      trial.countries.join('; '),
      String(trial.hasResults),
      trial.lastUpdateDay,
      trial.url,
      'ClinicalTrials.gov',
      asOf,
    ]),
  )

/** Downloads the studies of a search as a file. */
const saveTrials = ({ q }: TrialsQuestion, { items, asOf }: { items: readonly Trial[]; asOf: string }): void =>
  download(
    `${toFileName('trials', q, asOf.slice(0, 10))}.csv`,
    new Blob([trialsCsv(items, asOf)], { type: 'text/csv;charset=utf-8' }),
  )

/** The studies of a search beside their counts. Each is fetched separately: a list is useful without counts. */
export const TrialResults = ({ search }: { search: TrialsQuestion }) => {
  const client = useClient()
  const trials = useInfiniteQuery(trialsOptions(client, search))
  const counts = useQuery({ ...facetsOptions(client, search), enabled: trials.data !== undefined })
  const file = useMutation({
    mutationFn: () => collectTrials(client, search),
    onSuccess: (collected) => saveTrials(search, collected),
  })
  const first = trials.data?.pages[0]
  if (first === undefined)
    return trials.error ? (
      <ClinicalFailure error={trials.error} onRetry={() => void trials.refetch()} />
    ) : (
      <TrialsSkeleton />
    )
  const { total } = first.page
  const isLandscape = search.view === 'landscape'
  if (total === 0) return <NoTrials search={search} />
  return (
    <div className={`${layout.split} ${classes.columns}`}>
      {counts.data ? (
        <TrialFacets
          facets={counts.data}
          search={search}
          isCounting={!counts.data.hasStopped || counts.isFetching}
          onGoOn={() => void counts.refetch()}
        />
      ) : counts.error ? (
        <SmallFailure
          words={`The studies could not be counted. ${describeFailure(counts.error).detail ?? ''}`}
          onRetry={() => void counts.refetch()}
        />
      ) : (
        <Stack gap={10} role="group" aria-busy="true" aria-label="Loading the counts">
          {[0, 1, 2, 3, 4, 5].map((key) => (
            <Skeleton key={key} height={24} radius="sm" />
          ))}
        </Stack>
      )}
      <Stack gap={14} miw={0}>
        <Group justify="space-between" gap={8}>
          <div role="status">
            <h2>{formatPlural(total, 'study', 'studies')}</h2>
          </div>
          <Group gap={8}>
            <ViewLink search={search} />
            {(search.field ?? 'condition') === 'condition' && <WatchMenu condition={search.q} />}
            <Button size="xs" variant="default" loading={file.isPending} onClick={() => file.mutate()}>
              {total > 1000 ? 'CSV of the first 1,000' : 'CSV'}
            </Button>
          </Group>
        </Group>
        {file.error && (
          <p className={textStyles.fault} role="alert">
            The file could not be created. {describeFailure(file.error).detail}
          </p>
        )}
        {isLandscape ? (
          counts.data ? (
            <TrialLandscape facets={counts.data} search={search} />
          ) : (
            <Skeleton height={260} radius="md" />
          )
        ) : (
          <>
            <Card padded={false}>
              <ul className={surfaces.lines} aria-label="Studies">
                {trials.data?.pages.flatMap(({ items }) =>
                  items.map((trial) => <TrialItem key={trial.nctId} trial={trial} />),
                )}
              </ul>
            </Card>
            {trials.hasNextPage && (
              <Button
                variant="default"
                style={{ alignSelf: 'center' }}
                loading={trials.isFetchingNextPage}
                onClick={() => void trials.fetchNextPage()}
              >
                More studies
              </Button>
            )}
            {trials.isFetchNextPageError && (
              <SmallFailure
                words={`The next studies could not be read. ${describeFailure(trials.error).detail ?? ''}`}
                onRetry={() => void trials.fetchNextPage()}
              />
            )}
          </>
        )}
        <OriginNote origin={isLandscape && counts.data ? counts.data.origin : first.origin} />
      </Stack>
    </div>
  )
}

const ViewLink = ({ search }: { search: TrialsQuestion }) => {
  const isLandscape = search.view === 'landscape'
  return (
    <LinkButton
      size="xs"
      variant="default"
      to="/trials"
      search={{ ...search, view: isLandscape ? undefined : 'landscape' }}
      resetScroll={false}
    >
      {isLandscape ? 'Show as list' : 'Phase by status'}
    </LinkButton>
  )
}

const NoTrials = ({ search }: { search: TrialsQuestion }) => {
  const isNarrowed = Object.keys(filtersOf(search)).length > 0
  return (
    <EmptyState
      title="No registered study matches"
      text={
        isNarrowed
          ? 'No study matches all the filters. Remove one of them.'
          : `The register has no study with “${search.q}” in this field. Try fewer words, or search anywhere.`
      }
      action={
        isNarrowed ? (
          <LinkButton to="/trials" search={{ q: search.q, field: search.field }}>
            Remove all filters
          </LinkButton>
        ) : (
          <LinkButton to="/trials" search={{ q: search.q, field: 'term' }}>
            Search anywhere
          </LinkButton>
        )
      }
    />
  )
}

const TrialsSkeleton = () => (
  <div className={`${layout.split} ${classes.columns}`} role="group" aria-busy="true" aria-label="Loading the studies">
    <Stack gap={10}>
      {[0, 1, 2, 3, 4, 5].map((key) => (
        <Skeleton key={key} height={24} radius="sm" />
      ))}
    </Stack>
    <Stack gap={8}>
      <span className={textStyles.note}>The register accepts one request per second.</span>
      {[0, 1, 2, 3, 4].map((key) => (
        <Skeleton key={key} height={108} radius="md" />
      ))}
    </Stack>
  </div>
)
