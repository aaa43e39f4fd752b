import { Button, Flex, Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconAdjustmentsHorizontal, IconX } from '@tabler/icons-react'
import type { SignalReport } from '@auspex/sdk'
import { useSourceNames } from '../../../lib/source-names.ts'
import { kindWords, toneOrder, toneWords } from '../../../lib/words.ts'
import { type ReportSearch, reportSearchSchema } from '../signals.search.ts'
import { chipsOf } from './evidence-chips.ts'
import { FindBox } from './find-box.tsx'
import classes from './evidence-panel.module.css'
import surfaces from '../../../ui/surfaces.module.css'
import textStyles from '../../../ui/text-styles.module.css'
import { SegmentedControl } from '../../../ui/segmented-control.tsx'

interface EvidenceFiltersProps {
  search: ReportSearch
  report: SignalReport
  onChange: (change: Partial<Record<keyof ReportSearch, string | undefined>>) => void
}

const any = (label: string) => ({ value: '', label })

/** What narrows the open documents; everything of it is in the URL. */
export const EvidenceFilters = ({ search, report, onChange }: EvidenceFiltersProps) => {
  const nameSource = useSourceNames()
  const chips = chipsOf(search, nameSource)
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
      <div id="evidence-filters" className={classes.selects} hidden={!opened}>
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
            ...report.volume.sources.map(({ source }) => ({ value: source, label: nameSource(source) })),
          ]}
        />
        <NativeSelect
          size="xs"
          aria-label="Kind"
          value={search.kind ?? ''}
          onChange={(event) => onChange({ kind: event.currentTarget.value })}
          data={[any('Any kind'), ...report.volume.kinds.map(({ kind }) => ({ value: kind, label: kindWords[kind] }))]}
        />
        <TextInput
          size="xs"
          type="date"
          aria-label="First day"
          value={search.since ?? ''}
          onChange={(event) => onChange({ since: event.currentTarget.value })}
        />
        <TextInput
          size="xs"
          type="date"
          aria-label="Last day"
          value={search.until ?? ''}
          onChange={(event) => onChange({ until: event.currentTarget.value })}
        />
      </div>
      {chips.length > 0 && (
        <Flex component="ul" wrap="wrap" gap={6} aria-label="Filters">
          {chips.map((chip) => (
            <li key={chip.keys.join()}>
              <button
                type="button"
                className={`${surfaces.chip} ${surfaces.accent} ${textStyles.strong} ${textStyles.breakable}`}
                onClick={() => onChange(Object.fromEntries(chip.keys.map((key) => [key, undefined])))}
                aria-label={`Remove filter ${chip.text}`}
              >
                {chip.text} <IconX size={13} stroke={2} aria-hidden />
              </button>
            </li>
          ))}
        </Flex>
      )}
    </Stack>
  )
}

/** A change of one control as the URL keeps it: an empty value is no filter. */
export const applyChange = (
  search: ReportSearch,
  change: Partial<Record<keyof ReportSearch, string | undefined>>,
): ReportSearch =>
  reportSearchSchema.parse(
    Object.fromEntries(
      Object.entries({ ...search, ...change }).filter(([, value]) => value !== undefined && value !== ''),
    ),
  )
