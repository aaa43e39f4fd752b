import { Box, Skeleton, Stack } from '@mantine/core'
import type { MonitorPreview } from '@auspex/sdk'
import { describeFailure } from '../../lib/failure.ts'
import { formatCount, formatDay, formatPlural } from '../../lib/format.ts'
import { DataTable, type TableColumn } from '../../ui/data-table.tsx'
import { formatMeasured, sayFirings } from './monitor-words.ts'
import { PreviewChart } from './preview-chart.tsx'
import classes from './preview-view.module.css'
import textStyles from '../../ui/text-styles.module.css'

interface PreviewViewProps {
  preview: MonitorPreview | undefined
  error: unknown
  isCurrent: boolean
  /** Nothing was asked yet. */
  isEmpty: boolean
}

/** What the rule would have done, before it is saved. */
export const PreviewView = ({ preview, error, isCurrent, isEmpty }: PreviewViewProps) => {
  if (isEmpty)
    return (
      <Box component="p" className={`${textStyles.remark} ${textStyles.pretty}`} mt={4} maw="46ch" fz={14.5}>
        Enter a topic to see when this rule would have alerted you in the last twelve months. Nothing is saved until you
        save it.
      </Box>
    )
  if (error) {
    const { message, detail } = describeFailure(error)
    return (
      <Stack className={textStyles.text} gap={4} role="alert">
        <strong>{message}</strong>
        {detail && <span>{detail}</span>}
      </Stack>
    )
  }
  if (!preview)
    return (
      <div role="group" aria-busy="true" aria-label="Loading the back-test">
        <Skeleton height={250} radius="md" />
      </div>
    )
  const { backtest, points, unit, limit } = preview
  // what passed the limit and does not hold was held back by the least number of documents
  const heldBack = points.filter(
    ({ value, holds }) => unit === 'ratio' && limit !== null && value !== null && value > limit && holds === false,
  ).length
  const firedPoints = points.filter(({ fired }) => fired)
  return (
    <Stack className={classes.preview} gap={12} data-current={isCurrent}>
      <div role="status">
        <Box component="h3" fz={20} lh={1.3}>
          {sayFirings(backtest)}
        </Box>
        <Box component="p" className={`${textStyles.remark} ${textStyles.pretty}`} mt={4}>
          {backtest.firstDay !== null && backtest.lastDay !== null && (
            <>
              {formatCount(backtest.evaluatedDays)} of {formatCount(points.length)} days judged, to{' '}
              {formatDay(backtest.lastDay)}, on what the library holds today.{' '}
            </>
          )}
          {backtest.reason}{' '}
          {heldBack > 0 &&
            `${formatPlural(heldBack, 'day')} passed the limit with fewer documents than the rule needs. `}
          {backtest.holdsNow === true && 'It holds now: it tells once it has stopped and begins again. '}
        </Box>
      </div>
      {points.length > 0 && <PreviewChart preview={preview} />}
      {firedPoints.length > 0 && (
        <Box component="details" fz={13.5}>
          <summary className={textStyles.link}>The days, newest first</summary>
          <Box mt={8}>
            <DataTable
              caption="Days on which it would have fired"
              columns={dayColumns(unit)}
              rows={firedPoints.toReversed()}
              rowKey={({ day }) => day}
              maxHeight={240}
            />
          </Box>
        </Box>
      )}
    </Stack>
  )
}

type Point = MonitorPreview['points'][number]

const dayColumns = (unit: MonitorPreview['unit']): readonly TableColumn<Point>[] => [
  {
    key: 'day',
    title: 'Day',
    renderCell: ({ day }) => <span className={textStyles.nowrap}>{formatDay(day)}</span>,
    sortBy: ({ day }) => day,
  },
  {
    key: 'value',
    title: 'Measured',
    numeric: true,
    renderCell: ({ value }) => (value === null ? 'unknown' : formatMeasured(unit, value)),
    sortBy: ({ value }) => value,
  },
  {
    key: 'documents',
    title: 'Documents',
    numeric: true,
    renderCell: ({ documents }) => formatCount(documents),
    sortBy: ({ documents }) => documents,
  },
]
