import { Group, Tooltip } from '@mantine/core'
import { IconBell, IconChartLine, IconRefresh } from '@tabler/icons-react'
import type { SignalReport } from '@auspex/sdk'
import { AskZeus } from '../../../lib/ask-zeus.tsx'
import { LinkButton } from '../../../lib/link-button.tsx'
import { useModules } from '../../../lib/modules.ts'
import { SaveButton } from '../../../lib/save-button.tsx'
import { ExportMenu } from '../export/export-menu.tsx'
import { toSearch } from '../question/to-search.ts'
import { SendSignal } from '../send/send-signal.tsx'
import { AddToStory } from '../story/add-to-story.tsx'
import { LinkMenu } from './link-menu.tsx'
import classes from './report-actions.module.css'

/** What can be done with a report. On a phone the words make room and their signs stay. */
export const ReportActions = ({ report }: { report: SignalReport }) => {
  const isOn = useModules()
  const { from: _from, to: _to, ...monitored } = toSearch(report.query)
  const again = { ...toSearch(report.query), force: '1' as const }
  return (
    <Group className={classes.actions} gap={5} wrap="nowrap">
      <SaveButton signals={[{ signalId: report.signalId, title: report.query.title }]} />
      <AddToStory report={report} />
      <AskZeus about={{ signals: [report.signalId] }} name="this report" />
      <LinkButton
        to="/compare"
        search={{ signals: report.signalId }}
        preload={false}
        variant="default"
        leftSection={<IconChartLine size={16} aria-hidden />}
      >
        Compare
      </LinkButton>
      {isOn('monitors') && (
        <LinkButton
          to="/monitors"
          search={monitored}
          preload={false}
          variant="default"
          aria-label="Monitor this"
          leftSection={<IconBell size={16} aria-hidden />}
        >
          Monitor
        </LinkButton>
      )}
      <SendSignal signalId={report.signalId} title={report.query.title} />
      <ExportMenu signalId={report.signalId} />
      <LinkMenu report={report} />
      <Tooltip label="Measure again">
        <LinkButton
          to="/search"
          search={again}
          preload={false}
          variant={report.stale ? 'filled' : 'default'}
          aria-label="Measure again"
        >
          <IconRefresh size={16} aria-hidden />
        </LinkButton>
      </Tooltip>
    </Group>
  )
}
