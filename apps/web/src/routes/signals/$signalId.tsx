import { createFileRoute } from '@tanstack/react-router'
import { ReportQuestionNotice, ReportRedirectNotice, searchOfReport } from '../../features/explore/report-notices.tsx'
import { SearchHelpLines } from '../../features/explore/search-help.tsx'
import { signalReportOptions } from '../../features/signals/signals.queries.ts'
import { reportSearchSchema } from '../../features/signals/signals.search.ts'
import { SignalPage } from '../../features/signals/signal-page.tsx'

const SignalRoute = () => {
  const { signalId } = Route.useParams()
  return (
    <SignalPage
      key={signalId}
      signalId={signalId}
      renderNotice={({ query }) => (
        <>
          <ReportQuestionNotice query={query} />
          <ReportRedirectNotice signalId={signalId} geo={query.geo} />
        </>
      )}
      renderHelp={({ query }) => <SearchHelpLines search={searchOfReport(query)} />}
    />
  )
}

export const Route = createFileRoute('/signals/$signalId')({
  validateSearch: reportSearchSchema,
  // Not awaited: the page has its own skeleton and its own error view.
  loaderDeps: ({ search }) => ({ asOf: search.asOf }),
  loader: ({ context, params, deps }) =>
    void context.queryClient.prefetchQuery(signalReportOptions(context.client, params.signalId, deps.asOf)),
  component: SignalRoute,
})
