import type { ZeusReport } from '@auspex/sdk'
import { Box, Button, Skeleton, TextInput, ActionIcon, Menu } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconPlus, IconSearch, IconFileText, IconSearchOff, IconDots, IconTrash } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate, Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useClient } from '../../lib/api/api.tsx'
import { describeFailure } from '../../lib/api/failure.ts'
import { ShareMenuItem } from '../../lib/dialogs/dialog-request.tsx'
import { LinkButton } from '../../lib/links/link-button.tsx'
import { formatPlural } from '../../lib/numbers/format.ts'
import { formatInstant, formatSince } from '../../lib/time/format.ts'
import { useNow } from '../../lib/time/use-now.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorView } from '../../ui/error-view.tsx'
import layout from '../../ui/layout.module.css'
import { Page } from '../../ui/page.tsx'
import surfaces from '../../ui/surfaces.module.css'
import textStyles from '../../ui/text-styles.module.css'
import { glanceAt } from './markdown/glance.ts'
import classes from './reports.module.css'
import { reportsOptions, useDeleteReport } from './reports.queries.ts'

/** A list of reports, most recently changed first. */
const ReportList = ({ reports }: { reports: readonly ZeusReport[] }) => (
  <ul className={classes.list} aria-label="Reports">
    {reports.map((report) => (
      <ReportRow key={report.id} report={report} />
    ))}
  </ul>
)

const ReportRow = ({ report: { id, title, contents, updatedAt } }: { report: ZeusReport }) => {
  const now = useNow()
  return (
    <li className={`${surfaces.panel} ${classes.listRow}`}>
      <div className={classes.listWords}>
        <h2 className={`${textStyles.title} ${textStyles.rowTitle} ${textStyles.cover}`}>
          <Link to="/reports/$reportId" params={{ reportId: id }}>
            {title}
          </Link>
        </h2>
        <p className={`${textStyles.detail} ${classes.glance}`}>{glanceAt(contents) || 'Nothing written yet'}</p>
        <p className={textStyles.caption}>
          <time dateTime={updatedAt} title={formatInstant(updatedAt)}>
            changed {formatSince(updatedAt, now)}
          </time>
        </p>
      </div>
      <ReportMenu id={id} title={title} />
    </li>
  )
}

const ReportMenu = ({ id, title }: Pick<ZeusReport, 'id' | 'title'>) => {
  const remove = useDeleteReport()
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <ActionIcon className={classes.menu} aria-label={`More for ${title}`}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <ShareMenuItem item={{ kind: 'report', itemId: id, title }} />
        <Menu.Item leftSection={<IconTrash size={16} aria-hidden />} onClick={() => void remove({ id, title })}>
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

const NoReports = () => (
  <EmptyState
    icon={<IconFileText size={22} aria-hidden />}
    title="No reports yet"
    text="Write your own text here, with numbers, charts and quotes from your signals, or start from a chat with Zeus."
    action={<LinkButton to="/reports/new">Write a report</LinkButton>}
  />
)

const NoReportWithWords = ({ words, onClear }: { words: string; onClear: () => void }) => (
  <EmptyState
    icon={<IconSearchOff size={22} aria-hidden />}
    title={`No reports match “${words}”`}
    text="Try other words. Titles and texts are searched."
    action={
      <Button variant="default" onClick={onClear}>
        Show all reports
      </Button>
    }
  />
)

const route = getRouteApi('/reports/')
const searchPauseMs = 250

/** The person's reports. */
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
      <div className={layout.head}>
        <div>
          <h1>Reports</h1>
          <p className={textStyles.lead}>
            What you write about your signals, on your own or with Zeus. Only you can see your reports until you share
            them.
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
          <div className={layout.tools}>
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
