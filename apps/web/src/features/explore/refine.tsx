import {
  ActionIcon,
  Box,
  Button,
  Group,
  MultiSelect,
  Select,
  TagsInput,
  TextInput,
  UnstyledButton,
} from '@mantine/core'
import { IconListDetails, IconPlus, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useClient } from '../../lib/api/api.tsx'
import { formatPlural } from '../../lib/numbers/format.ts'
import { formatDay } from '../../lib/time/format.ts'
import { countryChoices, countryName } from '../../lib/places/countries.ts'
import { type NameSource, useSourceNames } from '../../lib/words/source-names.ts'
import { DayInput } from '../../ui/date-input.tsx'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import surfaces from '../../ui/surfaces.module.css'
import textStyles from '../../ui/text-styles.module.css'
import { sourcesOptions } from './explore.queries.ts'
import { isFeedAddress, maxPairLength, maxFeeds, topicSearchSchema, type TopicSearch } from './explore.search.ts'
import { NameInput } from './topic-input.tsx'
import classes from './explore.module.css'

interface RefineProps {
  draft: Partial<TopicSearch>
  onChange: (change: Partial<TopicSearch>) => void
}

/** Everything that narrows or widens a search besides its topic. */
export const Refine = ({ onSeveral, help, ...fields }: RefineProps & { help: ReactNode; onSeveral?: () => void }) => {
  const { draft, onChange } = fields
  const [hasFeeds, setHasFeeds] = useState(draft.feed !== undefined)
  return (
    <div className={`${surfaces.panel} ${classes.panel}`}>
      {draft.and !== undefined && <SecondTerm {...fields} />}
      <TopicFilters {...fields} />
      {hasFeeds && <FeedsInput value={draft.feed ?? []} onChange={(feed) => onChange({ feed })} />}
      <Group gap="4px 8px" mx={-8} mb={-6}>
        {draft.and === undefined && (
          <MoreButton label="Add a second topic" onClick={() => onChange({ and: '', both: '1' })} />
        )}
        {!hasFeeds && <MoreButton label="Add your own feeds" onClick={() => setHasFeeds(true)} />}
        {onSeveral && (
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            leftSection={<IconListDetails size={16} stroke={1.7} aria-hidden />}
            onClick={onSeveral}
          >
            Search several topics
          </Button>
        )}
        {help}
      </Group>
    </div>
  )
}

/** What narrows a search, one chip for each; pressing one removes it. */
export const RefineChips = ({ draft, onChange }: RefineProps) => {
  const nameSource = useSourceNames()
  return describeRefinements(draft, nameSource).map(({ words, without }) => (
    <UnstyledButton
      key={words}
      className={`${surfaces.chip} ${surfaces.accent}`}
      aria-label={`Remove ${words}`}
      onClick={() => onChange(without)}
    >
      <Box component="span" className={textStyles.clip} maw={260}>
        {words}
      </Box>
      <IconX size={13} stroke={2} aria-hidden />
    </UnstyledButton>
  ))
}

/** What is set besides the topic, in words, and the change that removes it. */
const describeRefinements = (
  { and, both, geo, entity, source, from, to, feed }: Partial<TopicSearch>,
  nameSource: NameSource,
): { words: string; without: Partial<TopicSearch> }[] => {
  const second = and?.trim() ?? ''
  return [
    ...(second === ''
      ? []
      : [{ words: `${both === '1' ? 'and' : 'or'} ${second}`, without: { and: undefined, both: undefined } }]),
    ...(geo === undefined ? [] : [{ words: countryName(geo), without: { geo: undefined } }]),
    ...(entity === undefined ? [] : [{ words: `mentions ${entity}`, without: { entity: undefined } }]),
    ...(source === undefined
      ? []
      : [{ words: source.map((key) => nameSource(key)).join(', '), without: { source: undefined } }]),
    ...(from === undefined && to === undefined
      ? []
      : [{ words: describeDays(from, to), without: { from: undefined, to: undefined } }]),
    ...(feed === undefined ? [] : [{ words: formatPlural(feed.length, 'feed'), without: { feed: undefined } }]),
  ]
}

const describeDays = (from: string | undefined, to: string | undefined): string => {
  if (from !== undefined && to !== undefined) return `${formatDay(from)} – ${formatDay(to)}`
  return from === undefined ? `until ${formatDay(to ?? '')}` : `since ${formatDay(from)}`
}

/** The second term of a pair, and whether both must occur. */
const SecondTerm = ({ draft, onChange }: RefineProps) => {
  const field = useRef<HTMLInputElement>(null)
  // Focused only if the person has just added it, not if it came with the page's address.
  const isNew = useRef(draft.and === '')
  useEffect(() => {
    if (isNew.current) field.current?.focus()
  }, [])
  return (
    <Group gap={10}>
      <SegmentedControl
        aria-label="How the two topics are combined"
        value={draft.both === '1' ? 'both' : 'either'}
        onChange={(value) => onChange({ both: value === 'both' ? '1' : undefined })}
        data={[
          { value: 'both', label: 'and' },
          { value: 'either', label: 'or' },
        ]}
      />
      <TextInput
        flex={1}
        miw={110}
        aria-label="Second topic"
        placeholder="A second topic"
        value={draft.and ?? ''}
        maxLength={maxPairLength}
        autoComplete="off"
        spellCheck={false}
        ref={field}
        onChange={(event) => onChange({ and: event.currentTarget.value })}
      />
      <ActionIcon
        size="lg"
        variant="subtle"
        color="gray"
        aria-label="Remove the second topic"
        onClick={() => onChange({ and: undefined, both: undefined })}
      >
        <IconX size={18} stroke={1.8} aria-hidden />
      </ActionIcon>
    </Group>
  )
}

/** Where, about whom, in which sources and when. */
const TopicFilters = ({ draft, onChange }: RefineProps) => {
  const { data: sources } = useQuery(sourcesOptions(useClient()))
  return (
    <div className={classes.filters}>
      <Select
        label="Country"
        placeholder="Everywhere"
        data={countryChoices()}
        value={draft.geo ?? null}
        onChange={(geo) => onChange({ geo: geo ?? undefined })}
        searchable
        clearable
        nothingFoundMessage="No matching countries"
        maxDropdownHeight={280}
        clearButtonProps={{ 'aria-label': 'Any country' }}
      />
      <NameInput
        value={draft.entity ?? ''}
        onChange={(entity) => onChange({ entity: entity === '' ? undefined : entity })}
      />
      <MultiSelect
        className={classes.sources}
        label="Sources"
        placeholder={draft.source?.length ? undefined : 'All sources'}
        data={(sources?.items ?? [])
          .filter((source) => source.kind === 'documents')
          .map(({ key, label, enabled }) => ({ value: key, label, disabled: !enabled }))}
        value={draft.source ?? []}
        onChange={(source) =>
          onChange({ source: source.length > 0 ? topicSearchSchema.shape.source.parse(source) : undefined })
        }
        clearable
        clearButtonProps={{ 'aria-label': 'All sources' }}
      />
      <DayInput
        label="From"
        placeholder="Any day"
        value={draft.from ?? ''}
        max={draft.to}
        onChange={(event) => onChange({ from: event.currentTarget.value || undefined })}
      />
      <DayInput
        label="To"
        placeholder="Any day"
        value={draft.to ?? ''}
        min={draft.from}
        onChange={(event) => onChange({ to: event.currentTarget.value || undefined })}
      />
    </div>
  )
}

const MoreButton = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <Button
    variant="subtle"
    color="gray"
    size="compact-sm"
    leftSection={<IconPlus size={15} stroke={1.8} aria-hidden />}
    onClick={onClick}
  >
    {label}
  </Button>
)

interface FeedsInputProps {
  value: readonly string[]
  onChange: (feeds: string[] | undefined) => void
}

/** The person's own feeds, which the search reads as well. */
const FeedsInput = ({ value, onChange }: FeedsInputProps) => {
  const [refused, setRefused] = useState<string>()
  return (
    <TagsInput
      label="Your own feeds"
      description="Addresses of RSS, Atom or JSON feeds. Press Enter to add one."
      placeholder={value.length === 0 ? 'https://example.org/feed.xml' : undefined}
      value={[...value]}
      maxTags={maxFeeds}
      acceptValueOnBlur
      clearable
      clearButtonProps={{ 'aria-label': 'No feeds' }}
      error={refused}
      onChange={(all) => {
        const wrong = all.find((text) => !isFeedAddress(text))
        setRefused(wrong === undefined ? undefined : `“${wrong}” is not a web address. It must begin with https://`)
        const feeds = all.filter(isFeedAddress)
        onChange(feeds.length > 0 ? feeds : undefined)
      }}
    />
  )
}
