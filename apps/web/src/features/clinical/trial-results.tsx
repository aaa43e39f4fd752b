import type { TrialFilterName, TrialsSearch } from './clinical.search.ts'
import type { Trial, TrialFacets as Facets } from '@auspex/sdk'
import { Button, Group, Skeleton, Stack } from '@mantine/core'
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { useClient } from '../../lib/api/api.tsx'
import { failureSentences } from '../../lib/api/failure.ts'
import { toCsv, download, toFileName } from '../../lib/files/download.ts'
import { LinkButton } from '../../lib/links/link-button.tsx'
import { formatPlural, formatCount } from '../../lib/numbers/format.ts'
import { ShowAll } from '../../ui/disclosure.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SmallFailure } from '../../ui/error-view.tsx'
import layout from '../../ui/layout.module.css'
import { Card } from '../../ui/page.tsx'
import surfaces from '../../ui/surfaces.module.css'
import textStyles from '../../ui/text-styles.module.css'
import { ClinicalFailure, OriginNote } from './clinical-notes.tsx'
import { facetWords, wordOfValue } from './clinical-words.ts'
import classes from './clinical.module.css'
import { type TrialsQuestion, collectTrials, facetsOptions, filtersOf, trialsOptions } from './clinical.queries.ts'
import { TrialItem } from './trial-item.tsx'
import { TrialLandscape } from './trial-landscape.tsx'
import { WatchMenu } from './watch-menu.tsx'

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
          words={failureSentences(counts.error, 'The studies could not be counted.')}
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
            {failureSentences(file.error, 'The file could not be created.')}
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
                words={failureSentences(trials.error, 'The next studies could not be read.')}
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

const order: readonly TrialFilterName[] = ['status', 'phase', 'sponsorClass', 'country', 'startYear']
/** How many values of a facet are shown at first. */
const shortList = 6

interface TrialFacetsProps {
  facets: Facets
  search: TrialsSearch
  isCounting: boolean
  onGoOn: () => void
}

/** Studies by value, as counted from the register; selecting a value filters the search, and selecting it again removes the filter. */
const TrialFacets = ({ facets, search, isCounting, onGoOn }: TrialFacetsProps) => {
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  return (
    <Stack component="nav" gap={18} aria-label="Narrow the studies">
      <CountProgress facets={facets} isCounting={isCounting} onGoOn={onGoOn} />
      {!facets.tooMany && (
        <>
          {/* Shown only on a phone, where the lists would separate the search field from the studies. */}
          <Button
            className={classes.narrow}
            variant="default"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setIsOpen(!isOpen)}
          >
            {isOpen ? 'Hide the filters' : 'Filter by status, phase, sponsor …'}
          </Button>
          <div id={id} className={classes.facets} data-open={isOpen}>
            {order.map((name) => (
              <Facet key={name} name={name} counts={facets.facets[name]} search={search} />
            ))}
          </div>
        </>
      )}
    </Stack>
  )
}

const CountProgress = ({ facets, isCounting, onGoOn }: Pick<TrialFacetsProps, 'facets' | 'isCounting' | 'onGoOn'>) => {
  if (facets.tooMany)
    return (
      <p className={textStyles.note} role="status">
        {formatCount(facets.total)} studies are too many to count one by one. Narrow your search to count them.
      </p>
    )
  if (facets.isComplete) return null
  return (
    <div role="status">
      <p className={textStyles.note}>
        {formatCount(facets.counted)} of {formatCount(facets.total)} studies counted
        {isCounting ? '; the rest follows.' : '. Counting has stopped.'}
      </p>
      {!isCounting && (
        <Button size="compact-sm" variant="default" mt={6} onClick={onGoOn}>
          Continue counting
        </Button>
      )}
    </div>
  )
}

interface FacetProps {
  name: TrialFilterName
  counts: Facets['facets'][TrialFilterName]
  search: TrialsSearch
}

const Facet = ({ name, counts, search }: FacetProps) => {
  const [isAll, setIsAll] = useState(false)
  const selected = search[name] ?? null
  const listed = isAll ? counts : counts.slice(0, shortList)
  const visibleValues = [
    ...listed,
    ...counts.filter(({ value }) => value === selected && !listed.some((count) => count.value === selected)),
  ]
  if (counts.length === 0) return null
  return (
    <section aria-label={facetWords[name]}>
      <h3 className={`${textStyles.small} ${textStyles.strong}`}>{facetWords[name]}</h3>
      <ul>
        {visibleValues.map(({ value, studies }) => {
          const isOn = value === selected
          const next = isOn ? undefined : value
          return (
            <li key={value}>
              <Link
                to="/trials"
                search={{ ...search, [name]: next }}
                className={classes.facet}
                data-on={isOn}
                aria-current={isOn ? 'true' : undefined}
                activeProps={{}}
                resetScroll={false}
              >
                <span className={textStyles.breakable}>{wordOfValue(name, value)}</span>
                <span className={textStyles.tabular}>{formatCount(studies)}</span>
              </Link>
            </li>
          )
        })}
      </ul>
      {counts.length > shortList && <ShowAll isAll={isAll} total={formatCount(counts.length)} onChange={setIsAll} />}
    </section>
  )
}
