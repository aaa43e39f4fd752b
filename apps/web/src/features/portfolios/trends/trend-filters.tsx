import { Group, NativeSelect, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatPlural } from '../../../lib/numbers/format.ts'
import { stageWords, toneWords } from '../../../lib/words/words.ts'
import { SegmentedControl } from '../../../ui/segmented-control.tsx'
import { type PortfolioSearch, portfolioSearchSchema, type TrendSort } from '../portfolios.search.ts'
import classes from './trends.module.css'
import textStyles from '../../../ui/text-styles.module.css'

interface TrendFiltersProps {
  search: PortfolioSearch
  shown: number
  total: number
  /** Chooses the columns; omitted where there are none. */
  columns?: ReactNode
  onChange: (part: Partial<PortfolioSearch>) => void
}

const sortWords: Record<TrendSort, string> = {
  title: 'By name',
  level: 'By level',
  growth: 'By growth',
  stage: 'By stage',
  tone: 'By tone',
  event: 'By latest event',
}

/** Which trends are shown, in which order, and as what. All of it is in the address. */
export const TrendFilters = ({ search, shown, total, columns, onChange }: TrendFiltersProps) => {
  /** A choice as stored in the address; an empty value removes it. */
  const choose = (part: Record<string, string>) => {
    const read = portfolioSearchSchema.parse(part)
    const names = Object.keys(part) as (keyof PortfolioSearch)[] // the fields below, and no others
    onChange(Object.fromEntries(names.map((name) => [name, read[name]])))
  }
  return (
    <Group gap={10} role="search" aria-label="Trends" className={classes.filters}>
      <TextInput
        aria-label="Find a trend"
        placeholder="Find a trend or an event"
        leftSection={<IconSearch size={16} stroke={1.7} aria-hidden />}
        value={search.find ?? ''}
        onChange={(event) => onChange({ find: event.currentTarget.value || undefined })}
        className={classes.find}
      />
      <NativeSelect
        aria-label="Stage"
        value={search.stage ?? ''}
        onChange={(event) => choose({ stage: event.currentTarget.value })}
        data={[
          { value: '', label: 'All stages' },
          ...Object.entries(stageWords).map(([value, label]) => ({ value, label })),
          { value: 'unknown', label: 'Unknown' },
        ]}
      />
      <NativeSelect
        aria-label="Tone"
        value={search.tone ?? ''}
        onChange={(event) => choose({ tone: event.currentTarget.value })}
        data={[
          { value: '', label: 'All tones' },
          { value: 'positive', label: toneWords.positive },
          { value: 'neutral', label: 'Mixed' },
          { value: 'negative', label: toneWords.negative },
          { value: 'unknown', label: toneWords.unknown },
        ]}
      />
      <NativeSelect
        aria-label="Order"
        value={search.sort ?? ''}
        onChange={(event) => choose({ sort: event.currentTarget.value, order: '' })}
        data={[
          { value: '', label: 'In your order' },
          ...Object.entries(sortWords).map(([value, label]) => ({ value, label })),
        ]}
      />
      <SegmentedControl
        aria-label="Shown as"
        value={search.view ?? 'table'}
        onChange={(view) => onChange({ view: view === 'table' ? undefined : view })}
        data={[
          { value: 'table', label: 'Table' },
          { value: 'weeks', label: 'Weeks' },
          { value: 'summary', label: 'Summary' },
        ]}
      />
      {columns}
      <span className={textStyles.note} role="status">
        {shown < total && `${shown} of ${formatPlural(total, 'trend')}`}
      </span>
    </Group>
  )
}
