import { Box, Button, Progress, Skeleton } from '@mantine/core'
import { IconReport } from '@tabler/icons-react'
import { type CacheStatus, updateCache } from '@auspex/sdk'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useClient } from '../../lib/api/api.tsx'
import { describeFailure } from '../../lib/api/failure.ts'
import { formatCount, formatPlural, formatShare } from '../../lib/numbers/format.ts'
import { formatInstant } from '../../lib/time/format.ts'
import { Card } from '../../ui/page.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorView } from '../../ui/error-view.tsx'
import { LinkButton } from '../../lib/links/link-button.tsx'
import { cacheOptions } from './administration.queries.ts'
import { describeLastUpdate, describeStart } from './cache-words.ts'
import { ConfirmDialog, useChange } from './changes.tsx'
import { useOrganizationNames } from './names.tsx'
import { OrganizationSelect } from './filters.tsx'
import classes from './administration.module.css'
import textStyles from '../../ui/text-styles.module.css'

const route = getRouteApi('/admin/reports')

/** The freshness of the stored signal reports, for all organizations or for one, and their update. */
export const ReportsPage = () => {
  const { organization } = route.useSearch()
  const navigate = useNavigate()
  const x = organization ?? '-'
  const { data, error, refetch } = useQuery(cacheOptions(useClient(), x))
  const nameOf = useOrganizationNames([organization ?? null])
  const name = organization === undefined ? 'all organizations' : nameOf(organization)
  return (
    <>
      <Box maw={{ base: '100%', xs: 240 }}>
        <OrganizationSelect
          value={organization}
          onChange={(next) =>
            void navigate({ to: '/admin/reports', search: { organization: next }, replace: true, resetScroll: false })
          }
        />
      </Box>
      {data === undefined ? (
        error ? (
          <ErrorView {...describeFailure(error)} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height={220} radius="md" role="group" aria-busy="true" aria-label="Loading the report cache" />
        )
      ) : data.signals === 0 ? (
        <EmptyState
          icon={<IconReport size={22} aria-hidden />}
          title="No stored reports"
          text={`The reports of ${name} appear here once someone has searched a topic.`}
          action={<LinkButton to="/">Search a topic</LinkButton>}
        />
      ) : (
        <CacheCard status={data} name={name} />
      )}
    </>
  )
}

/** What the button does, or why it does nothing. */
const describeUpdate = ({ state, stale }: CacheStatus): string => {
  if (state === 'running') return 'Updating'
  return stale === 0 ? 'All reports are fresh' : `Update ${formatPlural(stale, 'report')}…`
}

const CacheCard = ({ status, name }: { status: CacheStatus; name: string }) => {
  const [isOpen, setOpen] = useState(false)
  const change = useChange<CacheStatus>()
  const { x, state, signals, fresh, stale, total, updated, failed, oldestReportAt } = status
  const isRunning = state === 'running'
  const finished = updated + failed
  return (
    <Card>
      <dl className={classes.figures}>
        <Figure title="Signals" value={formatCount(signals)} />
        <Figure title="Fresh" value={formatCount(fresh)} hint={formatShare(fresh / signals)} />
        <Figure
          title="Stale"
          value={formatCount(stale)}
          hint={stale === 0 ? 'Nothing to do' : 'Would be searched again'}
        />
        <Figure title="Oldest report" value={oldestReportAt === null ? 'none' : formatInstant(oldestReportAt)} isText />
      </dl>
      <div className={classes.bar} aria-hidden>
        <span style={{ width: `${(100 * fresh) / signals}%` }} />
      </div>
      <section className={classes.update} aria-label="Update of the reports">
        <div>
          <h2 className={textStyles.strong}>{isRunning ? 'An update is running' : 'Last update'}</h2>
          <p className={textStyles.text} role="status">
            {describeLastUpdate(status)}
          </p>
        </div>
        <Button disabled={isRunning || stale === 0} onClick={() => setOpen(true)}>
          {describeUpdate(status)}
        </Button>
      </section>
      {isRunning && (
        <Progress
          value={total === 0 ? 0 : (100 * finished) / total}
          animated
          aria-label={`${formatCount(finished)} of ${formatPlural(total, 'signal')} searched again`}
        />
      )}
      {isOpen && (
        <ConfirmDialog
          title={`Update ${formatPlural(stale, 'report')} of ${name}?`}
          action="Start the update"
          isPending={change.isPending}
          error={change.error}
          onConfirm={() =>
            change.mutate(
              {
                run: (client) => updateCache(x, { wait: 0 }, { client }),
                toNotice: (next) => describeStart(next, name),
              },
              { onSuccess: () => setOpen(false) },
            )
          }
          onClose={() => setOpen(false)}
        >
          <p>
            {formatPlural(stale, 'signal')} with a stale report {stale === 1 ? 'is' : 'are'} searched again in all
            sources, in the background{stale === 1 ? '' : ' and one after the other'}. You can’t stop this once it has
            started. Fresh reports stay as they are.
          </p>
        </ConfirmDialog>
      )}
    </Card>
  )
}

interface FigureProps {
  title: string
  value: string
  hint?: string
  isText?: boolean
}

const Figure = ({ title, value, hint, isText = false }: FigureProps) => (
  <div>
    <dt className={textStyles.caption}>{title}</dt>
    <dd className={classes.value} data-text={isText || undefined}>
      {value}
    </dd>
    {hint && <dd className={textStyles.caption}>{hint}</dd>}
  </div>
)
