import type { SignalReport } from '@auspex/sdk'
import { getInflectionPointSummaryQueryOptions } from '@auspex/sdk/react'
import { ActionIcon, Box, CloseButton, Drawer, Flex, Group, Skeleton, Stack } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconTimeline } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useClient } from '../../../lib/api.tsx'
import { describeFailure } from '../../../lib/failure.ts'
import { MarkerGlyph } from '../../../ui/charts/marker-glyph.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorView } from '../../../ui/error-view.tsx'
import { Explanation } from './explanation.tsx'
import { daysOf, glyphOf, wordOf } from './inflection-words.ts'
import { useOpened } from '../use-opened.ts'
import { useOpenChange } from './use-open-change.ts'
import classes from './inflection-panel.module.css'
import textStyles from '../../../ui/text-styles.module.css'
import panel from '../side-panel.module.css'

const route = getRouteApi('/signals/$signalId')

/** Why the series changed on a day, beside the report. The day is in the URL, so it can be linked to. */
export const InflectionPanel = ({ report }: { report: SignalReport }) => {
  const { change, docs } = route.useSearch()
  const isOpen = useOpened(change !== undefined)
  const open = useOpenChange()
  const { points } = report.inflections
  const place = points.findIndex(({ day }) => day === change)
  const point = points[place]
  const step = (to: number) => open(points[to]?.day, { replace: true })
  return (
    <Drawer.Root
      opened={isOpen}
      onClose={() => open(undefined)}
      position="right"
      size={620}
      // documents that were opened from here lie above, and are closed first
      closeOnEscape={docs === undefined}
      trapFocus={docs === undefined}
    >
      <Drawer.Overlay backgroundOpacity={0.3} />
      <Drawer.Content aria-label={`What changed about ${report.query.title}`} classNames={{ content: panel.content }}>
        <Group className={panel.header} gap="8px 12px" wrap="nowrap">
          <Box component="p" className={`${textStyles.quiet} ${textStyles.breakable}`} flex={1} miw={0} fz={14}>
            What changed about {report.query.title}
          </Box>
          {place !== -1 && (
            <Group gap={2} wrap="nowrap">
              <ActionIcon aria-label="The change before" disabled={place === 0} onClick={() => step(place - 1)}>
                <IconChevronLeft size={18} aria-hidden />
              </ActionIcon>
              <span className={`${textStyles.caption} ${textStyles.tabular} ${textStyles.nowrap}`}>
                {place + 1} of {points.length}
              </span>
              <ActionIcon
                aria-label="The next change"
                disabled={place === points.length - 1}
                onClick={() => step(place + 1)}
              >
                <IconChevronRight size={18} aria-hidden />
              </ActionIcon>
            </Group>
          )}
          <CloseButton onClick={() => open(undefined)} aria-label="Close the explanation" />
        </Group>
        {point && (
          <Flex component="h2" className={`${panel.top} ${panel.title}`} gap={12} align="center">
            <span className={classes.glyph}>
              <MarkerGlyph kind={glyphOf(point)} />
            </span>
            {wordOf(point)}, {daysOf(point)}
          </Flex>
        )}
        {change !== undefined && <DayExplanation report={report} day={change} />}
      </Drawer.Content>
    </Drawer.Root>
  )
}

const DayExplanation = ({ report, day }: { report: SignalReport; day: string }) => {
  const client = useClient()
  const { data, error, refetch } = useQuery(
    getInflectionPointSummaryQueryOptions({ id: report.signalId, day }, { request: { client } }),
  )
  if (error)
    return (
      <ErrorView {...describeFailure(error)} onRetry={() => void refetch()} onReload={() => window.location.reload()} />
    )
  if (!data)
    return (
      <Stack
        gap={16}
        px="var(--panel-gutter)"
        py={20}
        role="group"
        aria-busy="true"
        aria-label="Loading the explanation"
      >
        {[64, 120, 150, 96].map((height) => (
          <Skeleton key={height} height={height} radius="md" />
        ))}
      </Stack>
    )
  if (data.points.length === 0)
    return (
      <EmptyState
        level={3}
        icon={<IconTimeline size={20} aria-hidden />}
        title="No change begins on this day"
        text={data.reason ?? 'The report was measured anew since; its chart marks the changes of today.'}
      />
    )
  return data.points.map((one) => <Explanation key={one.kind} point={one} basis={data.basis} />)
}
