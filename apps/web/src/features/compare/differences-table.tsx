import { useMediaQuery } from '@mantine/hooks'
import type { ComparedValue, SignalComparison, ComparedSignal, SignalDifference } from '@auspex/sdk'
import { Link } from '@tanstack/react-router'
import { formatCount, formatPlural, formatShare, formatTone, formatTimes } from '../../lib/numbers/format.ts'
import { LineGlyph, type LineStyle, lineStylesOf, secondStyle } from '../../ui/charts/legend.tsx'
import { DataTable, type TableColumn } from '../../ui/data-table.tsx'
import { ValueOrUnknown, Why } from '../../ui/values.tsx'
import { statisticsWords } from '../../lib/numbers/figures.ts'
import classes from './compare.module.css'
import layout from '../../ui/layout.module.css'
import textStyles from '../../ui/text-styles.module.css'
import surfaces from '../../ui/surfaces.module.css'

/** Figures that a signal has on its own; all others do not apply to the reference. */
const ownFigures = new Set(['count', 'tone'])

/** The table on a phone: signals stacked, so that no figure is off the screen. The first column names the signal. */
const DifferencesList = ({ rows, columns: [name, ...figures] }: DifferencesListProps) => (
  <>
    <ul className={`${surfaces.lines} ${classes.figureList}`} aria-label="Differences">
      {rows.map((row) => (
        <li key={row.signal.signalId}>
          <h3 className={classes.rowName}>{name?.renderCell(row)}</h3>
          <dl className={classes.figureGrid}>
            {figures
              .filter(({ key }) => row.difference !== null || ownFigures.has(key))
              .map(({ key, title, renderCell }) => (
                <div key={key}>
                  <dt>{title}</dt>
                  <dd>{renderCell(row)}</dd>
                </div>
              ))}
          </dl>
        </li>
      ))}
    </ul>
    <dl className={`${textStyles.note} ${classes.explanations}`}>
      {[...Map.groupBy(figures, ({ why }) => why)].map(
        ([why, explained]) =>
          why !== undefined && (
            <div key={why}>
              <dt>{explained.map(({ title }) => title).join(', ')}</dt>
              <dd>{why}</dd>
            </div>
          ),
      )}
    </dl>
  </>
)

const ratioScale: ValueScale = {
  format: (value) => `×${formatTimes(value)}`,
  bound: formatTimes,
  more: 'more',
  less: 'fewer',
  same: 1,
}
const shareScale: ValueScale = { ...ratioScale, less: 'less' }

const toneScale: ValueScale = {
  format: formatTone,
  bound: formatTone,
  more: 'more positive',
  less: 'more negative',
  same: 0,
}

/** Describes a difference in two or three words. */
const judge = ({ value, distinct }: ComparedValue, { more, less, same }: ValueScale): string => {
  if (value === null || distinct === null) return ''
  if (!distinct) return 'could be chance'
  return value > same ? more : less
}

/** "1.8 to 2.3"; null without bounds. */
const describeBounds = ({ low, high }: ComparedValue, { bound }: ValueScale): string | null =>
  low === null || high === null ? null : `${bound(low)} to ${bound(high)}`

const ratioTitles = {
  documents: 'Ratio of documents',
  stories: 'Ratio of pieces',
  outlets: 'Ratio of outlets',
} as const

/** One row per signal: its values, and their ratios to the reference. */
export const DifferencesTable = ({ comparison }: { comparison: SignalComparison }) => {
  const { signals, differences, basis, from, to } = comparison
  const isPhone = useMediaQuery('(max-width: 720px)', undefined, { getInitialValueInEffect: false })
  const counted = basis === 'stories' || basis === 'outlets' ? basis : 'documents'
  const styles = lineStylesOf(signals.map(({ signalId }) => signalId))
  const rows = signals.map((signal) => ({
    style: styles.get(signal.signalId) ?? secondStyle,
    signal,
    difference: differences.find(({ signalId }) => signalId === signal.signalId) ?? null,
  }))
  const ratioOf = (
    measure: 'documents' | 'stories' | 'outlets' | 'share',
    title: string,
  ): TableColumn<DifferenceRow> => ({
    key: measure,
    title,
    why: statisticsWords.ratio,
    numeric: true,
    sortBy: ({ difference }) => (difference === null ? 1 : difference[measure].value),
    renderCell: ({ difference }) =>
      difference === null ? (
        <Reference />
      ) : (
        <MeasuredCell
          value={difference[measure]}
          scale={measure === 'share' ? shareScale : ratioScale}
          knownDays={knownDays}
        />
      ),
  })
  // the counts beside a ratio are of all days, so that a ratio of fewer would seem to contradict them
  const knownDays = Math.max(...signals.map((signal) => signal.knownDays))
  const columns: TableColumn<DifferenceRow>[] = [
    {
      key: 'signal',
      title: 'Signal',
      renderCell: ({ style, signal }) => (
        <span className={`${layout.inline} ${classes.rowName}`}>
          <LineGlyph style={style} /> {signal.query.title}
        </span>
      ),
    },
    {
      key: 'count',
      title: 'Documents',
      numeric: true,
      sortBy: ({ signal }) => signal.documents,
      renderCell: ({ signal }) => (
        <span className={classes.cell}>
          <Link
            to="/signals/$signalId"
            params={{ signalId: signal.signalId }}
            search={{ docs: 'all', since: from, until: to }}
            className={`${textStyles.link} ${textStyles.strong}`}
            preload={false}
            aria-label={`${formatPlural(signal.documents, 'document')} of ${signal.query.title}`}
          >
            {formatCount(signal.documents)}
          </Link>
          <span className={`${textStyles.fine} ${classes.bounds}`}>
            {signal.share === null ? formatPlural(signal.knownDays, 'day') : `${formatShare(signal.share)} of all`}
          </span>
        </span>
      ),
    },
    ratioOf(counted, ratioTitles[counted]),
    ratioOf('share', 'Ratio of shares'),
    {
      key: 'tone',
      title: 'Mean tone',
      why: statisticsWords.meanTone,
      numeric: true,
      sortBy: ({ signal }) => signal.tone.value,
      renderCell: ({ signal: { tone } }) => (
        <span className={classes.cell}>
          <span className={`${textStyles.figure} ${layout.inline}`}>
            <ValueOrUnknown value={tone.value} format={formatTone} />
            {tone.reason !== null && <Why label="Why so:" text={tone.reason} />}
          </span>
          {tone.low !== null && (
            <span className={`${textStyles.fine} ${classes.bounds}`}>{describeBounds(tone, toneScale)}</span>
          )}
        </span>
      ),
    },
    {
      key: 'toneGap',
      title: 'Tone difference',
      numeric: true,
      sortBy: ({ difference }) => (difference === null ? 0 : difference.tone.value),
      renderCell: ({ difference }) =>
        difference === null ? <Reference /> : <MeasuredCell value={difference.tone} scale={toneScale} knownDays={0} />,
    },
  ]
  return isPhone ? (
    <DifferencesList rows={rows} columns={columns} />
  ) : (
    <DataTable
      caption="Differences"
      columns={columns}
      rows={rows}
      rowKey={({ signal }) => signal.signalId}
      maxHeight={640}
    />
  )
}

const Reference = () => <span className={`${textStyles.fine} ${classes.bounds}`}>the reference</span>

/** A value with its interval and its meaning; an unknown one states why. */
const MeasuredCell = ({ value, scale, knownDays }: MeasuredCellProps) => {
  const bounds = describeBounds(value, scale)
  const verdict = judge(value, scale)
  return (
    <span className={classes.cell}>
      <span className={`${textStyles.figure} ${layout.inline}`}>
        <ValueOrUnknown value={value.value} format={scale.format} />
        {value.reason !== null && <Why label="Why so:" text={value.reason} />}
      </span>
      {bounds !== null && <span className={`${textStyles.fine} ${classes.bounds}`}>{bounds}</span>}
      {value.value !== null && value.days < knownDays && (
        <span className={`${textStyles.fine} ${textStyles.nowrap}`}>
          on the {formatPlural(value.days, 'day')} known of both
        </span>
      )}
      {verdict !== '' && (
        <span className={`${textStyles.fine} ${textStyles.nowrap} ${classes.verdict}`} data-distinct={value.distinct}>
          {verdict}
        </span>
      )}
    </span>
  )
}

interface MeasuredCellProps {
  value: ComparedValue
  scale: ValueScale
  /** The most days on which a signal is known. A value of fewer says so. */
  knownDays: number
}

/** How a value is formatted, and which value means "no difference". */
interface ValueScale {
  readonly format: (value: number) => string
  readonly bound: (value: number) => string
  readonly more: string
  readonly less: string
  readonly same: number
}

interface DifferenceRow {
  /** Its line in the chart. */
  readonly style: LineStyle
  readonly signal: ComparedSignal
  /** Null for the reference. */
  readonly difference: SignalDifference | null
}

interface DifferencesListProps {
  rows: readonly DifferenceRow[]
  columns: readonly TableColumn<DifferenceRow>[]
}
