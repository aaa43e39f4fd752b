import type { HashtagDay } from '@auspex/sdk'
import { formatCount, formatDay, formatShare, formatShareInterval } from '../../lib/format.ts'
import { DataTable, type TableColumn } from '../../ui/data-table.tsx'
import { ValueOrUnknown } from '../../ui/value-or-unknown.tsx'

interface DayTableProps {
  caption: string
  days: readonly HashtagDay[]
  units: string
}

/** The table twin of the chart, newest first. */
export const DayTable = ({ caption, days, units }: DayTableProps) => {
  const columns: readonly TableColumn<HashtagDay>[] = [
    { key: 'day', title: 'Day', renderCell: ({ day }) => formatDay(day), sortBy: ({ day }) => day },
    numeric('videos', 'With the hashtag', ({ videos }) => videos),
    numeric('total', `All ${units}`, ({ total }) => total),
    {
      key: 'share',
      title: 'Share',
      numeric: true,
      sortBy: ({ share }) => share,
      renderCell: ({ share, shareLow, shareHigh }) => (
        <ValueOrUnknown
          value={share}
          format={(value) =>
            shareLow === null || shareHigh === null
              ? formatShare(value)
              : `${formatShare(value)} (${formatShareInterval(shareLow, shareHigh)})`
          }
        />
      ),
    },
    numeric('views', 'Views', ({ views }) => views),
  ]
  return (
    <DataTable caption={caption} columns={columns} rows={days.toReversed()} rowKey={({ day }) => day} maxHeight={300} />
  )
}

const numeric = (key: string, title: string, valueOf: (day: HashtagDay) => number | null): TableColumn<HashtagDay> => ({
  key,
  title,
  numeric: true,
  sortBy: valueOf,
  renderCell: (day) => <ValueOrUnknown value={valueOf(day)} format={formatCount} />,
})
