import { ActionIcon, Box, Button, Flex, Select, Stack, Tooltip } from '@mantine/core'
import { type FeedKey, type FeedKind, type NewFeedKey, revokeFeedKey } from '@auspex/sdk'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useClient } from '../../lib/api/api.tsx'
import { portfolioChoicesOptions, projectsOptions, useRecentSignal } from '../../lib/api/collection-options.ts'
import { useDelayedChanges } from '../../lib/api/delayed-changes.tsx'
import { describeFailure, failureSentences } from '../../lib/api/failure.ts'
import { formatDay } from '../../lib/time/format.ts'
import { useModules } from '../../lib/people/modules.ts'
import { FormActions } from '../../ui/form-actions.tsx'
import { Card, Section } from '../../ui/page.tsx'
import { SecretField } from '../../ui/secret-field.tsx'
import { nameOf } from './monitor-words.ts'
import { feedKeysOptions, monitorsOptions, refreshFeedKeys, useCreateFeedKey } from './monitors.queries.ts'
import classes from './monitors.module.css'
import layout from '../../ui/layout.module.css'
import surfaces from '../../ui/surfaces.module.css'
import textStyles from '../../ui/text-styles.module.css'

const kindWords: Readonly<Record<FeedKind, { readonly label: string; readonly shows: string }>> = {
  monitor: { label: 'A monitor', shows: 'Its alerts' },
  signal: { label: 'A signal', shows: 'Its newest documents' },
  portfolio: { label: 'A portfolio', shows: 'What happened in its signals' },
  project: { label: 'A project', shows: 'What happened in its signals' },
  calendar: { label: 'A calendar', shows: 'When your monitors, digests and workflows run' },
}

const addressOf = (token: string, format: string): string => `${window.location.origin}/api/feeds/${token}/${format}`

/** Addresses at which other programs read what the person follows. */
export const FeedSection = () => {
  const { data, error } = useQuery(feedKeysOptions(useClient()))
  const { hiddenIds } = useDelayedChanges()
  const [isOpen, setOpen] = useState(false)
  const [created, setCreated] = useState<NewFeedKey | null>(null)
  const items = data?.items.filter(({ id }) => !hiddenIds.has(id)) ?? []
  return (
    <Section
      id="feeds"
      title="Feeds and calendar"
      hint="Read what you follow in your feed reader, or see in your calendar when things run. Anyone with an address can read it, so keep it to yourself."
      actions={
        !isOpen && (
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => {
              setCreated(null)
              setOpen(true)
            }}
          >
            New address
          </Button>
        )
      }
    >
      <Stack gap={16}>
        {error && (
          <p className={textStyles.fault} role="alert">
            {failureSentences(error)}
          </p>
        )}
        {created && (
          <Card>
            <NewAddress feed={created} onClose={() => setCreated(null)} />
          </Card>
        )}
        {isOpen && (
          <Card>
            <FeedForm
              onDone={(feed) => {
                setOpen(false)
                setCreated(feed)
              }}
              onCancel={() => setOpen(false)}
            />
          </Card>
        )}
        {items.length > 0 && (
          <Card padded={false}>
            <ul className={surfaces.lines} aria-label="Feeds and calendars">
              {items.map((feed) => (
                <FeedItem key={feed.id} feed={feed} />
              ))}
            </ul>
          </Card>
        )}
      </Stack>
    </Section>
  )
}

/** The address, which is shown only once. */
const NewAddress = ({ feed: { kind, title, token }, onClose }: { feed: NewFeedKey; onClose: () => void }) => (
  <Stack gap={12}>
    <p className={textStyles.text}>
      Copy it now: it is not shown again. {kind === 'calendar' ? 'Add it to your calendar by its address.' : title}
    </p>
    {kind === 'calendar' ? (
      <SecretField label="Calendar (iCalendar)" value={addressOf(token, 'ics')} isFocused />
    ) : (
      <>
        <SecretField label="Atom" value={addressOf(token, 'atom')} isFocused />
        <SecretField label="JSON Feed" value={addressOf(token, 'json')} />
      </>
    )}
    <Button variant="subtle" color="gray" style={{ alignSelf: 'flex-start' }} onClick={onClose}>
      Done
    </Button>
  </Stack>
)

const FeedItem = ({ feed: { id, kind, title, createdAt } }: { feed: FeedKey }) => {
  const client = useClient()
  const queryClient = useQueryClient()
  const { delay } = useDelayedChanges()
  const name = kind === 'calendar' ? 'Calendar' : (title ?? 'Something you can no longer see')
  const remove = () =>
    delay({
      ids: [id],
      text: `The address of ${name} was ended.`,
      send: async (options) => {
        await revokeFeedKey(id, { client, ...options })
        await refreshFeedKeys(queryClient, client)
      },
    })
  return (
    <Flex component="li" gap={16} align="center" justify="space-between" py={12} px="var(--card-padding)">
      <Box miw={0}>
        <p className={textStyles.breakable}>
          <strong>{name}</strong>
        </p>
        <p className={textStyles.caption}>
          {kindWords[kind].shows} · made on {formatDay(createdAt.slice(0, 10))}
        </p>
      </Box>
      <Tooltip label="End">
        <ActionIcon variant="subtle" color="gray" aria-label={`End the address of ${name}`} onClick={remove}>
          <IconTrash size={17} stroke={1.7} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </Flex>
  )
}

interface FeedFormProps {
  onDone: (feed: NewFeedKey) => void
  onCancel: () => void
}

/** What is read at the new address. */
const FeedForm = ({ onDone, onCancel }: FeedFormProps) => {
  const isOn = useModules()
  const create = useCreateFeedKey(useClient())
  const [kind, setKind] = useState<FeedKind>('calendar')
  const [itemId, setItemId] = useState<string | null>(null)
  const kinds = (['calendar', 'monitor', 'signal', 'portfolio', 'project'] as const)
    .filter((each) => (each === 'portfolio' ? isOn('portfolios') : each !== 'project' || isOn('projects')))
    .map((value) => ({ value, label: kindWords[value].label }))
  const isReady = kind === 'calendar' || itemId !== null
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (isReady) create.mutate({ kind, itemId }, { onSuccess: onDone })
  }
  return (
    <form onSubmit={save} aria-label="New address" noValidate>
      <Stack gap={16}>
        <div className={`${layout.split} ${classes.digestScope}`}>
          <Select
            label="Of"
            description={kindWords[kind].shows}
            data={kinds}
            value={kind}
            allowDeselect={false}
            onChange={(value) => {
              setKind(value ?? 'calendar')
              setItemId(null)
            }}
          />
          {kind !== 'calendar' && <ItemSelect kind={kind} value={itemId} onChange={setItemId} />}
        </div>
        <FormActions
          failure={create.error && describeFailure(create.error)}
          isPending={create.isPending}
          onCancel={onCancel}
        >
          Make the address
        </FormActions>
      </Stack>
    </form>
  )
}

interface ItemSelectProps {
  kind: Exclude<FeedKind, 'calendar'>
  value: string | null
  onChange: (id: string | null) => void
}

const ItemSelect = ({ kind, value, onChange }: ItemSelectProps) => {
  const client = useClient()
  const monitors = useQuery({ ...monitorsOptions(client), enabled: kind === 'monitor' })
  const portfolios = useQuery({ ...portfolioChoicesOptions(client), enabled: kind === 'portfolio' })
  const projects = useQuery({ ...projectsOptions(client), enabled: kind === 'project' })
  const signals = useRecentSignal()
  const items = {
    monitor: (monitors.data?.items ?? []).map((monitor) => ({ value: monitor.id, label: nameOf(monitor) })),
    portfolio: (portfolios.data?.items ?? []).map(({ id, title }) => ({ value: id, label: title })),
    project: (projects.data?.items ?? []).map(({ projectId, displayTitle }) => ({
      value: projectId,
      label: displayTitle,
    })),
    signal: signals.field.data,
  }[kind]
  return (
    <Select
      label={kindWords[kind].label.replace('A ', '').replace(/^./u, (letter) => letter.toUpperCase())}
      description={kind === 'signal' ? 'One of those that you viewed last' : ' '}
      placeholder={items.length === 0 ? 'You have none yet' : 'Choose one'}
      data={items}
      value={value}
      disabled={items.length === 0}
      searchable
      allowDeselect={false}
      nothingFoundMessage="No matches"
      onChange={onChange}
    />
  )
}
