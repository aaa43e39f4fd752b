import { Box, Button, CloseButton, Drawer, Group, Skeleton, Stack } from '@mantine/core'
import { IconFileSearch } from '@tabler/icons-react'
import type { DocumentPage, SignalReport } from '@auspex/sdk'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useClient } from '../../../lib/api.tsx'
import { describeFailure } from '../../../lib/failure.ts'
import { ErrorView } from '../../../ui/error-view.tsx'
import { formatPlural } from '../../../lib/format.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { toDocumentsParams, withEvidence, withoutEvidence } from '../evidence.ts'
import type { ReportSearch } from '../signals.search.ts'
import { useOpened } from '../use-opened.ts'
import { signalDocumentsOptions } from '../signals.queries.ts'
import { applyChange, EvidenceFilters } from './evidence-filters.tsx'
import { handleListKey } from './list-keys.ts'
import { ReadingPane } from './reading-pane.tsx'
import { StoryList } from './story-list.tsx'
import { useReportAsListed } from './use-report-as-listed.ts'
import classes from './evidence-panel.module.css'
import panel from '../side-panel.module.css'
import textStyles from '../../../ui/text-styles.module.css'

const route = getRouteApi('/signals/$signalId')

/** The documents behind a number, beside the report. What it shows is in the URL, so it can be linked to. */
export const EvidencePanel = ({ report }: { report: SignalReport }) => {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const close = () => void navigate({ to: '.', search: withoutEvidence, resetScroll: false })
  const isOpen = useOpened(search.docs !== undefined)
  const title = `Documents about ${report.query.title}`
  return (
    <Drawer.Root
      opened={isOpen}
      onClose={close}
      // What is read is closed before the panel is.
      closeOnEscape={false}
      position="right"
      size={search.doc === undefined ? 660 : 'min(1240px, 100vw)'}
    >
      <Drawer.Overlay backgroundOpacity={0.3} />
      <Drawer.Content aria-label={title} classNames={{ content: panel.content }}>
        {search.docs !== undefined && <Evidence report={report} search={search} title={title} onClose={close} />}
      </Drawer.Content>
    </Drawer.Root>
  )
}

interface EvidenceProps {
  report: SignalReport
  search: ReportSearch
  title: string
  onClose: () => void
}

const Evidence = ({ report, search, title, onClose }: EvidenceProps) => {
  const client = useClient()
  const navigate = route.useNavigate()
  const params = toDocumentsParams(search)
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage, isPlaceholderData } = useInfiniteQuery(
    signalDocumentsOptions(client, report.signalId, params),
  )
  const documents = useMemo(() => data?.pages.flatMap((page) => page.items) ?? [], [data])
  const first = data?.pages[0]
  const total = first?.page.total
  useReportAsListed(report, params, isPlaceholderData ? undefined : first)
  const list = JSON.stringify(params)
  const [standing, setStanding] = useState({ list, row: -1 })
  const [keyRow, setKeyRow] = useState<{ row: number }>()
  const readAt = documents.findIndex(({ id }) => id === search.doc)
  const current = readAt >= 0 ? readAt : standing.list === list ? standing.row : -1

  const change = (part: Partial<Record<keyof ReportSearch, string | undefined>>) =>
    void navigate({ to: '.', search: (before) => applyChange(before, part), resetScroll: false, replace: true })
  const clear = () =>
    void navigate({ to: '.', search: (before) => withEvidence(before, {}), resetScroll: false, replace: true })
  const read = (doc: string | undefined, replace: boolean) =>
    void navigate({ to: '.', search: (before) => ({ ...before, doc }), resetScroll: false, replace })
  const move = (by: 1 | -1): number => {
    const row = Math.min(documents.length - 1, Math.max(0, current + by))
    setStanding({ list, row })
    if (search.doc !== undefined && documents[row]) read(documents[row].id, true)
    return row
  }
  const closeReading = () => {
    // Back to the row of what was read, however it was opened.
    if (readAt >= 0) setStanding({ list, row: readAt })
    read(undefined, true)
  }
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // A list that gives way to a failure, or is hidden by the text that is read, takes the focus with it: keys would reach nobody.
    const { activeElement } = document
    if (activeElement === document.body || activeElement?.checkVisibility?.({ visibilityProperty: true }) === false)
      element.current?.focus({ preventScroll: true })
  })
  const actions = {
    move: (by: 1 | -1) => setKeyRow({ row: move(by) }),
    read: () => {
      const row = Math.max(0, current)
      setStanding({ list, row })
      setKeyRow({ row })
      if (documents[row]) read(documents[row].id, search.doc !== undefined)
    },
    close: () => (search.doc === undefined ? onClose() : closeReading()),
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of what is inside
    <div
      ref={element}
      className={classes.panel}
      tabIndex={-1}
      data-reading={search.doc !== undefined || undefined}
      onKeyDown={(event) => handleListKey(event, actions)}
    >
      <div className={classes.list}>
        <Group className={panel.header} gap={16} wrap="nowrap" justify="space-between">
          <Box component="h2" className={`${textStyles.quiet} ${textStyles.breakable}`} fz={14} fw={450} lts={0}>
            {title}
          </Box>
          <CloseButton onClick={onClose} aria-label="Close the documents" />
        </Group>
        <div className={panel.top}>
          <Box component="output" className={`${panel.title} ${textStyles.tabular}`} display="block" mb={12}>
            {first === undefined || isPlaceholderData ? 'Counting…' : <Totals page={first} />}
          </Box>
          <EvidenceFilters search={search} report={report} onChange={change} />
        </div>
        {error ? (
          <ErrorView
            {...describeFailure(error)}
            onRetry={() => void refetch()}
            onReload={() => window.location.reload()}
          />
        ) : total === undefined ? (
          <Stack gap={14} py={16} px={24} role="group" aria-busy="true" aria-label="Loading documents">
            {[0, 1, 2, 3, 4, 5].map((key) => (
              <Skeleton key={key} height={88} radius="md" />
            ))}
          </Stack>
        ) : total === 0 ? (
          <EmptyState
            level={3}
            icon={<IconFileSearch size={20} aria-hidden />}
            title="No document fits this filter"
            text="Take away a part of the filter to see more."
            action={
              <Button variant="default" onClick={clear}>
                Show all documents
              </Button>
            }
          />
        ) : (
          <StoryList
            list={list}
            documents={documents}
            total={total}
            current={current}
            keyRow={keyRow}
            readId={search.doc}
            hasMore={hasNextPage}
            isLoadingMore={isFetchingNextPage}
            isOutdated={isPlaceholderData}
            onLoadMore={() => void fetchNextPage()}
          />
        )}
      </div>
      {search.doc !== undefined && (
        <ReadingPane
          documentId={search.doc}
          at={readAt}
          copies={documents[readAt]?.copies}
          total={total ?? 0}
          onMove={move}
          onClose={closeReading}
        />
      )}
    </div>
  )
}

/** Both totals: a reader who sees stories must not take their number for that of the documents. */
const Totals = ({ page: { totals, page } }: { page: DocumentPage }) => (
  <>
    <span>{formatPlural(totals?.documents ?? page.total, 'document')}</span>
    {totals && (
      <Box component="span" className={textStyles.soft} fz={15} fw={450} lts={0}>
        {' '}
        in {formatPlural(totals.stories, 'story', 'stories')}
      </Box>
    )}
  </>
)
