import { NotFoundError, type SignalReport, InvalidError } from '@auspex/sdk'
import { IconHistory, IconSearchOff } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, getRouteApi } from '@tanstack/react-router'
import {
  type ComponentProps,
  type ReactNode,
  startTransition,
  useDeferredValue,
  useEffect,
  memo,
  useState,
} from 'react'
import { Flex, Skeleton, Group } from '@mantine/core'
import { useClient } from '../../lib/api/api.tsx'
import { describeFailure } from '../../lib/api/failure.ts'
import { ErrorView, SmallFailure } from '../../ui/error-view.tsx'
import { whenIdle } from '../../lib/page/loadable.tsx'
import { LinkButton } from '../../lib/links/link-button.tsx'
import { AsOfBanner } from '../../ui/as-of.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'
import { signalReportOptions, daysReportOptions } from './signals.queries.ts'
import { KeyFigures } from './header/key-figures.tsx'
import { ReportNote, ReportActions } from './header/report-header.tsx'
import classes from './report.module.css'
import { ScopeContext, type Scope } from './scope.ts'
import { useSeriesRange, type SeriesRange } from './series/use-series.ts'
import { VolumeChart } from './series/volume-chart.tsx'
import { SidePanels, laterParts } from './later-parts.tsx'
import { findingOf, findingWords, Story, StatementText } from './summary/statements.tsx'
import { TabList, TabPanel } from './tabs/report-tabs.tsx'
import surfaces from '../../ui/surfaces.module.css'
import { Question } from './question/question.tsx'
import { formatPlural } from '../../lib/numbers/format.ts'
import { formatDay, formatDayRange } from '../../lib/time/format.ts'
import { noSuchSignal } from '../../lib/words/words.ts'

const signs = ['pointermove', 'pointerdown', 'keydown', 'scroll'] as const

/** Loads the parts that are not shown at first, one after another, once somebody starts to use the page; this does not slow down the first view. */
const useLaterParts = (): void => {
  useEffect(() => {
    const begin = () => {
      end()
      void loadAll()
    }
    const end = () => {
      for (const sign of signs) window.removeEventListener(sign, begin, true)
    }
    for (const sign of signs) window.addEventListener(sign, begin, { capture: true, passive: true })
    return end
  }, [])
}

const loadAll = async (): Promise<void> => {
  for (const part of Object.values(laterParts)) {
    await whenIdle()
    await part.load()
  }
}

/** The report of the chosen days, the same as a search for them would give. Until it has loaded, the previous one stays and is marked as outdated. */
const useDaysReport = (report: SignalReport, { first, last, isWhole }: SeriesRange) => {
  const days = isWhole ? null : { from: first, to: last }
  const { data, error, isPlaceholderData, refetch } = useQuery(daysReportOptions(useClient(), report.signalId, days))
  const shownReport = days === null ? report : (data ?? report)
  const isOf = days === null || (data !== undefined && !isPlaceholderData)
  const scope: Scope | null =
    days !== null && isOf ? { signalId: shownReport.signalId, since: first, until: last } : null
  return {
    shown: shownReport,
    scope,
    isCounting: !isOf && error === null,
    error: days === null ? null : error,
    refetch,
  }
}

/** A caption for the chart of the chosen days. Findings describe all days: few days have no usual level to deviate from. */
export const daysFinding = (
  { counts, query }: SignalReport,
  { first, last }: Pick<SeriesRange, 'first' | 'last'>,
): string =>
  `${formatPlural(counts.documents, 'document')} ${counts.documents === 1 ? 'mentions' : 'mention'} ${query.subject ?? query.title}, ${formatDayRange(first, last)}${describeLater(counts)}`

/** Documents with a later date are counted, but are on none of the named days. */
const describeLater = ({ laterDocuments = 0 }: SignalReport['counts']): string =>
  laterDocuments === 0 ? '' : `, with ${formatPlural(laterDocuments, 'document')} dated later`

/** Says that the report is as of a past day; null for a report of today. */
const AsOfNotice = ({ query: { asOf, todaySignalId } }: { query: SignalReport['query'] }) =>
  asOf != null &&
  todaySignalId !== undefined && (
    <AsOfBanner
      day={formatDay(asOf)}
      back={
        <LinkButton
          from="/signals/$signalId"
          to="/signals/$signalId"
          params={{ signalId: todaySignalId }}
          search={(before) => ({ ...before, asOf: undefined })}
          variant="default"
          size="xs"
        >
          Show today
        </LinkButton>
      }
    />
  )

/** The question, and the actions on the report. */
const ReportHeader = ({ report, range }: { report: SignalReport; range: SeriesRange }) => (
  <Group component="header" gap="12px 24px" justify="space-between">
    <Question report={report} range={range} />
    <ReportActions report={report} />
  </Group>
)

const route = getRouteApi('/signals/$signalId')

/** Reports that this page has shown. */
const reportsOnScreen = new WeakSet<SignalReport>()

/**
 * False until the answer of a new report is on the screen. What stands below it takes longer to render than the chart, which a
 * reader waits for. A report that was rendered before is complete at once, so that the scroll position can be restored.
 */
const useIsPainted = (report: SignalReport): boolean => {
  const [isPainted, setPainted] = useState(() => reportsOnScreen.has(report))
  useEffect(() => {
    if (isPainted) return undefined
    const timer = setTimeout(() => startTransition(() => setPainted(true)))
    return () => clearTimeout(timer)
  }, [isPainted])
  return isPainted
}

/** A report for clients: the question, the answer as a chart and a story, and the evidence behind them. */
const Report = memo(({ report, notice, help }: ReportProps) => {
  const { measure, tab = 'happened' } = route.useSearch()
  const range = useSeriesRange(report)
  const days = useDaysReport(report, range)
  const finding = findingOf(report)
  const isAnswerPainted = useIsPainted(report)
  useLaterParts()
  return (
    <Page>
      <title>{`${report.query.title} · Auspex`}</title>
      <div className={classes.report}>
        {notice}
        <AsOfNotice query={report.query} />
        <ReportHeader report={report} range={range} />
        <div className={classes.answer}>
          <VolumeChart
            report={report}
            range={range}
            measure={measure ?? 'count'}
            finding={days.scope === null ? findingWords(report) : daysFinding(days.shown, range)}
            heading={
              <h2 className={classes.finding}>
                {days.scope !== null ? (
                  daysFinding(days.shown, range)
                ) : finding === null ? (
                  findingWords(report)
                ) : (
                  <StatementText {...finding} quiet />
                )}
              </h2>
            }
          />
          <Story summary={report.summary} />
        </div>
        {isAnswerPainted ? (
          <Evidence report={report} range={range} days={days} tab={tab} help={help} />
        ) : (
          <EvidenceSkeleton />
        )}
      </div>
      <SidePanels report={report} />
    </Page>
  )
})

interface EvidenceProps {
  report: SignalReport
  range: SeriesRange
  days: ReturnType<typeof useDaysReport>
  tab: ComponentProps<typeof TabPanel>['tab']
  help: ReactNode
}

/** What stands below the answer: the figures and the tabs, of the chosen days. */
const Evidence = ({ report, range, days, tab, help }: EvidenceProps) => (
  <ScopeContext value={days.scope}>
    <div className={surfaces.fading} aria-busy={days.isCounting}>
      <KeyFigures report={days.shown} />
      <ReportNote report={days.shown} range={range} isScoped={days.scope !== null} isCounting={days.isCounting} />
      {days.error && <SmallFailure words={describeFailure(days.error).message} onRetry={() => void days.refetch()} />}
    </div>
    {/* it comes a second later: above the chart it would push it down */}
    {help}
    <div>
      <TabList current={tab} />
      <TabPanel tab={tab} report={report} days={days.shown} range={range} isCounting={days.isCounting} />
    </div>
  </ScopeContext>
)

const EvidenceSkeleton = () => (
  <>
    <Skeleton height={92} radius={12} />
    <Skeleton height={20} width="min(560px, 90%)" />
    <Skeleton height={240} radius={12} />
  </>
)

interface SignalPageProps {
  signalId: string
  /** Another feature's notice above the report. */
  renderNotice?: (report: SignalReport) => ReactNode
  /** What another feature says below the question: other ways to ask it. */
  renderHelp?: (report: SignalReport) => ReactNode
}

/** A signal report at its address. */
export const SignalPage = ({ signalId, renderNotice, renderHelp }: SignalPageProps) => {
  const client = useClient()
  const navigate = useNavigate()
  const { asOf } = route.useSearch()
  const { data, error, refetch, isFetching } = useQuery(signalReportOptions(client, signalId, asOf))
  useSignalOfDay(data, { signalId, asOf })
  // Updates of the query client render in one piece, and a report is long: deferred, it renders in slices that leave room for
  // input. A report that was rendered before is shown immediately, so that the scroll position can be restored.
  const report = useDeferredValue(data ?? null, data !== undefined && reportsOnScreen.has(data) ? data : null)
  useEffect(() => void (report && reportsOnScreen.add(report)), [report])
  if (report) return <Report report={report} notice={renderNotice?.(report)} help={renderHelp?.(report)} />
  if (error instanceof NotFoundError) return <NoSuchSignal />
  if (error instanceof InvalidError && asOf !== undefined)
    return <NoSuchDay words={describeFailure(error)} day={asOf} />
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

/** A report as of a past day is a signal of its own: once it has loaded, the path names it, so that all links below lead to its documents. */
const useSignalOfDay = (
  report: SignalReport | undefined,
  { signalId, asOf }: { signalId: string; asOf?: string | undefined },
): void => {
  const client = useClient()
  const queryClient = useQueryClient()
  const navigate = route.useNavigate()
  useEffect(() => {
    if (report === undefined || asOf === undefined || report.signalId === signalId) return
    queryClient.setQueryData(signalReportOptions(client, report.signalId, asOf).queryKey, report)
    void navigate({
      to: '/signals/$signalId',
      params: { signalId: report.signalId },
      search: (before) => before,
      replace: true,
      resetScroll: false,
    })
  }, [report, signalId, asOf, client, queryClient, navigate])
}

/** No report is possible as of the chosen day. */
const NoSuchDay = ({ words, day }: { words: ReturnType<typeof describeFailure>; day: string }) => (
  <Page>
    <EmptyState
      level={1}
      icon={<IconHistory size={22} aria-hidden />}
      title={words.message}
      text="Choose a later day, or look at what was published until then, whenever it was collected."
      action={
        <Group gap={8} justify="center">
          <LinkButton to="." search={(before) => ({ ...before, asOf: undefined })}>
            Show today
          </LinkButton>
          <LinkButton to="." search={(before) => ({ ...before, asOf: undefined, to: day })} variant="default">
            Published until {formatDay(day)}
          </LinkButton>
        </Group>
      }
    />
  </Page>
)

const NoSuchSignal = () => (
  <Page>
    <EmptyState
      level={1}
      icon={<IconSearchOff size={22} aria-hidden />}
      {...noSuchSignal}
      action={<LinkButton to="/">Search a topic</LinkButton>}
    />
  </Page>
)

/** The placeholder of a report while it loads. */
const ReportSkeleton = () => (
  <Flex component="output" direction="column" gap={20} aria-busy="true" aria-label="Loading the report">
    <Skeleton height={36} width="min(560px, 90%)" />
    <Skeleton height={520} radius={12} />
    <EvidenceSkeleton />
  </Flex>
)

interface ReportProps {
  report: SignalReport
  /** Shown above the report: how the reader came here. */
  notice?: ReactNode
  /** Shown below the question. */
  help?: ReactNode
}
