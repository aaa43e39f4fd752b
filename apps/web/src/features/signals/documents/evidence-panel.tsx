import { Box, Button, CloseButton, Drawer, Group, Skeleton, Stack } from '@mantine/core'
import { IconFileSearch } from '@tabler/icons-react'
import type { SignalReport } from '@auspex/sdk'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useClient } from '../../../lib/api.tsx'
import { describeFailure } from '../../../lib/failure.ts'
import { ErrorView } from '../../../ui/error-view.tsx'
import { formatPlural } from '../../../lib/format.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { toDocumentsParams, withEvidence, withoutEvidence } from '../evidence.ts'
import type { ReportSearch } from '../signals.search.ts'
import { signalDocumentsOptions } from '../signals.queries.ts'
import { DocumentList } from './document-list.tsx'
import { applyChange, EvidenceFilters } from './evidence-filters.tsx'
import panel from '../side-panel.module.css'
import textStyles from '../../../ui/text-styles.module.css'

const route = getRouteApi('/signals/$signalId')

/** The documents behind a number, beside the report. What it shows is in the URL, so it can be linked to. */
export const EvidencePanel = ({ report }: { report: SignalReport }) => {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const close = () => void navigate({ to: '.', search: withoutEvidence, resetScroll: false })
  const title = `Documents about ${report.query.title}`
  return (
    <Drawer.Root opened={search.docs !== undefined} onClose={close} position="right" size={660}>
      <Drawer.Overlay backgroundOpacity={0.3} />
      <Drawer.Content aria-label={title} classNames={{ content: panel.content }}>
        <Group className={panel.header} gap={16} wrap="nowrap" justify="space-between">
          <Box component="h2" className={`${textStyles.quiet} ${textStyles.breakable}`} fz={14} fw={450} lts={0}>
            {title}
          </Box>
          <CloseButton onClick={close} aria-label="Close the documents" />
        </Group>
        {search.docs !== undefined && <Evidence report={report} search={search} />}
      </Drawer.Content>
    </Drawer.Root>
  )
}

const Evidence = ({ report, search }: { report: SignalReport; search: ReportSearch }) => {
  const client = useClient()
  const navigate = route.useNavigate()
  const params = toDocumentsParams(search)
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage, isPlaceholderData } = useInfiniteQuery(
    signalDocumentsOptions(client, report.signalId, params),
  )
  const documents = useMemo(() => data?.pages.flatMap((page) => page.items) ?? [], [data])
  const total = data?.pages[0]?.page.total
  const change = (part: Partial<Record<keyof ReportSearch, string | undefined>>) =>
    void navigate({ to: '.', search: (before) => applyChange(before, part), resetScroll: false, replace: true })
  const clear = () =>
    void navigate({ to: '.', search: (before) => withEvidence(before, {}), resetScroll: false, replace: true })
  return (
    <>
      <div className={panel.top}>
        <Box component="output" className={`${panel.title} ${textStyles.tabular}`} display="block" mb={12}>
          {total === undefined || isPlaceholderData ? 'Counting…' : formatPlural(total, 'document')}
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
        <DocumentList
          // A new filter begins at its top.
          key={JSON.stringify(params)}
          documents={documents}
          total={total}
          hasMore={hasNextPage}
          isLoadingMore={isFetchingNextPage}
          onLoadMore={() => void fetchNextPage()}
        />
      )}
    </>
  )
}
