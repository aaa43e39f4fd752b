import { useMediaQuery } from '@mantine/hooks'
import type { ComparedValue, SignalComparison } from '@auspex/sdk'
import { Link } from '@tanstack/react-router'
import { formatCount, formatPlural, formatShare, formatTone } from '../../lib/format.ts'
import { LineGlyph } from '../../ui/charts/line-glyph.tsx'
import { lineStyleAt } from '../../ui/charts/line-style.ts'
import { DataTable, type TableColumn } from '../../ui/data-table.tsx'
import { ValueOrUnknown } from '../../ui/value-or-unknown.tsx'
import { Why } from '../../ui/why.tsx'
import { type DifferenceRow, DifferencesList } from './differences-list.tsx'
import { judge, ratioScale, sayBounds, shareScale, toneScale, type ValueScale } from './difference-words.ts'
import { statisticsWords } from '../../lib/statistics-words.ts'
import classes from './compare.module.css'
import layout from '../../ui/layout.module.css'
import textStyles from '../../ui/text-styles.module.css'

const ratioTitles = {
  documents: 'Ratio of documents',
  stories: 'Ratio of stories',
  outlets: 'Ratio of outlets',
} as const

/** One row a signal: what it has, and how many times as much that is. */
export const DifferencesTable = ({ comparison }: { comparison: SignalComparison }) => {
  const { signals, differences, basis, from, to } = comparison
  const isPhone = useMediaQuery('(max-width: 720px)')
  const counted = basis === 'stories' || basis === 'outlets' ? basis : 'documents'
  const rows = signals.map((signal, index) => ({
    index,
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
        <MeasuredCell value={difference[measure]} scale={measure === 'share' ? shareScale : ratioScale} />
      ),
  })
  const columns: TableColumn<DifferenceRow>[] = [
    {
      key: 'signal',
      title: 'Signal',
      renderCell: ({ index, signal }) => (
        <span className={`${layout.inline} ${classes.rowName}`}>
          <LineGlyph style={lineStyleAt(index)} /> {signal.query.title}
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
            <span className={`${textStyles.fine} ${classes.bounds}`}>{sayBounds(tone, toneScale)}</span>
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
        difference === null ? <Reference /> : <MeasuredCell value={difference.tone} scale={toneScale} />,
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

/** A value with its interval and what it means; what is not known says why. */
const MeasuredCell = ({ value, scale }: { value: ComparedValue; scale: ValueScale }) => {
  const bounds = sayBounds(value, scale)
  const verdict = judge(value, scale)
  return (
    <span className={classes.cell}>
      <span className={`${textStyles.figure} ${layout.inline}`}>
        <ValueOrUnknown value={value.value} format={scale.format} />
        {value.reason !== null && <Why label="Why so:" text={value.reason} />}
      </span>
      {bounds !== null && <span className={`${textStyles.fine} ${classes.bounds}`}>{bounds}</span>}
      {verdict !== '' && (
        <span className={`${textStyles.fine} ${textStyles.nowrap} ${classes.verdict}`} data-distinct={value.distinct}>
          {verdict}
        </span>
      )}
    </span>
  )
}
