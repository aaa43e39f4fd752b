import type { EvidenceFilter } from '../evidence.ts'
import type { SignalReport } from '@auspex/sdk'
import { Button, Flex, Group, NativeSelect, Stack, TextInput, CloseButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconAdjustmentsHorizontal, IconX, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useClient } from '../../../lib/api/api.tsx'
import { formatDay } from '../../../lib/time/format.ts'
import { countryName } from '../../../lib/places/countries.ts'
import { useSourceNames, type NameSource } from '../../../lib/words/source-names.ts'
import { kindWords, toneOrder, toneWords } from '../../../lib/words/words.ts'
import { DayInput } from '../../../ui/date-input.tsx'
import { SegmentedControl } from '../../../ui/segmented-control.tsx'
import surfaces from '../../../ui/surfaces.module.css'
import textStyles from '../../../ui/text-styles.module.css'
import classes from './documents.module.css'
import { narrativesOptions } from '../signals.queries.ts'
import { type ReportSearch, reportSearchSchema } from '../signals.search.ts'

/** The typing pause, in milliseconds, before the server is queried. */
const typingPauseMs = 300

/** Filters the open documents while somebody types. */
const FindBox = ({ value, onChange }: { value: string; onChange: (find: string) => void }) => {
  const [typed, setTyped] = useState(value)
  const lastSent = useRef(value)
  const send = useEffectEvent((next: string) => {
    if (next === lastSent.current) return
    lastSent.current = next
    onChange(next)
  })
  useEffect(() => {
    const timer = setTimeout(() => send(typed.trim()), typingPauseMs)
    return () => clearTimeout(timer)
  }, [typed])
  useEffect(() => {
    // Another filter may be opened while this field is mounted; what this field sent comes back when more may have been typed.
    if (value === lastSent.current) return
    lastSent.current = value
    setTyped(value)
  }, [value])
  const clear = () => {
    setTyped('')
    lastSent.current = ''
    onChange('')
  }
  return (
    <TextInput
      size="xs"
      flex={1}
      miw={0}
      type="search"
      maxLength={200}
      aria-label="Find in these documents"
      placeholder="Find in these documents"
      leftSection={<IconSearch size={15} aria-hidden />}
      rightSection={typed !== '' && <CloseButton size="xs" aria-label="Clear the text search" onClick={clear} />}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={(event) => {
        // The first Escape clears the field, the next one closes the panel.
        if (event.key !== 'Escape' || typed === '') return
        event.stopPropagation()
        clear()
      }}
    />
  )
}

interface EvidenceFiltersProps {
  search: ReportSearch
  report: SignalReport
  onChange: (change: Partial<Record<keyof ReportSearch, string | undefined>>) => void
}

const any = (label: string) => ({ value: '', label })

/** The filters of the open documents; all of them are in the URL. */
export const EvidenceFilters = ({ search, report, onChange }: EvidenceFiltersProps) => {
  const nameSource = useSourceNames()
  const narrative = useNarrativeName(report.signalId, search.narrative)
  const chips = chipsOf(search, { nameSource, narrative })
  const [opened, { toggle }] = useDisclosure(false)
  return (
    <Stack gap={10} align="flex-start">
      <Group gap={8} wrap="nowrap" w="100%">
        <FindBox value={search.find ?? ''} onChange={(find) => onChange({ find })} />
        <NativeSelect
          size="xs"
          flex="none"
          aria-label="Order"
          value={search.sort ?? ''}
          onChange={(event) => onChange({ sort: event.currentTarget.value })}
          data={[
            any('Newest first'),
            { value: 'oldest', label: 'Oldest first' },
            { value: 'relevance', label: 'Most relevant' },
            { value: 'reach', label: 'Widest reach' },
            { value: 'engagement', label: 'Most reactions' },
          ]}
        />
      </Group>
      <Group gap={8} justify="space-between" w="100%">
        <SegmentedControl
          size="xs"
          aria-label="Which documents"
          value={search.docs ?? 'all'}
          onChange={(docs) => onChange({ docs })}
          data={[
            { value: 'all', label: 'All' },
            { value: 'documents', label: 'Articles and papers' },
            { value: 'chatter', label: 'Chatter' },
          ]}
        />
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          aria-expanded={opened}
          aria-controls="evidence-filters"
          leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
          onClick={toggle}
        >
          Filter
        </Button>
      </Group>
      <div id="evidence-filters" className={classes.filterSelects} hidden={!opened}>
        <FilterFields search={search} report={report} onChange={onChange} />
      </div>
      {chips.length > 0 && (
        <FilterChips
          chips={chips}
          onRemove={({ keys }) => onChange(Object.fromEntries(keys.map((key) => [key, undefined])))}
        />
      )}
    </Stack>
  )
}

const FilterFields = ({ search, report: { volume }, onChange }: EvidenceFiltersProps) => {
  const nameSource = useSourceNames()
  return (
    <>
      <NativeSelect
        size="xs"
        aria-label="Tone"
        value={search.tone ?? ''}
        onChange={(event) => onChange({ tone: event.currentTarget.value })}
        data={[any('Any tone'), ...toneOrder.map((value) => ({ value, label: toneWords[value] }))]}
      />
      <NativeSelect
        size="xs"
        aria-label="Source"
        value={search.source ?? ''}
        onChange={(event) => onChange({ source: event.currentTarget.value })}
        data={[
          any('Any source'),
          ...volume.sources.map(({ source }) => ({ value: source, label: nameSource(source) })),
        ]}
      />
      <NativeSelect
        size="xs"
        aria-label="Kind"
        value={search.kind ?? ''}
        onChange={(event) => onChange({ kind: event.currentTarget.value })}
        data={[any('Any kind'), ...volume.kinds.map(({ kind }) => ({ value: kind, label: kindWords[kind] }))]}
      />
      <DayInput
        size="xs"
        placeholder="First day"
        aria-label="First day"
        value={search.since ?? ''}
        onChange={(event) => onChange({ since: event.currentTarget.value })}
      />
      <DayInput
        size="xs"
        placeholder="Last day"
        aria-label="Last day"
        value={search.until ?? ''}
        onChange={(event) => onChange({ until: event.currentTarget.value })}
      />
    </>
  )
}

interface FilterChipsProps {
  chips: readonly EvidenceChip[]
  onRemove: (chip: EvidenceChip) => void
}

const FilterChips = ({ chips, onRemove }: FilterChipsProps) => (
  <Flex component="ul" wrap="wrap" gap={6} aria-label="Filters">
    {chips.map((chip) => (
      <li key={chip.keys.join()}>
        <button
          type="button"
          className={`${surfaces.chip} ${surfaces.accent} ${textStyles.strong} ${textStyles.breakable}`}
          onClick={() => onRemove(chip)}
          aria-label={`Remove filter ${chip.text}`}
        >
          {chip.text} <IconX size={13} stroke={2} aria-hidden />
        </button>
      </li>
    ))}
  </Flex>
)

/** A change of one control in the URL's form: an empty value is no filter. */
export const applyChange = (
  search: ReportSearch,
  change: Partial<Record<keyof ReportSearch, string | undefined>>,
): ReportSearch =>
  reportSearchSchema.parse(
    Object.fromEntries(
      Object.entries({ ...search, ...change }).filter(([, value]) => value !== undefined && value !== ''),
    ),
  )

/** The open list, its order, and fields with a control of their own are not chips. */
type FilterKey = Exclude<keyof EvidenceFilter, 'docs' | 'sort' | 'find' | 'doc'>

interface EvidenceChip {
  readonly keys: readonly FilterKey[]
  readonly text: string
}

/** What a narrative of the signal is called; undefined while it is not known, or where it is one of some days only. */
const useNarrativeName = (signalId: string, id: string | undefined): string | undefined => {
  const { data } = useQuery({ ...narrativesOptions(useClient(), signalId), enabled: id !== undefined })
  return data?.section === 'narratives' ? data.items.find((item) => item.id === id)?.label : undefined
}

/** The documents of one part of a change, in words. */
const partWords = (part: string): string => {
  const [cause] = part.split('.')
  if (cause === 'new') return 'New since a measurement'
  if (cause === 'newly-covered') return 'Newly covered days'
  return cause === 'method-added' ? 'Read differently' : 'Only in one of two queries'
}

interface ChipWords {
  readonly nameSource: NameSource
  /** What the narrative is called; undefined while it is not known. */
  readonly narrative: string | undefined
}

/** What the chip of each key says, in the order of the chips; nothing for a key that is not set. */
const chipTexts: readonly {
  readonly key: Exclude<FilterKey, 'since' | 'until'>
  readonly toText: (search: ReportSearch, words: ChipWords) => string | undefined
}[] = [
  { key: 'tone', toText: ({ tone }) => tone && `Tone: ${toneWords[tone].toLowerCase()}` },
  { key: 'source', toText: ({ source }, { nameSource }) => source && `Source: ${nameSource(source)}` },
  { key: 'kind', toText: ({ kind }) => kind && `Kind: ${kindWords[kind].toLowerCase()}` },
  { key: 'outlet', toText: ({ outlet }) => outlet && `Outlet: ${outlet}` },
  { key: 'author', toText: ({ author }) => author && `Author: ${author}` },
  { key: 'country', toText: ({ country }) => country && `Country: ${countryName(country)}` },
  { key: 'context', toText: ({ context }) => context && `Also has: ${context}` },
  { key: 'story', toText: ({ story }) => story && 'One text' },
  { key: 'ids', toText: ({ ids }) => ids && (ids.includes(',') ? 'Cited documents' : 'Cited document') },
  { key: 'narrative', toText: (search, { narrative }) => search.narrative && (narrative ?? 'One narrative') },
  { key: 'part', toText: ({ part }) => part && partWords(part) },
]

/** The filter of the open documents in words, one chip for each removable part. */
const chipsOf = (search: ReportSearch, words: ChipWords): readonly EvidenceChip[] => {
  const chips = chipTexts.flatMap(({ key, toText }): EvidenceChip[] => {
    const text = toText(search, words)
    return text ? [{ keys: [key], text }] : []
  })
  const period = periodChip(search)
  return period === null ? chips : [...chips, period]
}

const periodChip = ({ since, until }: ReportSearch): EvidenceChip | null => {
  if (since !== undefined && until !== undefined) {
    const text = since === until ? formatDay(since) : `${formatDay(since)} – ${formatDay(until)}`
    return { keys: ['since', 'until'], text }
  }
  if (since !== undefined) return { keys: ['since'], text: `Since ${formatDay(since)}` }
  return until === undefined ? null : { keys: ['until'], text: `Until ${formatDay(until)}` }
}
