import type { ZeusReading } from '@auspex/sdk'
import { listSourcesQueryOptions } from '@auspex/sdk/react'
import { Button, Group, Popover, Select, Stack, TagsInput, UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useClient } from '../../../lib/api/api.tsx'
import { countryChoices, countryName } from '../../../lib/places/countries.ts'
import { addDays, periodBefore } from '../../../lib/time/dates.ts'
import { useNow } from '../../../lib/time/use-now.ts'
import { periodWords, type ReadingPeriod, wantChoices, wantWords } from '../../../lib/words/answers.ts'
import { DayInput } from '../../../ui/date-input.tsx'
import { Chevron } from '../../../ui/disclosure.tsx'
import surfaces from '../../../ui/surfaces.module.css'
import textStyles from '../../../ui/text-styles.module.css'
import classes from '../conversation/conversation.module.css'

interface ReadingChipsProps {
  reading: ZeusReading
  isDisabled: boolean
  /** Asks again with a changed reading. */
  onChange: (reading: ZeusReading) => void
}

/** How the question was read, part by part: a wrong guess is seen before the numbers are trusted, and changed without writing again. */
export const ReadingChips = ({ reading, isDisabled, onChange }: ReadingChipsProps) => {
  const { topics, from, to, otherPeriod, wants, outlets, excluded, country } = reading
  const change = (part: Partial<ZeusReading>) => onChange({ ...reading, ...part })
  const names = topics.map((topic) => topic.replaceAll('"', ''))
  const place = [
    ...(outlets.length > 0 ? [`only ${outlets.join(', ')}`] : []),
    ...(excluded.length > 0 ? [`without ${excluded.join(', ')}`] : []),
    ...(country === null ? [] : [countryName(country)]),
  ].join(' · ')
  const period = otherPeriod
    ? `${periodWords({ from, to })}, compared with ${periodWords(otherPeriod)}`
    : periodWords({ from, to })
  return (
    <ul className={classes.reading} aria-label="How the question was read">
      <Chip
        name={topics.length > 1 ? 'Topics' : 'Topic'}
        words={names.join(', ') || 'No topic'}
        isDisabled={isDisabled}
      >
        {(close) => <TopicsForm topics={topics} onDone={(next) => change({ topics: next })} onClose={close} />}
      </Chip>
      <Chip name="Period" words={period} isDisabled={isDisabled}>
        {(close) => <PeriodForm period={{ from, to }} other={otherPeriod} onDone={change} onClose={close} />}
      </Chip>
      <Chip
        name="Wanted"
        words={wants.map((want) => wantWords[want]).join(', ') || wantWords.brief}
        isDisabled={isDisabled}
      >
        {(close) => (
          <div role="group" aria-label="What is wanted" className={classes.wants}>
            {wantChoices.map((want) => (
              <UnstyledButton
                key={want}
                className={`${surfaces.choice} ${surfaces.hover}`}
                aria-pressed={want === (wants[0] ?? 'brief')}
                data-autofocus={want === (wants[0] ?? 'brief') || undefined}
                onClick={() => {
                  close()
                  change({ wants: want === 'brief' ? [] : [want] })
                }}
              >
                {wantWords[want]}
              </UnstyledButton>
            ))}
          </div>
        )}
      </Chip>
      <Chip name="Sources" words={place === '' ? 'All sources' : capitalize(place)} isDisabled={isDisabled}>
        {(close) => <SourcesForm reading={reading} onDone={change} onClose={close} />}
      </Chip>
    </ul>
  )
}

const capitalize = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

interface ChipProps {
  name: string
  words: string
  isDisabled: boolean
  /** The editor; it is given what closes it. */
  children: (close: () => void) => ReactNode
}

const Chip = ({ name, words, isDisabled, children }: ChipProps) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <li>
      <Popover
        opened={isOpen}
        onChange={setOpen}
        position="bottom-start"
        width={320}
        trapFocus
        returnFocus
        withArrow={false}
        shadow="md"
      >
        <Popover.Target>
          <UnstyledButton
            className={`${surfaces.chip} ${classes.readingChip}`}
            aria-label={`${name}: ${words}. Change`}
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            disabled={isDisabled}
            title={words}
            onClick={() => setOpen((before) => !before)}
          >
            <span className={textStyles.clip}>{words}</span>
            <Chevron isOpen={isOpen} size={13} />
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown>{isOpen && children(() => setOpen(false))}</Popover.Dropdown>
      </Popover>
    </li>
  )
}

interface PartFormProps {
  isUsable?: boolean
  onSubmit: () => void
  children: ReactNode
}

const PartForm = ({ isUsable = true, onSubmit, children }: PartFormProps) => (
  <form
    noValidate
    onSubmit={(event: FormEvent) => {
      event.preventDefault()
      if (isUsable) onSubmit()
    }}
  >
    <Stack gap={12}>
      {children}
      <Group>
        <Button type="submit" size="compact-md" disabled={!isUsable}>
          Ask again
        </Button>
      </Group>
    </Stack>
  </form>
)

const maxTopics = 5

interface TopicsFormProps {
  topics: readonly string[]
  onDone: (topics: string[]) => void
  onClose: () => void
}

const TopicsForm = ({ topics, onDone, onClose }: TopicsFormProps) => {
  const [chosen, setChosen] = useState([...topics])
  return (
    <PartForm
      isUsable={chosen.length > 0}
      onSubmit={() => {
        onClose()
        onDone(chosen)
      }}
    >
      <TagsInput
        label="Topics"
        description={`Press Enter after each. Up to ${maxTopics}; several are compared.`}
        maxTags={maxTopics}
        maxLength={500}
        data-autofocus
        value={chosen}
        onChange={setChosen}
      />
    </PartForm>
  )
}

interface PeriodFormProps {
  period: ReadingPeriod
  other: ReadingPeriod | null
  onDone: (part: Pick<ZeusReading, 'from' | 'to' | 'otherPeriod'>) => void
  onClose: () => void
}

const PeriodForm = ({ period, other, onDone, onClose }: PeriodFormProps) => {
  const today = new Date(useNow()).toISOString().slice(0, 10)
  const [shown, setShown] = useState(period)
  const [compared, setCompared] = useState(other)
  const choosePeriods = ({ from, to }: ReadingPeriod, otherPeriod: ReadingPeriod | null) => {
    onClose()
    onDone({ from, to, otherPeriod })
  }
  const before = shown.from !== null && shown.to !== null ? periodBefore(shown.from, shown.to) : null
  const presets = [
    { label: 'All days', from: null, to: null },
    { label: 'Past 30 days', from: addDays(today, -29), to: today },
    { label: 'Past 12 months', from: addDays(`${Number(today.slice(0, 4)) - 1}${today.slice(4)}`, 1), to: today },
    { label: 'This year', from: `${today.slice(0, 4)}-01-01`, to: today },
  ]
  return (
    <PartForm isUsable={isInOrder(shown) && isInOrder(compared)} onSubmit={() => choosePeriods(shown, compared)}>
      <Group gap={6} role="group" aria-label="Usual periods">
        {presets.map(({ label, ...preset }) => (
          <UnstyledButton key={label} className={surfaces.chip} onClick={() => choosePeriods(preset, null)}>
            {label}
          </UnstyledButton>
        ))}
      </Group>
      <DayFields label="" period={shown} onChange={setShown} />
      {compared === null ? (
        before && (
          <Group>
            <Button size="compact-sm" variant="default" onClick={() => choosePeriods(shown, before)}>
              Compare with {periodWords(before)}
            </Button>
          </Group>
        )
      ) : (
        <>
          <DayFields label="Compared with: " period={compared} onChange={setCompared} />
          <Group>
            <Button size="compact-sm" variant="subtle" color="gray" onClick={() => setCompared(null)}>
              Compare with nothing
            </Button>
          </Group>
        </>
      )}
      {!(isInOrder(shown) && isInOrder(compared)) && (
        <p className={textStyles.fault} role="alert">
          The first day is after the last one.
        </p>
      )}
    </PartForm>
  )
}

const isInOrder = (period: ReadingPeriod | null): boolean =>
  period === null || period.from === null || period.to === null || period.from <= period.to

interface DayFieldsProps {
  label: string
  period: ReadingPeriod
  onChange: (period: ReadingPeriod) => void
}

const DayFields = ({ label, period, onChange }: DayFieldsProps) => (
  <Group gap={10} grow wrap="nowrap">
    <DayInput
      label={`${label}From`}
      placeholder="The beginning"
      value={period.from ?? ''}
      onChange={(event) => onChange({ ...period, from: event.currentTarget.value || null })}
    />
    <DayInput
      label={label === '' ? 'To' : 'to'}
      placeholder="Today"
      value={period.to ?? ''}
      onChange={(event) => onChange({ ...period, to: event.currentTarget.value || null })}
    />
  </Group>
)

/** Kinds of documents that a question can be limited to by name. */
const kindNames = ['News', 'Forums', 'Comments', 'Videos', 'Papers']

interface SourcesFormProps {
  reading: ZeusReading
  onDone: (part: Pick<ZeusReading, 'outlets' | 'excluded' | 'country'>) => void
  onClose: () => void
}

const SourcesForm = ({ reading, onDone, onClose }: SourcesFormProps) => {
  const { data } = useQuery(listSourcesQueryOptions({ request: { client: useClient() } }))
  const [outlets, setOutlets] = useState(reading.outlets)
  const [excluded, setExcluded] = useState(reading.excluded)
  const [country, setCountry] = useState(reading.country)
  const names = [
    ...(data?.items ?? []).flatMap(({ kind, key, label }) =>
      kind === 'documents' && label.toLowerCase().replaceAll(' ', '_') === key ? [label] : [],
    ),
    ...kindNames,
  ]
  return (
    <PartForm
      onSubmit={() => {
        onClose()
        onDone({ outlets, excluded, country })
      }}
    >
      <NamesInput
        label="Only from"
        description="A source, a site such as bbc.co.uk, or a community such as r/vegan."
        names={names}
        value={outlets}
        onChange={setOutlets}
        isFirst
      />
      <NamesInput
        label="Without"
        description="A source, or a word that documents must not have."
        names={names}
        value={excluded}
        onChange={setExcluded}
      />
      <Select
        label="Country"
        placeholder="Everywhere"
        searchable
        clearable
        data={countryChoices()}
        value={country}
        onChange={setCountry}
        comboboxProps={{ withinPortal: false }}
        clearButtonProps={{ 'aria-label': 'Everywhere' }}
      />
    </PartForm>
  )
}

const isSameName = (one: string, other: string): boolean => one.toLowerCase() === other.trim().toLowerCase()

interface NamesInputProps {
  label: string
  description: string
  names: string[]
  value: string[]
  onChange: (names: string[]) => void
  isFirst?: boolean
}

const NamesInput = ({ label, description, names, value, onChange, isFirst = false }: NamesInputProps) => {
  const [typed, setTyped] = useState('')
  return (
    <TagsInput
      label={label}
      description={description}
      placeholder={value.length === 0 ? 'Reddit, News, …' : undefined}
      maxTags={10}
      maxLength={200}
      data={names}
      data-autofocus={isFirst || undefined}
      value={value}
      onChange={(all) => onChange(all.map((name) => names.find((known) => isSameName(known, name)) ?? name))}
      searchValue={typed}
      onSearchChange={setTyped}
      // a list that opens by itself would cover the rest of the form
      dropdownOpened={typed.trim() !== ''}
      comboboxProps={{ withinPortal: false }}
    />
  )
}
