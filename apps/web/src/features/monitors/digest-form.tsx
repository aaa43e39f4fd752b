import { Box, Checkbox, Group, Loader, Select, Stack } from '@mantine/core'
import type { Digest, DigestFrequency, DigestInput, DigestScope, DigestText } from '@auspex/sdk'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, Fragment, useState } from 'react'
import { useClient } from '../../lib/api/api.tsx'
import { portfolioChoicesOptions, projectsOptions } from '../../lib/api/collection-options.ts'
import { describeFailure } from '../../lib/api/failure.ts'
import { useTell } from '../../lib/dialogs/notices.tsx'
import { useModules } from '../../lib/people/modules.ts'
import { localZone, zones } from '../../lib/time/format.ts'
import { splitNames } from '../../lib/words/words.ts'
import { SmallFailure } from '../../ui/error-view.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import { DestinationChoice } from './alert-channels.tsx'
import {
  digestPreviewOptions,
  notificationSettingsOptions,
  useCreateDigest,
  useUpdateDigest,
} from './monitors.queries.ts'
import { weekdayNames } from '../../lib/time/dates.ts'
import classes from './monitors.module.css'
import layout from '../../ui/layout.module.css'
import textStyles from '../../ui/text-styles.module.css'
import { NoteLines } from '../../ui/values.tsx'

const frequencies: { value: DigestFrequency; label: string }[] = [
  { value: 'daily', label: 'Every day' },
  { value: 'weekly', label: 'Every week' },
  { value: 'monthly', label: 'On the first of the month' },
]
const weekdays = weekdayNames.map((label, index) => ({
  value: String(index + 1),
  label,
}))
const hours = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}))

interface DigestFormProps {
  /** The digest to change; none for a new one. */
  digest?: Digest
  onClose: () => void
}

/** The settings of a digest except for its scope, which cannot be changed later, and its channels. */
const initialDraft = (digest: Digest | undefined) => ({
  frequency: digest?.frequency ?? ('weekly' as const),
  weekday: digest?.weekday ?? 1,
  hour: digest?.hour ?? 7,
  zone: digest?.zone ?? localZone(),
  onlyIfChanged: digest?.onlyIfChanged ?? true,
  attachPdf: digest?.attachPdf ?? false,
  destinationIds: digest?.destinationIds ?? [],
})

type Draft = ReturnType<typeof initialDraft>
type Channels = NonNullable<DigestInput['channels']>

const allChannels = ['inbox', 'email'] as const
const onlyKnown = (names: readonly string[]): Channels => allChannels.filter((channel) => names.includes(channel))

/** Where a digest goes. A new one goes to the inbox, and by email where the server can send any. */
const useChannels = (digest: Digest | undefined) => {
  const canEmail = useQuery(notificationSettingsOptions(useClient())).data?.canEmail ?? false
  const [chosen, setChosen] = useState<Channels | null>(digest ? onlyKnown(digest.channels) : null)
  const channels: Channels = chosen ?? (canEmail ? ['inbox', 'email'] : ['inbox'])
  return { channels, canEmail, setChannels: setChosen }
}

/** Creates or changes a digest, tells the person and closes the form. */
const useSave = (digest: Digest | undefined, onClose: () => void) => {
  const client = useClient()
  const tell = useTell()
  const create = useCreateDigest(client)
  const update = useUpdateDigest(client)
  const onSuccess = () => {
    tell(digest ? 'The digest was changed.' : 'The digest was saved.')
    onClose()
  }
  return {
    error: create.error ?? update.error,
    isPending: create.isPending || update.isPending,
    save: (scope: DigestScope, settings: Omit<DigestInput, 'scope'>) => {
      if (digest) update.mutate({ id: digest.id, changes: settings }, { onSuccess })
      else create.mutate({ scope, ...settings }, { onSuccess })
    },
  }
}

/** What to summarize, when to send it and where to, with the digest as it would be sent now. */
export const DigestForm = ({ digest, onClose }: DigestFormProps) => {
  const [scope, setScope] = useState<DigestScope | null>(digest?.scope ?? { kind: 'following' })
  const [draft, setDraft] = useState(() => initialDraft(digest))
  const { channels, canEmail, setChannels } = useChannels(digest)
  const { error, isPending, save } = useSave(digest, onClose)
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (scope !== null && channels.length > 0) save(scope, { ...draft, channels })
  }
  return (
    <form onSubmit={submit} aria-label={digest ? 'Edit the digest' : 'New digest'} noValidate>
      <Stack gap={16}>
        {digest === undefined && <ScopeFields scope={scope} onChange={setScope} />}
        <ScheduleFields draft={draft} onChange={change} />
        <Checkbox
          label="Only if something changed"
          checked={draft.onlyIfChanged}
          onChange={(event) => change({ onlyIfChanged: event.currentTarget.checked })}
        />
        <ChannelFields channels={channels} canEmail={canEmail} onChange={setChannels} />
        {channels.includes('email') && scope !== null && 'id' in scope && (
          <Checkbox
            label={`Attach the ${scope.kind} as a PDF`}
            description="With all its signals and their figures, as its export has them"
            checked={draft.attachPdf}
            onChange={(event) => change({ attachPdf: event.currentTarget.checked })}
          />
        )}
        <DestinationChoice chosen={draft.destinationIds} onChange={(destinationIds) => change({ destinationIds })} />
        <DigestPreview scope={scope} frequency={draft.frequency} />
        <FormActions failure={error && describeFailure(error)} isPending={isPending} onCancel={onClose}>
          {digest ? 'Save changes' : 'Save digest'}
        </FormActions>
      </Stack>
    </form>
  )
}

interface ScheduleFieldsProps {
  draft: Draft
  onChange: (part: Partial<Draft>) => void
}

const ScheduleFields = ({ draft, onChange }: ScheduleFieldsProps) => (
  <div className={`${layout.split} ${classes.digestTimes}`}>
    <Select
      label="How often"
      data={frequencies}
      value={draft.frequency}
      allowDeselect={false}
      onChange={(value) => onChange({ frequency: value ?? 'weekly' })}
    />
    {draft.frequency === 'weekly' && (
      <Select
        label="Day"
        data={weekdays}
        value={String(draft.weekday)}
        allowDeselect={false}
        onChange={(value) => onChange({ weekday: Number(value ?? 1) })}
      />
    )}
    <Select
      label="Time"
      data={hours}
      value={String(draft.hour)}
      allowDeselect={false}
      onChange={(value) => onChange({ hour: Number(value ?? 7) })}
    />
    <Select
      label="Time zone"
      data={zones()}
      value={draft.zone}
      searchable
      allowDeselect={false}
      limit={60}
      nothingFoundMessage="No matching time zones"
      onChange={(value) => onChange({ zone: value ?? draft.zone })}
    />
  </div>
)

interface ChannelFieldsProps {
  channels: Channels
  canEmail: boolean
  onChange: (channels: Channels) => void
}

const ChannelFields = ({ channels, canEmail, onChange }: ChannelFieldsProps) => (
  <Checkbox.Group
    label="Where to"
    value={[...channels]}
    error={channels.length === 0 ? 'Choose at least one.' : undefined}
    onChange={(values) => onChange(onlyKnown(values))}
  >
    <Group gap={20} mt={6}>
      <Checkbox value="inbox" label="Your inbox" />
      <Checkbox value="email" label="Your email" disabled={!canEmail && !channels.includes('email')} />
    </Group>
  </Checkbox.Group>
)

interface ScopeFieldsProps {
  scope: DigestScope | null
  /** Null while a portfolio or project is yet to be chosen. */
  onChange: (scope: DigestScope | null) => void
}

type Kind = DigestScope['kind']

/** Which signals to summarize. */
const ScopeFields = ({ scope, onChange }: ScopeFieldsProps) => {
  const isOn = useModules()
  const [kind, setKind] = useState<Kind>(scope?.kind ?? 'following')
  const kinds: { value: Kind; label: string }[] = [
    { value: 'following', label: 'All that I follow' },
    { value: 'monitors', label: 'My monitors' },
    ...(isOn('portfolios') ? [{ value: 'portfolio' as const, label: 'A portfolio' }] : []),
    ...(isOn('projects') ? [{ value: 'project' as const, label: 'A project' }] : []),
  ]
  const choose = (next: Kind) => {
    setKind(next)
    onChange(next === 'following' || next === 'monitors' ? { kind: next } : null)
  }
  return (
    <div className={`${layout.split} ${classes.digestScope}`}>
      <Select
        label="Sum up"
        description={kind === 'following' ? 'Your monitors and the portfolios that you created' : undefined}
        data={kinds}
        value={kind}
        allowDeselect={false}
        onChange={(value) => choose(value ?? 'following')}
      />
      {kind === 'portfolio' && (
        <PortfolioSelect
          value={scope?.kind === 'portfolio' ? scope.id : null}
          onChange={(id) => onChange({ kind, id })}
        />
      )}
      {kind === 'project' && (
        <ProjectSelect value={scope?.kind === 'project' ? scope.id : null} onChange={(id) => onChange({ kind, id })} />
      )}
    </div>
  )
}

interface CollectionSelectProps {
  value: string | null
  onChange: (id: string) => void
}

const PortfolioSelect = ({ value, onChange }: CollectionSelectProps) => {
  const { data } = useQuery(portfolioChoicesOptions(useClient()))
  const items = (data?.items ?? []).map(({ id, title }) => ({ value: id, label: title }))
  return <CollectionSelect label="Portfolio" items={items} value={value} onChange={onChange} />
}

const ProjectSelect = ({ value, onChange }: CollectionSelectProps) => {
  const { data } = useQuery(projectsOptions(useClient()))
  const items = (data?.items ?? []).map(({ projectId, displayTitle }) => ({ value: projectId, label: displayTitle }))
  return <CollectionSelect label="Project" items={items} value={value} onChange={onChange} />
}

const CollectionSelect = ({
  label,
  items,
  value,
  onChange,
}: CollectionSelectProps & { label: 'Portfolio' | 'Project'; items: { value: string; label: string }[] }) => (
  <Select
    label={label}
    placeholder={items.length === 0 ? `You have no ${label.toLowerCase()} yet` : `Choose a ${label.toLowerCase()}`}
    data={items}
    value={value}
    disabled={items.length === 0}
    searchable
    allowDeselect={false}
    nothingFoundMessage="No matches"
    onChange={(id) => id !== null && onChange(id)}
  />
)

/** The digest as it would be sent now, with the reader's own data. */
const DigestPreview = ({ scope, frequency }: { scope: DigestScope | null; frequency: DigestFrequency }) => {
  const { data, error, isFetching, refetch } = useQuery(
    digestPreviewOptions(useClient(), scope === null ? null : { scope, frequency }),
  )
  if (scope === null) return null
  return (
    <section aria-label="Preview" aria-busy={isFetching} className={classes.digestPreview}>
      <Group gap={8}>
        <p className={textStyles.caption}>What it would say now</p>
        {isFetching && <Loader size={14} aria-label="Reading the reports" />}
      </Group>
      {error && <SmallFailure words={describeFailure(error).message} onRetry={() => void refetch()} />}
      {!error && data === undefined && <p className={textStyles.note}>The reports of its signals are being read.</p>}
      {!error && data && <DigestView text={data} />}
    </section>
  )
}

const DigestView = ({ text: { title, lead, items, more, closing } }: { text: DigestText }) => (
  <Stack gap={10} mt={8}>
    <Box component="h4" className={textStyles.title} fw={600}>
      {title}
    </Box>
    {lead !== '' && <p className={textStyles.text}>{lead}</p>}
    {items.length > 0 && (
      <ul className={classes.digestItems}>
        {items.map((item) => (
          <li key={item.signalId}>
            <strong className={textStyles.breakable}>{item.title}</strong>
            <p className={`${textStyles.text} ${textStyles.breakable}`}>
              {splitNames(item).map(({ text, signalId }, at) =>
                signalId === null ? <Fragment key={at}>{text}</Fragment> : <strong key={at}>{text}</strong>,
              )}
            </p>
          </li>
        ))}
      </ul>
    )}
    {more.length > 0 && <p className={textStyles.note}>Also changed: {more.join(', ')}.</p>}
    <NoteLines text={closing} />
  </Stack>
)
