import { NotFoundError, type SignalReport } from '@auspex/sdk'
import { IconSearchOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useDeferredValue, useEffect } from 'react'
import { Flex, Skeleton } from '@mantine/core'
import { useClient } from '../../lib/api.tsx'
import { describeFailure } from '../../lib/failure.ts'
import { ErrorView } from '../../ui/error-view.tsx'
import { LinkButton } from '../../lib/link-button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'
import { Report } from './report.tsx'
import { signalReportOptions } from './signals.queries.ts'

interface SignalPageProps {
  signalId: string
  /** What stands above the report, of another feature. */
  renderNotice?: (report: SignalReport) => ReactNode
}

/** Reports that this page has shown. */
const reportsOnScreen = new WeakSet<SignalReport>()

/** A signal report by its address. */
export const SignalPage = ({ signalId, renderNotice }: SignalPageProps) => {
  const client = useClient()
  const navigate = useNavigate()
  const { data, error, refetch, isFetching } = useQuery(signalReportOptions(client, signalId))
  // What the query client brings is drawn in one piece, and a report is long: deferred, it is drawn in slices that let a press in
  // between. One that was drawn before comes back at once, so that the page can be scrolled to where it was.
  const report = useDeferredValue(data ?? null, data !== undefined && reportsOnScreen.has(data) ? data : null)
  useEffect(() => void (report && reportsOnScreen.add(report)), [report])
  if (report) return <Report report={report} notice={renderNotice?.(report)} />
  if (error instanceof NotFoundError) return <NoSuchSignal />
  return (
    <Page>
      {error && !isFetching ? (
        <ErrorView
          level={1}
          {...describeFailure(error)}
          onRetry={() => void refetch()}
          onReload={() => window.location.reload()}
          onCancel={() => void navigate({ to: '/' })}
          autoAction={error.isRetryable ? { label: 'Trying again', run: () => void refetch() } : undefined}
        />
      ) : (
        <ReportSkeleton />
      )}
    </Page>
  )
}

const NoSuchSignal = () => (
  <Page>
    <EmptyState
      level={1}
      icon={<IconSearchOff size={22} aria-hidden />}
      title="There is no such signal"
      text="The address may be mistyped, or the signal was never measured here. Search its topic to measure it."
      action={<LinkButton to="/">Search a topic</LinkButton>}
    />
  </Page>
)

/** The shape of a report while it loads. */
const ReportSkeleton = () => (
  <Flex component="output" direction="column" gap={20} aria-busy="true" aria-label="Loading the report">
    <Skeleton height={36} width="min(560px, 90%)" />
    <Skeleton height={520} radius={12} />
    <Skeleton height={92} radius={12} />
    <Skeleton height={20} width="min(560px, 90%)" />
    <Skeleton height={240} radius={12} />
  </Flex>
)
