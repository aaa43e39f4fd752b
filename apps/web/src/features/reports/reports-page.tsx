import { Box, Button, Skeleton, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconPlus, IconSearch } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useClient } from '../../lib/api.tsx'
import { describeFailure } from '../../lib/failure.ts'
import { formatPlural } from '../../lib/format.ts'
import { LinkButton } from '../../lib/link-button.tsx'
import { ErrorView } from '../../ui/error-view.tsx'
import { Page } from '../../ui/page.tsx'
import { NoReports, NoReportWithWords } from './no-reports.tsx'
import { ReportList } from './report-list.tsx'
import { reportsOptions } from './reports.queries.ts'
import classes from './reports-page.module.css'
import surfaces from '../../ui/surfaces.module.css'
import textStyles from '../../ui/text-styles.module.css'

const route = getRouteApi('/reports/')
const searchPauseMs = 250

/** The reports of a person. */
export const ReportsPage = () => {
  const { q = '' } = route.useSearch()
  const navigate = useNavigate()
  const [words, setWords] = useState(q)
  const [searchTerm] = useDebouncedValue(words.trim(), searchPauseMs)
  const { data, error, refetch, isPlaceholderData, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    reportsOptions(useClient(), searchTerm),
  )
  useEffect(() => {
    if (searchTerm !== q)
      void navigate({ to: '/reports', search: { q: searchTerm || undefined }, replace: true, resetScroll: false })
  }, [searchTerm, q, navigate])
  const reports = data?.pages.flatMap(({ items }) => items) ?? []
  const total = data?.pages[0]?.page.total ?? 0
  const isEmpty = data !== undefined && total === 0 && searchTerm === ''
  return (
    <Page width="narrow">
      <title>Reports · Auspex</title>
      <div className={classes.head}>
        <div>
          <h1>Reports</h1>
          <p className={textStyles.lead}>
            What you write of your signals, and with Zeus. Only you see them until you share one.
          </p>
        </div>
        {!isEmpty && (
          <LinkButton to="/reports/new" leftSection={<IconPlus size={16} aria-hidden />}>
            New report
          </LinkButton>
        )}
      </div>
      {data === undefined ? (
        error ? (
          <ErrorView {...describeFailure(error)} onRetry={() => void refetch()} />
        ) : (
          <div className={classes.list} role="group" aria-busy="true" aria-label="Loading the reports">
            {[0, 1, 2, 3].map((key) => (
              <Skeleton key={key} height={84} radius="md" />
            ))}
          </div>
        )
      ) : isEmpty ? (
        <NoReports />
      ) : (
        <div className={surfaces.fading} aria-busy={isPlaceholderData}>
          <div className={classes.tools}>
            <TextInput
              type="search"
              aria-label="Search the reports"
              placeholder="Search titles and texts"
              leftSection={<IconSearch size={16} aria-hidden />}
              value={words}
              maxLength={300}
              onChange={(event) => setWords(event.currentTarget.value)}
            />
            <Box component="output" className={textStyles.caption}>
              {formatPlural(total, 'report')}
            </Box>
          </div>
          {reports.length === 0 ? (
            <NoReportWithWords words={searchTerm} onClear={() => setWords('')} />
          ) : (
            <ReportList reports={reports} />
          )}
          {hasNextPage && (
            <Box ta="center" mt={24}>
              <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                More reports
              </Button>
            </Box>
          )}
        </div>
      )}
    </Page>
  )
}
