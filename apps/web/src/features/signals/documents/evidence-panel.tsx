import { Box, Button, CloseButton, Drawer, Group, Skeleton, Stack } from '@mantine/core'
import { IconFileSearch } from '@tabler/icons-react'
import type { DocumentPage, SignalReport, ListSignalDocumentsParams } from '@auspex/sdk'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState, useEffectEvent, type KeyboardEvent } from 'react'
import { useClient } from '../../../lib/api/api.tsx'
import { pressComments } from '../../../lib/dialogs/comments.tsx'
import { describeFailure } from '../../../lib/api/failure.ts'
import { ErrorView } from '../../../ui/error-view.tsx'
import { formatPlural } from '../../../lib/numbers/format.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { toDocumentsParams, withEvidence, withoutEvidence } from '../evidence.ts'
import type { ReportSearch } from '../signals.search.ts'
import { useOpened } from '../use-opened.ts'
import { signalDocumentsOptions, signalReportOptions } from '../signals.queries.ts'
import { applyChange, EvidenceFilters } from './evidence-filters.tsx'
import { ReadingPane } from './reading-pane.tsx'
import { StoryList } from './story-list.tsx'
import panel from '../side-panel.module.css'
import classes from './documents.module.css'
import textStyles from '../../../ui/text-styles.module.css'

const isField = (target: EventTarget): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select') !== null

/**
 * j and k move between rows, o reads, c opens the comments, Enter on a row opens its publisher's page, Escape closes. They work only while the focus
 * is in the panel and nobody types, so that users of speech input do not trigger them by accident (WCAG 2.1.4).
 */
const handleListKey = (event: KeyboardEvent<HTMLElement>, { move, read, close }: ListActions): void => {
  if (event.ctrlKey || event.metaKey || event.altKey) return
  if (event.key === 'Escape') {
    event.preventDefault()
    close()
    return
  }
  if (isField(event.target)) return
  if (event.key === 'Enter') {
    if (event.target instanceof HTMLElement && event.target.matches('article'))
      event.target.querySelector<HTMLAnchorElement>('a[target="_blank"]')?.click()
    return
  }
  const actions: Partial<Record<string, () => void>> = {
    j: () => move(1),
    k: () => move(-1),
    o: read,
    c: pressComments,
  }
  const act = actions[event.key]
  if (!act) return
  event.preventDefault()
  act()
}

/** Parameters that only arrange a list, without excluding documents. */
const arrangements = new Set(['fold', 'sort'])

/**
 * Refetches the report if the list of all its documents has different totals: documents that were added or joined into stories
 * after the report was measured would give one page two numbers for one thing. A report based on a sample stays as it is.
 */
const useReportAsListed = (
  { signalId, counts }: SignalReport,
  params: ListSignalDocumentsParams,
  page: DocumentPage | undefined,
): void => {
  const client = useClient()
  const queryClient = useQueryClient()
  const compare = useEffectEvent(({ totals }: DocumentPage) => {
    const isWhole = Object.keys(params).every((name) => arrangements.has(name))
    if (!isWhole || counts.sampled || totals === undefined) return
    const isSame =
      totals.documents === counts.documents &&
      (counts.storyClusters === null || totals.stories === counts.storyClusters)
    if (!isSame) void queryClient.invalidateQueries({ queryKey: signalReportOptions(client, signalId).queryKey })
  })
  useEffect(() => {
    if (page) compare(page)
  }, [page])
}

const route = getRouteApi('/signals/$signalId')

/** The documents behind a number, beside the report. Its state is in the URL, so it can be linked to. */
export const EvidencePanel = ({ report }: { report: SignalReport }) => {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const close = () => void navigate({ to: '.', search: withoutEvidence, resetScroll: false })
  const isOpen = useOpened(search.docs !== undefined)
  const title = `Documents about ${report.query.subject ?? report.query.title}`
  return (
    <Drawer.Root
      opened={isOpen}
      onClose={close}
      // The reading pane closes before the panel does.
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

/** The row of the list that the reader is at, which follows the document that is read. */
const useListPosition = (list: string, { documents, readId }: ReadList) => {
  const navigate = route.useNavigate()
  const [standing, setStanding] = useState({ list, row: -1 })
  const [keyRow, setKeyRow] = useState<{ row: number }>()
  const readAt = documents.findIndex(({ id }) => id === readId)
  const standingRow = standing.list === list ? standing.row : -1
  const current = readAt >= 0 ? readAt : standingRow
  const openDocument = (doc: string | undefined, replace: boolean) =>
    void navigate({ to: '.', search: (before) => ({ ...before, doc }), resetScroll: false, replace })
  const move = (by: 1 | -1): number => {
    const row = Math.min(documents.length - 1, Math.max(0, current + by))
    setStanding({ list, row })
    if (readId !== undefined && documents[row]) openDocument(documents[row].id, true)
    return row
  }
  return {
    current,
    readAt,
    /** The row that a key moved to. */
    keyRow,
    move,
    moveByKey: (by: 1 | -1) => setKeyRow({ row: move(by) }),
    readByKey: () => {
      const row = Math.max(0, current)
      setStanding({ list, row })
      setKeyRow({ row })
      if (documents[row]) openDocument(documents[row].id, readId !== undefined)
    },
    closeReading: () => {
      // Back to the row of the document that was read, however it was opened.
      if (readAt >= 0) setStanding({ list, row: readAt })
      openDocument(undefined, true)
    },
  }
}

/** An element that takes the focus when its content loses it. */
const useLostFocus = () => {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // A list that is replaced by a failure, or hidden by the reading pane, loses the focus: nothing would receive the keys.
    const { activeElement } = document
    if (activeElement === document.body || activeElement?.checkVisibility?.({ visibilityProperty: true }) === false)
      element.current?.focus({ preventScroll: true })
  })
  return element
}

interface ReadList {
  readonly documents: DocumentPage['items']
  /** The document in the reading pane. */
  readonly readId: string | undefined
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
  const { current, readAt, keyRow, move, moveByKey, readByKey, closeReading } = useListPosition(list, {
    documents,
    readId: search.doc,
  })
  const change = (part: Partial<Record<keyof ReportSearch, string | undefined>>) =>
    void navigate({ to: '.', search: (before) => applyChange(before, part), resetScroll: false, replace: true })
  const clear = () =>
    void navigate({ to: '.', search: (before) => withEvidence(before, {}), resetScroll: false, replace: true })
  const element = useLostFocus()
  const actions = {
    move: moveByKey,
    read: readByKey,
    close: () => (search.doc === undefined ? onClose() : closeReading()),
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- handles the keys of its children
    <div
      ref={element}
      className={classes.evidencePanel}
      tabIndex={-1}
      data-reading={search.doc !== undefined || undefined}
      onKeyDown={(event) => handleListKey(event, actions)}
    >
      <div className={classes.evidenceList}>
        <Group className={panel.header} gap={16} wrap="nowrap" justify="space-between">
          <Box component="h2" className={`${textStyles.quiet} ${textStyles.breakable}`} fz="text" fw={450} lts={0}>
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
        {error && (
          <ErrorView
            {...describeFailure(error)}
            onRetry={() => void refetch()}
            onReload={() => window.location.reload()}
          />
        )}
        {!error && total === undefined && <LoadingDocuments />}
        {!error && total === 0 && <NoDocuments onShowAll={clear} />}
        {!error && total !== undefined && total > 0 && (
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

const LoadingDocuments = () => (
  <Stack gap={14} py={16} px={24} role="group" aria-busy="true" aria-label="Loading documents">
    {[0, 1, 2, 3, 4, 5].map((key) => (
      <Skeleton key={key} height={88} radius="md" />
    ))}
  </Stack>
)

const NoDocuments = ({ onShowAll }: { onShowAll: () => void }) => (
  <EmptyState
    level={3}
    icon={<IconFileSearch size={20} aria-hidden />}
    title="No documents match this filter"
    text="Remove part of the filter to see more."
    action={
      <Button variant="default" onClick={onShowAll}>
        Show all documents
      </Button>
    }
  />
)

/** Both totals: a reader who sees stories must not mistake their number for that of the documents. */
const Totals = ({ page: { totals, page } }: { page: DocumentPage }) => (
  <>
    <span>{formatPlural(totals?.documents ?? page.total, 'document')}</span>
    {totals && (
      <Box component="span" className={textStyles.soft} fz="lead" fw={450} lts={0}>
        {' '}
        in {formatPlural(totals.stories, 'piece')}
      </Box>
    )}
  </>
)

/** The actions of the list's shortcuts. */
interface ListActions {
  move: (by: 1 | -1) => void
  read: () => void
  /** Closes the reading pane, or the panel if nothing is being read. */
  close: () => void
}
