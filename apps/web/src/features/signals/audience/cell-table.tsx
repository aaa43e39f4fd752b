import { Box } from '@mantine/core'
import type { AudienceCell } from '@auspex/sdk'
import { IconExternalLink } from '@tabler/icons-react'
import { formatShare } from '../../../lib/format.ts'
import { isSource, useSourceNames } from '../../../lib/source-names.ts'
import { DataTable, type TableColumn } from '../../../ui/data-table.tsx'
import { OutsideLink } from '../../../ui/outside-link.tsx'
import { EvidenceLink } from '../evidence-link.tsx'
import { keyOf, noteOf, sayPlace, valueOf } from './audience.model.ts'
import classes from '../later-parts.module.css'
import layout from '../../../ui/layout.module.css'
import textStyles from '../../../ui/text-styles.module.css'

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
    renderCell: ({ country, url }) => sayPlace(country ?? countryIn(url) ?? null),
    sortBy: ({ country }) => sayPlace(country),
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
    title: '95 % interval',
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
