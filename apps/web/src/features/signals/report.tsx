import type { SignalReport } from '@auspex/sdk'
import { getRouteApi } from '@tanstack/react-router'
import { memo, type ReactNode } from 'react'
import { describeFailure } from '../../lib/failure.ts'
import { Page } from '../../ui/page.tsx'
import { SmallFailure } from '../../ui/small-failure.tsx'
import { KeyFigures } from './header/key-figures.tsx'
import { ReportHeader } from './header/report-header.tsx'
import { ReportNote } from './header/report-note.tsx'
import classes from './report.module.css'
import { ScopeContext } from './scope/scope.ts'
import { useDaysReport } from './scope/use-days-report.ts'
import { useSeriesRange } from './series/use-series-range.ts'
import { VolumeChart } from './series/volume-chart.tsx'
import { SidePanels } from './side-panels.tsx'
import { daysFinding } from './scope/days-finding.ts'
import { findingOf, findingWords } from './summary/finding.ts'
import { StatementText } from './summary/statement-text.tsx'
import { Story } from './summary/story.tsx'
import { TabList } from './tabs/tab-list.tsx'
import { TabPanel } from './tabs/tab-panel.tsx'
import { useLaterParts } from './use-later-parts.ts'
import surfaces from '../../ui/surfaces.module.css'

const route = getRouteApi('/signals/$signalId')

interface ReportProps {
  report: SignalReport
  /** Stands above the report: what a reader must know of how they came here. */
  notice?: ReactNode
}

/** A report that can be shown to a client: the question, the answer as a chart and a story, and what stands behind them. */
export const Report = memo(({ report, notice }: ReportProps) => {
  const { measure, tab = 'happened' } = route.useSearch()
  const range = useSeriesRange(report)
  const days = useDaysReport(report, range)
  const finding = findingOf(report)
  useLaterParts()
  return (
    <Page>
      <title>{`${report.query.title} · Auspex`}</title>
      <div className={classes.report}>
        {notice}
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
        <ScopeContext value={days.scope}>
          <div className={surfaces.fading} aria-busy={days.isCounting}>
            <KeyFigures report={days.shown} />
            <ReportNote report={days.shown} range={range} isScoped={days.scope !== null} isCounting={days.isCounting} />
            {days.error && (
              <SmallFailure words={describeFailure(days.error).message} onRetry={() => void days.refetch()} />
            )}
          </div>
          <div>
            <TabList current={tab} />
            <TabPanel tab={tab} report={report} days={days.shown} range={range} isCounting={days.isCounting} />
          </div>
        </ScopeContext>
      </div>
      <SidePanels report={report} />
    </Page>
  )
})
