import { Button, Group, Select, Stack, TextInput, NumberInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { MonitorPreviewInput, MonitorSubscription } from '@auspex/sdk'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, Fragment, useState } from 'react'
import { useClient } from '../../lib/api/api.tsx'
import { countryName } from '../../lib/places/countries.ts'
import { describeFailure } from '../../lib/api/failure.ts'
import { formatPlural } from '../../lib/numbers/format.ts'
import { useSourceNames } from '../../lib/words/source-names.ts'
import { Card } from '../../ui/page.tsx'
import { type AlertChannels, AlertChannelFields, useAlertChannels } from './alert-channels.tsx'
import { nameOf } from './monitor-words.ts'
import { previewOptions, useCreateMonitor, useUpdateMonitor } from './monitors.queries.ts'
import type { MonitorsSearch } from './monitors.search.ts'
import { PreviewView } from './preview-view.tsx'
import {
  firstDraft,
  toDraft,
  toRule,
  type NumberField,
  type RuleDraft,
  type RuleKind,
  kinds,
  windowsOf,
} from './rule-draft.ts'
import classes from './monitors.module.css'
import textStyles from '../../ui/text-styles.module.css'
import layout from '../../ui/layout.module.css'
import { CancelButton, Failure } from '../../ui/form-actions.tsx'

const fieldWords: Record<NumberField, FieldWords> = {
  documents: { label: 'Documents', min: 1, max: 10_000_000, step: 5, scale: 0 },
  times: { label: 'Times the usual', min: 1, max: 1000, step: 0.5, scale: 2 },
  ratio: { label: 'Ratio', min: 1, max: 100, step: 0.1, scale: 2 },
  tone: { label: 'Mean tone', min: -1, max: 1, step: 0.05, scale: 2 },
  minDocuments: { label: 'Minimum documents', min: 1, max: 100_000, step: 5, scale: 0 },
}

/** Growth counts stories, so that copies of a text are not growth; tone is a mean over documents. */
const labelOf = (field: NumberField, kind: RuleKind) =>
  field === 'minDocuments' && kind === 'volume-times-usual' ? 'Minimum pieces' : fieldWords[field].label

const windowWords = (days: number) => (days === 1 ? 'One day' : `${days} days`)

/** A number of a rule. What is typed stays as it is while it is unfinished: "1." on the way to 1.5, "-" on the way to -0.1. */
const RuleNumber = ({ label, limits: { min, max, step, scale }, value, onChange }: RuleNumberProps) => {
  const [typed, setTyped] = useState<number | string>(value ?? '')
  const shownValue = toNumber(typed) === value ? typed : (value ?? '')
  return (
    <NumberInput
      label={label}
      min={min}
      max={max}
      step={step}
      decimalScale={scale}
      clampBehavior="strict"
      value={shownValue}
      onChange={(next) => {
        setTyped(next)
        onChange(toNumber(next))
      }}
    />
  )
}

/** Null for nothing, or for the beginning of a number. */
const toNumber = (typed: number | string): number | null =>
  typed === '' || Number.isNaN(Number(typed)) ? null : Number(typed)

/** When the monitor alerts: the kind of rule, then its numbers. */
const RuleFields = ({ draft, onChange }: RuleFieldsProps) => {
  const { fields, text } = kinds[draft.kind]
  const windows = windowsOf(draft)
  return (
    <>
      <Select
        label="Alert me when"
        description={text}
        inputWrapperOrder={['label', 'input', 'description']}
        data={Object.entries(kinds).map(([value, { label }]) => ({ value, label }))}
        value={draft.kind}
        // the options are the keys of kinds
        onChange={(kind) => kind !== null && onChange({ ...draft, kind: kind as RuleKind })}
        allowDeselect={false}
      />
      <div className={layout.pair}>
        {fields.map((field) => (
          <RuleNumber
            key={field}
            label={labelOf(field, draft.kind)}
            limits={fieldWords[field]}
            value={draft[field]}
            onChange={(value) => onChange({ ...draft, [field]: value })}
          />
        ))}
        {draft.kind === 'new-inflection' && (
          <Select
            label="Which"
            data={[
              { value: 'any', label: 'Any' },
              { value: 'spike', label: 'Spikes' },
              { value: 'shift', label: 'Changes of level' },
            ]}
            value={draft.inflection}
            onChange={(inflection) => onChange({ ...draft, inflection: inflection ?? 'any' })}
            allowDeselect={false}
          />
        )}
        {draft.kind !== 'new-inflection' && windows.length > 0 && (
          <Select
            label="Window"
            data={windows.map((days) => ({ value: String(days), label: windowWords(days) }))}
            value={String(windows.includes(draft.windowDays) ? draft.windowDays : windows[0])}
            onChange={(days) => onChange({ ...draft, windowDays: Number(days) })}
            allowDeselect={false}
          />
        )}
      </div>
    </>
  )
}

interface MonitorFormProps {
  /** The topic to monitor, from the address. */
  search?: MonitorsSearch
  /** The monitor to edit; omitted to create one. */
  monitor?: MonitorSubscription
  /** The person has just opened the form of a new monitor. */
  isOpened?: boolean
  onDone: () => void
  onCancel?: (() => void) | undefined
}

const typingPauseMs = 350
const noSearch: MonitorsSearch = { source: undefined }
const cooldowns = [
  { value: '24', label: 'Once a day' },
  { value: '72', label: 'Once in three days' },
  { value: '168', label: 'Once a week' },
  { value: '672', label: 'Once in four weeks' },
]

/** What is typed and chosen in the form, and the monitor that it describes. */
const useMonitorDraft = (search: MonitorsSearch, monitor: MonitorSubscription | undefined) => {
  const [values, setValues] = useState(() => ({
    term: search.term ?? '',
    name: monitor?.name ?? '',
    rule: monitor ? toDraft(monitor.rule) : { ...firstDraft, kind: search.rule ?? firstDraft.kind },
    cooldown: String(monitor?.cooldownHours ?? 24),
  }))
  const rule = toRule(values.rule)
  const query = monitor?.query ?? toQuery(search, values.term)
  return {
    values,
    change: (part: Partial<typeof values>) => setValues((before) => ({ ...before, ...part })),
    /** Null for an incomplete rule. */
    input: rule && { query, rule, cooldownHours: Number(values.cooldown) },
    missingField: missingFieldOf({
      hasTopic: monitor !== undefined || values.term.trim() !== '',
      hasRule: rule !== null,
    }),
  }
}

const missingFieldOf = ({ hasTopic, hasRule }: { hasTopic: boolean; hasRule: boolean }): 'topic' | 'number' | null => {
  if (!hasTopic) return 'topic'
  return hasRule ? null : 'number'
}

/** A rule beside its back-test: both update together, before anything is saved. */
export const MonitorForm = ({ search = noSearch, monitor, isOpened = false, onDone, onCancel }: MonitorFormProps) => {
  const { values, change, input, missingField } = useMonitorDraft(search, monitor)
  const choice = useAlertChannels(monitor)
  const preview = usePreview(input)
  const isBlocked = missingField !== null || choice.alerts.channels.length === 0
  const saving = useMonitorSave(monitor, onDone)
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (input === null || isBlocked) return
    saving.save(input, { name: values.name.trim() || null, alerts: choice.alerts })
  }
  // an edited monitor is already inside a card of its list
  const Frame = monitor ? Fragment : Card
  return (
    <Frame>
      <form
        className={classes.form}
        onSubmit={save}
        aria-label={monitor ? `Change the monitor for ${nameOf(monitor)}` : 'New monitor'}
      >
        <Stack className={classes.fields} gap={16}>
          {monitor === undefined && (
            <TopicField
              search={search}
              value={values.term}
              onChange={(term) => change({ term })}
              isFocused={isOpened}
            />
          )}
          <RuleFields draft={values.rule} onChange={(rule) => change({ rule })} />
          <div className={layout.pair}>
            <Select
              label="Alert me at most"
              data={cooldownsWith(monitor?.cooldownHours)}
              value={values.cooldown}
              onChange={(hours) => change({ cooldown: hours ?? '24' })}
              allowDeselect={false}
            />
            <TextInput
              label="Name (optional)"
              placeholder={monitor?.title ?? (values.term.trim() || 'Same as the topic')}
              value={values.name}
              maxLength={120}
              onChange={(event) => change({ name: event.currentTarget.value })}
              autoComplete="off"
            />
          </div>
          <AlertChannelFields {...choice} />
        </Stack>
        <div className={classes.formPreview}>
          <PreviewView {...preview} missing={missingField} />
        </div>
        <Stack className={classes.end} gap={16}>
          <p className={textStyles.note}>
            Each day is checked once it is over.
            {monitor && ' After a change, no alerts are sent for past days.'}
          </p>
          <Failure failure={saving.failure} />
          <Group gap={8} align="stretch" wrap="nowrap">
            <Button type="submit" loading={saving.isPending} disabled={isBlocked}>
              {monitor ? 'Save changes' : 'Save monitor'}
            </Button>
            {onCancel && <CancelButton onClick={onCancel} />}
          </Group>
        </Stack>
      </form>
    </Frame>
  )
}

interface TopicFieldProps {
  search: MonitorsSearch
  value: string
  onChange: (term: string) => void
  /** The person has just opened the form, which is below the list. */
  isFocused: boolean
}

/** The topic of a new monitor, with the other conditions that its address has. */
const TopicField = ({ search: { geo, entity, source }, value, onChange, isFocused }: TopicFieldProps) => {
  const nameSource = useSourceNames()
  const scope = [geo && countryName(geo), entity && `mentions ${entity}`, source?.map(nameSource).join(', ')]
  return (
    <TextInput
      label="Topic"
      placeholder="A word, a phrase or a query"
      value={value}
      maxLength={500}
      description={scope.filter(Boolean).join(' · ') || undefined}
      inputWrapperOrder={['label', 'input', 'description']}
      onChange={(event) => onChange(event.currentTarget.value)}
      autoComplete="off"
      spellCheck={false}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the person has just opened the form, which is below the list
      autoFocus={isFocused}
    />
  )
}

/** The back-test of a rule, once typing pauses; none for an incomplete rule. */
const usePreview = (input: MonitorPreviewInput | null) => {
  const text = JSON.stringify(input)
  const [settled] = useDebouncedValue(text, typingPauseMs)
  const settledInput = JSON.parse(settled) as MonitorPreviewInput | null // written two lines above
  const { data, error, isPlaceholderData } = useQuery(previewOptions(useClient(), settledInput))
  return { preview: data, error, isCurrent: settled === text && !isPlaceholderData }
}

interface MonitorOptions {
  readonly name: string | null
  readonly alerts: AlertChannels
}

/** Creates a monitor, or changes the given one. */
const useMonitorSave = (monitor: MonitorSubscription | undefined, onDone: () => void) => {
  const client = useClient()
  const create = useCreateMonitor(client)
  const update = useUpdateMonitor(client)
  const save = (
    input: MonitorPreviewInput,
    { name, alerts: { channels, webhookUrl, destinationIds } }: MonitorOptions,
  ) => {
    const { rule, cooldownHours } = input
    const alerts = { channels: [...channels], webhookUrl }
    const places = { destinationIds: [...destinationIds] }
    const areSame = monitor?.webhookUrl === webhookUrl && isSameSet(monitor.channels, channels)
    const hasSamePlaces = monitor !== undefined && isSameSet(monitor.destinationIds, destinationIds)
    // unchanged fields are not sent: another name should not cause a new lookup of the webhook address
    if (monitor)
      update.mutate(
        {
          id: monitor.id,
          changes: { name, rule, cooldownHours, ...(!areSame && alerts), ...(!hasSamePlaces && places) },
        },
        { onSuccess: onDone },
      )
    else
      create.mutate(
        { ...input, ...alerts, ...(destinationIds.length > 0 && places), ...(name !== null && { name }) },
        { onSuccess: onDone },
      )
  }
  const error = create.error ?? update.error
  return { save, failure: error && describeFailure(error), isPending: create.isPending || update.isPending }
}

const isSameSet = (a: readonly string[], b: readonly string[]) => a.toSorted().join() === b.toSorted().join()

/** The options, plus the stored hours of the monitor if another program chose others. */
const cooldownsWith = (storedHours: number | undefined) =>
  storedHours === undefined || cooldowns.some(({ value }) => value === String(storedHours))
    ? cooldowns
    : [...cooldowns, { value: String(storedHours), label: `Once in ${formatPlural(storedHours, 'hour')}` }]

const toQuery = (search: MonitorsSearch, term: string): MonitorPreviewInput['query'] => ({
  query_term: term.trim(),
  isCompound: false,
  geo: search.geo ?? null,
  entity: search.entity ?? null,
  sources: search.source ?? [],
})

interface RuleFieldsProps {
  draft: RuleDraft
  onChange: (draft: RuleDraft) => void
}

interface RuleNumberProps {
  label: string
  limits: FieldWords
  /** Null when the field is empty. */
  value: number | null
  onChange: (value: number | null) => void
}

interface FieldWords {
  readonly label: string
  readonly min: number
  readonly max: number
  readonly step: number
  readonly scale: number
}
