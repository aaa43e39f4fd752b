import type { ZeusReport } from '@auspex/sdk'
import { Flex, Skeleton } from '@mantine/core'
import { IconFileUnknown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useClient } from '../../lib/api/api.tsx'
import { describeFailure } from '../../lib/api/failure.ts'
import { LinkButton } from '../../lib/links/link-button.tsx'
import { loadable } from '../../lib/page/loadable.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorView } from '../../ui/error-view.tsx'
import { Page } from '../../ui/page.tsx'
import { BlockViewProvider, type RenderCard } from './block-view.tsx'
import { meOptions, reportOptions } from './reports.queries.ts'

/** The editor is a separate chunk: lists and readers do not wait for it. */
const ReportEditorView = loadable(async () => (await import('./editor/report-editor-view.tsx')).ReportEditorView)

/** A report at its address, to read and edit. */
export const ReportPage = ({ reportId, renderCard }: { reportId: string; renderCard: RenderCard }) => {
  const client = useClient()
  const { data: me } = useQuery(meOptions(client))
  const { data: report, error, refetch } = useQuery(reportOptions(client, reportId))
  if (report === null) return <NoSuchReport />
  if (report && me) return <Editor report={report} personId={me.profile.id} renderCard={renderCard} />
  return error ? <Failure error={error} onRetry={() => void refetch()} /> : <ReportSkeleton />
}

/** A report that has not been saved yet. */
export const NewReportPage = ({ renderCard }: { renderCard: RenderCard }) => {
  const { data: me, error, refetch } = useQuery(meOptions(useClient()))
  if (me) return <Editor report={null} personId={me.profile.id} renderCard={renderCard} />
  return error ? <Failure error={error} onRetry={() => void refetch()} /> : <ReportSkeleton />
}

interface EditorProps {
  report: ZeusReport | null
  personId: string
  renderCard: RenderCard
}

const Editor = ({ report, personId, renderCard }: EditorProps) => (
  <Suspense fallback={<ReportSkeleton />}>
    <BlockViewProvider render={renderCard}>
      <ReportEditorView report={report} personId={personId} />
    </BlockViewProvider>
  </Suspense>
)

const ReportSkeleton = () => (
  <Page width="narrow">
    <Flex component="output" direction="column" gap={16} aria-busy="true" aria-label="Loading the report">
      <Skeleton height={40} width="min(480px, 90%)" />
      <Skeleton height={44} radius={8} />
      <Skeleton height={420} radius={12} />
    </Flex>
  </Page>
)

const Failure = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => {
  const navigate = useNavigate()
  return (
    <Page width="narrow">
      <ErrorView
        level={1}
        {...describeFailure(error)}
        onRetry={onRetry}
        onReload={() => window.location.reload()}
        onCancel={() => void navigate({ to: '/reports' })}
      />
    </Page>
  )
}

const NoSuchReport = () => (
  <Page>
    <EmptyState
      level={1}
      icon={<IconFileUnknown size={22} aria-hidden />}
      title="Report not found"
      text="It may have been deleted, or it isn’t shared with you. Ask its owner for a link."
      action={<LinkButton to="/reports">Your reports</LinkButton>}
    />
  </Page>
)
