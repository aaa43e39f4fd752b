import type { SignalReport, QueryEcho } from '@auspex/sdk'
import type { SeriesRange } from '../series/use-series.ts'
import classes from '../report.module.css'
import { countryName } from '../../../lib/places/countries.ts'
import { laterParts } from '../later-parts.tsx'
import { useSourceNames } from '../../../lib/words/source-names.ts'
import { Button, Stack, Group, Popover, UnstyledButton, TextInput } from '@mantine/core'
import { useAsk, toSearch } from './use-ask.ts'
import textStyles from '../../../ui/text-styles.module.css'
import { dayChoices } from '../../../lib/time/day-choices.ts'
import { formatDayRange } from '../../../lib/numbers/format.ts'
import { DateInput } from '../../../ui/date-input.tsx'
import { IconChevronDown, IconPencil } from '@tabler/icons-react'
import { type ReactNode, useState, type FormEvent } from 'react'
import surfaces from '../../../ui/surfaces.module.css'

/** The topic: the heading of the page, and the first editable part of the question. */
const Topic = ({ query }: { query: QueryEcho }) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" width={360} trapFocus returnFocus>
      <Popover.Target>
        <h1 className={classes.topic}>
          <UnstyledButton
            className={classes.title}
            title="Change the topic"
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {query.title} <IconPencil size={18} stroke={1.8} aria-hidden />
          </UnstyledButton>
        </h1>
      </Popover.Target>
      <Popover.Dropdown className={`${surfaces.popover} ${classes.dropdown}`} aria-label="Change the topic">
        {isOpen && <TopicForm query={query} onDone={() => setOpen(false)} />}
      </Popover.Dropdown>
    </Popover>
  )
}

const TopicForm = ({ query, onDone }: { query: QueryEcho; onDone: () => void }) => {
  const searchWithChange = useAsk(query)
  const before = toSearch(query).term
  const [term, setTerm] = useState(before)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (term.trim() === '') return
    onDone()
    if (term.trim() !== before) searchWithChange({ term: term.trim() })
  }
  return (
    <form className={classes.form} onSubmit={submit}>
      <TextInput
        label="Topic"
        value={term}
        maxLength={500}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        onChange={(event) => setTerm(event.currentTarget.value)}
      />
      <Button type="submit" disabled={term.trim() === ''}>
        Search
      </Button>
    </form>
  )
}

/** A part of the question. Pressing it opens its form. */
const Chip = ({ label, value, width = 320, load, renderForm }: ChipProps) => {
  const [isOpen, setOpen] = useState(false)
  const toggle = async () => {
    // The focus can only move to a form that has loaded.
    if (!isOpen) await load?.()
    setOpen(!isOpen)
  }
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" width={width} trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton
          className={`${surfaces.chip} ${classes.chip}`}
          aria-label={`${value}. ${label}`}
          onClick={() => void toggle()}
        >
          <span className={classes.value}>{value}</span>
          <IconChevronDown size={14} stroke={1.8} aria-hidden />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown className={`${surfaces.popover} ${classes.dropdown}`} aria-label={label}>
        {isOpen && renderForm(() => setOpen(false))}
      </Popover.Dropdown>
    </Popover>
  )
}

const spans = [
  { label: 'Last 30 days', days: 30 },
  { label: '90 days', days: 90 },
  { label: '1 year', days: 365 },
  { label: '5 years', days: 1826 },
]

/** The days that the report shows. They are in its address; changing them starts no search. */
const DaysChip = ({ range }: { range: SeriesRange }) => (
  <Chip
    label="Change the days"
    value={formatDayRange(range.first, range.last)}
    renderForm={() => <DaysForm range={range} />}
  />
)

const DaysForm = ({ range }: { range: SeriesRange }) => {
  const { spans: choices, from, to } = dayChoices(range, spans)
  return (
    <Stack gap={14}>
      <Group gap={6} role="group" aria-label="Days shown">
        {choices.map(({ label, isSet, choose }) => (
          <Button
            key={label}
            size="compact-sm"
            variant={isSet ? 'light' : 'default'}
            aria-pressed={isSet}
            onClick={choose}
          >
            {label === 'All' ? 'All days' : label}
          </Button>
        ))}
      </Group>
      <Group gap={10} grow>
        <DateInput size="sm" label="From" date={from} />
        <DateInput size="sm" label="To" date={to} />
      </Group>
    </Stack>
  )
}

/** The name that documents must contain in addition to the topic. */
const NameChip = ({ query }: { query: QueryEcho }) => {
  const searchWithChange = useAsk(query)
  if (query.entity === null) return null
  return (
    <Chip
      label="Change the name"
      value={`naming ${query.entity}`}
      renderForm={(close) => (
        <Stack gap={12}>
          <p className={textStyles.text}>Only documents that name {query.entity} are counted.</p>
          <Button
            onClick={() => {
              close()
              searchWithChange({ entity: undefined })
            }}
          >
            Count all documents
          </Button>
        </Stack>
      )}
    />
  )
}

/** More names than this are shown as a number. */
const maxNames = 2

const SourcesChip = ({ query }: { query: QueryEcho }) => {
  const nameSource = useSourceNames()
  const { sources } = query
  const value =
    sources.length === 0
      ? 'all sources'
      : sources.length > maxNames
        ? `${sources.length} sources`
        : sources.map(nameSource).join(' and ')
  return (
    <Chip
      label="Change the sources"
      value={value}
      load={laterParts.SourcesForm.load}
      renderForm={(close) => <laterParts.SourcesForm query={query} onDone={close} />}
    />
  )
}

/** The question of the report, as a sentence of parts: topic, sources, place and days. */
export const Question = ({ report: { query }, range }: { report: SignalReport; range: SeriesRange }) => (
  <div className={classes.question}>
    <Topic query={query} />
    {query.query_term !== null && query.query_term !== query.title && (
      <span className={classes.typed}>searched as {query.query_term}</span>
    )}
    <div className={classes.chips} role="group" aria-label="Question">
      <SourcesChip query={query} />
      <PlaceChip query={query} />
      <NameChip query={query} />
      <DaysChip range={range} />
    </div>
  </div>
)

/** The country that documents come from or are about. */
const PlaceChip = ({ query }: { query: QueryEcho }) => (
  <Chip
    label="Change the place"
    value={query.geo === null ? 'everywhere' : countryName(query.geo)}
    load={laterParts.PlaceForm.load}
    renderForm={(close) => <laterParts.PlaceForm query={query} onDone={close} />}
  />
)

interface ChipProps {
  /** The accessible name of the change: "Change the sources". */
  label: string
  /** The current value: "all sources". */
  value: string
  width?: number
  /** Fetches the form's data, if it is not already loaded. */
  load?: () => Promise<void>
  renderForm: (close: () => void) => ReactNode
}
