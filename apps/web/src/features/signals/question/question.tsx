import type { SeriesRange } from '../series/use-series.ts'
import type { SignalReport, QueryEcho } from '@auspex/sdk'
import { Button, Stack, Group, Popover, UnstyledButton, TextInput } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconChevronDown, IconPencil } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useState, type FormEvent } from 'react'
import { formatDay, formatDayRange } from '../../../lib/time/format.ts'
import { countryName } from '../../../lib/places/countries.ts'
import { toDay } from '../../../lib/time/dates.ts'
import { dayChoices } from '../../../lib/time/day-choices.ts'
import { useNow } from '../../../lib/time/use-now.ts'
import { useSourceNames } from '../../../lib/words/source-names.ts'
import { AsOfForm } from '../../../ui/as-of.tsx'
import { DateInput } from '../../../ui/date-input.tsx'
import surfaces from '../../../ui/surfaces.module.css'
import textStyles from '../../../ui/text-styles.module.css'
import { laterParts } from '../later-parts.tsx'
import classes from '../report.module.css'
import { useAsk, toSearch } from './use-ask.ts'

const route = getRouteApi('/signals/$signalId')

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

/** The parts of the question that are seldom changed. */
const useRareParts = (report: SignalReport): readonly RarePart[] => {
  const { query, coverage } = report
  const nameSource = useSourceNames()
  const { sources, asOf } = query
  return [
    {
      name: 'Sources',
      label: 'Change the sources',
      isSet: sources.length > 0,
      value:
        sources.length === 0
          ? 'all sources'
          : sources.length > maxNames
            ? `${sources.length} sources`
            : sources.map(nameSource).join(' and '),
      load: laterParts.SourcesForm.load,
      renderForm: (close) => <laterParts.SourcesForm query={query} onDone={close} />,
    },
    {
      // the country that documents come from or are about
      name: 'Place',
      label: 'Change the place',
      isSet: query.geo !== null,
      value: query.geo === null ? 'everywhere' : countryName(query.geo),
      load: laterParts.PlaceForm.load,
      renderForm: (close) => <laterParts.PlaceForm query={query} onDone={close} />,
    },
    // an empty library knows nothing of any day
    ...(coverage.collectedSince === null
      ? []
      : [
          {
            name: 'As of',
            label: 'Change the day of what is known',
            isSet: asOf != null,
            value: asOf == null ? 'as known today' : `as of ${formatDay(asOf)}`,
            renderForm: (close: () => void) => <KnownForm report={report} onDone={close} />,
          },
        ]),
  ]
}

/** The parts of the question that are not set, behind one button: each has a form of its own. */
const RefineChip = ({ parts }: { parts: readonly RarePart[] }) => {
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState<string | null>(null)
  const part = parts.find(({ name }) => name === chosen)
  const change = (opened: boolean) => {
    setOpen(opened)
    setChosen(null)
  }
  const choose = async ({ name, load }: RarePart) => {
    // The focus can only move to a form that has loaded.
    await load?.()
    setChosen(name)
  }
  if (parts.length === 0) return null
  return (
    <Popover opened={isOpen} onChange={change} position="bottom-start" width={320} trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton
          className={`${surfaces.chip} ${classes.chip}`}
          aria-label={`${parts.map(({ value }) => value).join(', ')}. Refine the question`}
          onClick={() => change(!isOpen)}
        >
          <IconAdjustmentsHorizontal size={14} stroke={1.8} aria-hidden />
          <span className={classes.value}>Refine</span>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown
        // the focus trap takes the first field of the form that comes
        key={chosen}
        className={`${surfaces.popover} ${classes.dropdown}`}
      >
        {isOpen &&
          (part ? (
            part.renderForm(() => change(false))
          ) : (
            <ul className={classes.rareParts}>
              {parts.map((one) => (
                <li key={one.name}>
                  <UnstyledButton
                    className={`${surfaces.hover} ${classes.rarePart}`}
                    aria-label={`${one.value}. ${one.label}`}
                    onClick={() => void choose(one)}
                  >
                    <span>{one.name}</span>
                    <span className={textStyles.quiet}>{one.value}</span>
                  </UnstyledButton>
                </li>
              ))}
            </ul>
          ))}
      </Popover.Dropdown>
    </Popover>
  )
}

/** The question of the report, as a sentence of parts: the topic, what is set beside it, and the days. The rest is behind "Refine". */
export const Question = ({ report, range }: { report: SignalReport; range: SeriesRange }) => {
  const { query } = report
  const parts = useRareParts(report)
  return (
    <div className={classes.question}>
      <Topic query={query} />
      {query.query_term !== null && query.query_term !== query.title && (
        <span className={classes.typed}>searched as {query.query_term}</span>
      )}
      <div className={classes.chips} role="group" aria-label="Question">
        {parts
          .filter(({ isSet }) => isSet)
          .map((part) => (
            <Chip key={part.name} {...part} />
          ))}
        <NameChip query={query} />
        <DaysChip range={range} />
        <RefineChip parts={parts.filter(({ isSet }) => !isSet)} />
      </div>
    </div>
  )
}

/** No document of a library is older. */
const firstPublication = '1990-01-01'

/** The day whose knowledge is shown. It is in the address of the report. */
const KnownForm = ({ report: { query, coverage }, onDone }: { report: SignalReport; onDone: () => void }) => {
  const navigate = route.useNavigate()
  const now = useNow()
  const { asOf, todaySignalId } = query
  const { collectedSince } = coverage
  const show = (signalId: string | undefined, day: string | undefined) => {
    onDone()
    void navigate({
      to: '/signals/$signalId',
      params: (before) => ({ signalId: signalId ?? before.signalId }),
      search: (before) => ({ ...before, asOf: day }),
    })
  }
  return (
    <AsOfForm
      date={{
        day: asOf ?? '',
        min: collectedSince ?? firstPublication,
        max: toDay(now),
        choose: (day) => show(undefined, day),
      }}
      note={
        collectedSince == null
          ? null
          : `This library has recorded since ${formatDay(collectedSince)} what it collects, so no earlier day can be shown.`
      }
      onToday={asOf == null ? undefined : () => show(todaySignalId, undefined)}
    />
  )
}

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

/** A part of the question that is behind "Refine" until it is set. */
interface RarePart extends ChipProps {
  readonly name: string
  readonly isSet: boolean
}
