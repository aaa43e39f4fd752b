import type { AudienceCell, AudienceEstimate } from '@auspex/sdk'
import { Box } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { countryName } from '../../../lib/places/countries.ts'
import { formatCount, formatShare } from '../../../lib/numbers/format.ts'
import { isSource, useSourceNames } from '../../../lib/words/source-names.ts'
import { DataTable, type TableColumn } from '../../../ui/data-table.tsx'
import { OutsideLink } from '../../../ui/outside-link.tsx'
import { EvidenceLink } from '../evidence-link.tsx'
import classes from '../later-parts.module.css'
import layout from '../../../ui/layout.module.css'
import textStyles from '../../../ui/text-styles.module.css'

/** The people to estimate: their ages and country. */
export interface AudienceSelection {
  readonly ageMin: number
  /** Null for no upper limit. */
  readonly ageMax: number | null
  /** Null for everywhere. */
  readonly geo: string | null
}

export const adults: Omit<AudienceSelection, 'geo'> = { ageMin: 18, ageMax: null }
export const oldest = 120

export type AgeRange = Pick<AudienceSelection, 'ageMin' | 'ageMax'>

/** Why the ages are invalid; null if they are valid. */
export const faultOfAges = ({ ageMin, ageMax }: AgeRange): string | null =>
  ageMax !== null && ageMax < ageMin ? `Must not be below ${ageMin}` : null

/** "18 to 24", "18 and older". */
export const describeAges = ({ age_min, age_max }: AudienceEstimate): string =>
  age_max === null ? `${age_min} and older` : `${age_min} to ${age_max}`

export const describeRegion = (geo: string | null): string => (geo === null ? 'everywhere' : countryName(geo))

/** The formatted value of a cell. */
const valueOf = ({ kind, value }: AudienceCell): string =>
  kind === 'population' ? formatCount(value) : formatShare(value)

/** How a cell was used: the share of an age group, or why it was omitted. */
export const noteOf = ({ weight, note }: AudienceCell): string =>
  [weight < 1 ? `${formatShare(weight)} of it counts.` : null, note].filter((part) => part !== null).join(' ')

const keyOf = ({ kind, country, ageFrom, sourceKey }: AudienceCell): string =>
  [kind, country, ageFrom, sourceKey].join(' ')

/** Positions of the three labels of an interval, without overlaps and within the drawing. */
export const labelPlaces = ({ low, high, right }: { low: number; high: number; right: number }) => {
  const isNarrow = high - low < 110
  return {
    low: isNarrow ? { x: low - 6, anchor: 'end' as const } : { x: Math.max(low, 40), anchor: 'middle' as const },
    high: isNarrow
      ? { x: high + 6, anchor: 'start' as const }
      : { x: Math.min(high, right - 40), anchor: 'middle' as const },
  }
}

/** Every figure of an estimate. Its value opens the published table, or the counted documents. */
export const CellTable = ({ cells, caption }: { cells: readonly AudienceCell[]; caption: string }) => (
  <DataTable caption={caption} columns={columns} rows={cells} rowKey={keyOf} maxHeight={360} />
)

const CellValue = ({ cell }: { cell: AudienceCell }) => {
  const nameSource = useSourceNames()
  return isSource(cell.sourceKey) ? (
    <EvidenceLink
      filter={{ source: cell.sourceKey, country: countryIn(cell.url) }}
      label={`${valueOf(cell)}: the documents of ${nameSource(cell.sourceKey)} that name the signal`}
    >
      {valueOf(cell)}
    </EvidenceLink>
  ) : (
    <OutsideLink
      className={`${textStyles.dotted} ${layout.inline}`}
      href={cell.url}
      aria-label={`${valueOf(cell)}: open ${cell.source}, ${cell.year} (new tab)`}
    >
      {valueOf(cell)}
      <IconExternalLink size={13} stroke={1.8} aria-hidden />
    </OutsideLink>
  )
}

/** The address of counted documents contains their country filter. */
const countryIn = (url: string): string | undefined => /[?&]country=([A-Z]{2})/.exec(url)?.[1]

/** The subject of a figure, and how it was used. */
const Figure = ({ cell }: { cell: AudienceCell }) => (
  <span className={classes.figure}>
    {cell.label}
    {noteOf(cell) !== '' && (
      <Box component="span" className={textStyles.fine} display="block" lh={1.45}>
        {noteOf(cell)}
      </Box>
    )}
  </span>
)

const columns: readonly TableColumn<AudienceCell>[] = [
  { key: 'label', title: 'Figure', renderCell: (cell) => <Figure cell={cell} />, sortBy: ({ label }) => label },
  {
    key: 'country',
    title: 'Where',
    renderCell: ({ country, url }) => describeRegion(country ?? countryIn(url) ?? null),
    sortBy: ({ country }) => describeRegion(country),
  },
  {
    key: 'value',
    title: 'Value',
    numeric: true,
    sortBy: ({ value }) => value,
    renderCell: (cell) => <CellValue cell={cell} />,
  },
  {
    key: 'interval',
    title: '95% interval',
    numeric: true,
    renderCell: ({ low, high }) =>
      low === null || high === null ? 'not published' : `${formatShare(low)} to ${formatShare(high)}`,
  },
  { key: 'year', title: 'Year', numeric: true, renderCell: ({ year }) => year, sortBy: ({ year }) => year },
  {
    key: 'source',
    title: 'Source',
    renderCell: ({ source }) => (
      <Box component="span" display="block" miw={200} style={{ whiteSpace: 'normal' }}>
        {source}
      </Box>
    ),
    sortBy: ({ source }) => source,
  },
]
