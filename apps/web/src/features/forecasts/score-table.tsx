import { Box, Flex } from '@mantine/core'
import type { BandCoverage, ModelScore } from '@auspex/sdk'
import { formatCount, formatPlural, formatShare } from '../../lib/numbers/format.ts'
import { DataTable, type TableColumn } from '../../ui/data-table.tsx'
import { statisticsWords } from '../../lib/numbers/figures.ts'
import surfaces from '../../ui/surfaces.module.css'
import textStyles from '../../ui/text-styles.module.css'

/** The name of a model in a table: "Seasonal regression". */
export const nameModel = (model: string): string => `${model.charAt(0).toUpperCase()}${model.slice(1)}`

/** A scaled error with two decimals, so that the values of a column are distinguishable. */
export const formatMase = (value: number): string => value.toFixed(2)

const columns: readonly TableColumn<ModelScore>[] = [
  {
    key: 'model',
    title: 'Model',
    sortBy: ({ model }) => model,
    renderCell: ({ model, provenance }) => (
      <Flex component="span" className={textStyles.nowrap} gap={8} align="center">
        {nameModel(model)}
        {provenance === 'demo' && <span className={`${surfaces.badge} ${surfaces.warning}`}>demo</span>}
      </Flex>
    ),
  },
  {
    key: 'horizon',
    title: 'Days ahead',
    numeric: true,
    sortBy: ({ horizonDays }) => horizonDays,
    renderCell: ({ horizonDays }) => horizonDays,
  },
  {
    key: 'issued',
    title: 'Stored',
    numeric: true,
    sortBy: ({ issued }) => issued,
    renderCell: ({ issued }) => formatCount(issued),
  },
  {
    key: 'scored',
    title: 'Scored',
    numeric: true,
    sortBy: ({ scored }) => scored,
    renderCell: ({ scored, daysScored }) =>
      scored === 0 ? 'none yet' : `${formatCount(scored)}, ${formatPlural(daysScored, 'day')}`,
  },
  {
    key: 'mase',
    title: 'MASE scored',
    why: statisticsWords.mase,
    numeric: true,
    sortBy: ({ mase }) => mase,
    renderCell: ({ mase }) => (mase === null ? '–' : <b>{formatMase(mase)}</b>),
  },
  {
    key: 'promised',
    title: 'MASE promised',
    why: statisticsWords.masePromised,
    numeric: true,
    sortBy: ({ backtestMase }) => backtestMase,
    renderCell: ({ backtestMase }) => formatMase(backtestMase),
  },
  {
    key: 'naive',
    title: 'MASE naive',
    why: statisticsWords.maseNaive,
    numeric: true,
    sortBy: ({ naiveMase }) => naiveMase,
    renderCell: ({ naiveMase }) => (naiveMase === null ? '–' : formatMase(naiveMase)),
  },
  ...([0.5, 0.8, 0.95] as const).map((level): TableColumn<ModelScore> => ({
    key: `band${level}`,
    title: `${level * 100} % band`,
    why: statisticsWords.band,
    numeric: true,
    sortBy: (score) => bandOf(score, level)?.share ?? null,
    renderCell: (score) => <Coverage band={bandOf(score, level)} />,
  })),
]

const bandOf = ({ coverage }: ModelScore, level: number): BandCoverage | undefined =>
  coverage.find((band) => band.level === level)

const Coverage = ({ band }: { band: BandCoverage | undefined }) =>
  band === undefined || band.share === null ? (
    '–'
  ) : (
    <>
      {formatShare(band.share)}{' '}
      <Box component="span" className={`${textStyles.small} ${textStyles.nowrap}`} display="block">
        {formatShare(band.low)} to {formatShare(band.high)}
      </Box>
    </>
  )

/** One row per model and horizon: outcomes against forecasts. */
export const ScoreTable = ({ items, caption }: { items: readonly ModelScore[]; caption: string }) => (
  <DataTable
    caption={caption}
    columns={columns}
    rows={items}
    rowKey={({ model, horizonDays, provenance }) => `${model} ${horizonDays} ${provenance}`}
  />
)
