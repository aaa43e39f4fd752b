import { ActionIcon, Box, Button, Flex, Select, Stack, TextInput, Tooltip } from '@mantine/core'
import { type Destination, deleteDestination, type DestinationInput, type DestinationKind } from '@auspex/sdk'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useClient } from '../../lib/api/api.tsx'
import { useDelayedChanges } from '../../lib/api/delayed-changes.tsx'
import { describeFailure, failureSentences } from '../../lib/api/failure.ts'
import { useTell } from '../../lib/dialogs/notices.tsx'
import { formatSince } from '../../lib/time/format.ts'
import { useNow } from '../../lib/time/use-now.ts'
import { FormActions } from '../../ui/form-actions.tsx'
import { OutsideLink } from '../../ui/outside-link.tsx'
import { Card, Section } from '../../ui/page.tsx'
import { destinationsOptions, refreshDestinations, useCreateDestination } from './monitors.queries.ts'
import surfaces from '../../ui/surfaces.module.css'
import textStyles from '../../ui/text-styles.module.css'

interface Service {
  readonly label: string
  /** How to get the values that the form requests. */
  readonly how: string
  /** The service's own instructions. */
  readonly guide: string
  /** The address to type; null for a service with one address for everybody. */
  readonly address: { readonly label: string; readonly placeholder: string } | null
  readonly token: 'none' | 'optional' | 'required'
  readonly room: { readonly label: string; readonly placeholder: string } | null
}

const webhook = (placeholder: string) =>
  ({ address: { label: 'Webhook address', placeholder }, token: 'none', room: null }) as const

const services: Readonly<Record<DestinationKind, Service>> = {
  slack: {
    label: 'Slack',
    how: 'In Slack, add the app “Incoming Webhooks” to the channel and copy its webhook address. Mattermost works too.',
    guide: 'https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks/',
    ...webhook('https://hooks.slack.com/services/…'),
  },
  teams: {
    label: 'Microsoft Teams',
    how: 'In the channel, choose Workflows, then “Send webhook alerts to a channel”, and copy the address.',
    guide:
      'https://support.microsoft.com/office/create-incoming-webhooks-with-workflows-for-microsoft-teams-8ae491c7-0394-4861-ba59-055e33f75498',
    ...webhook('https://….logic.azure.com/workflows/…'),
  },
  discord: {
    label: 'Discord',
    how: 'In the settings of the channel, open Integrations, create a webhook and copy its address.',
    guide: 'https://support.discord.com/hc/en-us/articles/228383668-Intro-to-Webhooks',
    ...webhook('https://discord.com/api/webhooks/…'),
  },
  ntfy: {
    label: 'ntfy',
    how: 'Choose a topic name that nobody can guess, subscribe to it in the ntfy app, and give its address here.',
    guide: 'https://docs.ntfy.sh/publish/',
    address: { label: 'Topic address', placeholder: 'https://ntfy.sh/my-topic' },
    token: 'optional',
    room: null,
  },
  telegram: {
    label: 'Telegram',
    how: 'Create a bot with @BotFather, add it to the chat, and give its token and the number of the chat.',
    guide: 'https://core.telegram.org/bots/features#botfather',
    address: null,
    token: 'required',
    room: { label: 'Chat', placeholder: '-1001234567890 or @channel' },
  },
  matrix: {
    label: 'Matrix',
    how: 'Invite the account that posts to the room, and copy its access token and the internal id of the room.',
    guide: 'https://spec.matrix.org/latest/client-server-api/#using-access-tokens',
    address: { label: 'Home server', placeholder: 'https://matrix.example.org' },
    token: 'required',
    room: { label: 'Room id', placeholder: '!room:example.org' },
  },
}

const kinds = Object.keys(services) as DestinationKind[] // the keys of the record above

/** The rooms and topics of other services that alerts can go to. */
export const DestinationSection = () => {
  const { data, error } = useQuery(destinationsOptions(useClient()))
  const { hiddenIds } = useDelayedChanges()
  const [isOpen, setOpen] = useState(false)
  const items = data?.items.filter(({ id }) => !hiddenIds.has(id)) ?? []
  return (
    <Section
      id="destinations"
      title="Your team’s channels"
      hint={
        items.length === 0
          ? 'Alerts can also go to Slack, Microsoft Teams, Discord, ntfy, Telegram or Matrix. Add a channel, then choose it in a monitor.'
          : 'Choose in each monitor which of them get its alerts.'
      }
      actions={
        !isOpen && (
          <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen(true)}>
            Add a channel
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
        {items.length > 0 && (
          <Card padded={false}>
            <ul className={surfaces.lines} aria-label="Your team’s channels">
              {items.map((destination) => (
                <DestinationItem key={destination.id} destination={destination} />
              ))}
            </ul>
          </Card>
        )}
        {isOpen && (
          <Card>
            <DestinationForm onClose={() => setOpen(false)} />
          </Card>
        )}
      </Stack>
    </Section>
  )
}

const DestinationItem = ({ destination: { id, kind, name, host, lastDelivery } }: { destination: Destination }) => {
  const client = useClient()
  const queryClient = useQueryClient()
  const { delay } = useDelayedChanges()
  const remove = () =>
    delay({
      ids: [id],
      text: `${name} deleted. Monitors send nothing there any more.`,
      send: async (options) => {
        await deleteDestination(id, { client, ...options })
        await refreshDestinations(queryClient, client)
      },
    })
  return (
    <Flex component="li" gap={16} align="center" justify="space-between" py={12} px="var(--card-padding)">
      <Box miw={0}>
        <p className={textStyles.breakable}>
          <strong>{name}</strong>
        </p>
        <p className={`${textStyles.caption} ${textStyles.breakable}`}>
          {services[kind].label} · {host}
        </p>
        <LastMessage delivery={lastDelivery} />
      </Box>
      <Tooltip label="Delete">
        <ActionIcon variant="subtle" color="gray" aria-label={`Delete ${name}`} onClick={remove}>
          <IconTrash size={17} stroke={1.7} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </Flex>
  )
}

const stateWords = {
  waiting: { words: 'Last alert is waiting', state: 'lacking' },
  delivered: { words: 'Last alert delivered', state: 'good' },
  failed: { words: 'Last alert not delivered', state: 'failed' },
  unconfirmed: { words: 'Last alert unconfirmed', state: 'lacking' },
} as const

const LastMessage = ({ delivery }: { delivery: Destination['lastDelivery'] }) => {
  const now = useNow()
  if (delivery === null) return <p className={textStyles.caption}>Tested. No alerts yet</p>
  const { words, state } = stateWords[delivery.state]
  return (
    <p className={`${textStyles.caption} ${textStyles.breakable}`}>
      <span className={textStyles.state} data-state={state}>
        {words}
      </span>{' '}
      {formatSince(delivery.at, now)}. {delivery.reason}
    </p>
  )
}

/** Sends a test, and saves only what accepted it. */
const DestinationForm = ({ onClose }: { onClose: () => void }) => {
  const tell = useTell()
  const create = useCreateDestination(useClient())
  const [kind, setKind] = useState<DestinationKind>('slack')
  const [draft, setDraft] = useState({ name: '', address: '', token: '', room: '' })
  const { label, how, guide, address, token, room } = services[kind]
  const input = toInput(kind, draft)
  const [isTried, setTried] = useState(false)
  const faultOf = (key: 'address' | 'token' | 'room') =>
    isTried && draft[key].trim() === '' ? `${label} cannot be reached without it.` : undefined
  const field = (key: keyof typeof draft, limit: number) => ({
    value: draft[key],
    maxLength: limit,
    autoComplete: 'off',
    spellCheck: false,
    onChange: (event: { currentTarget: { value: string } }) => setDraft({ ...draft, [key]: event.currentTarget.value }),
  })
  const save = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (input === null) return
    create.mutate(input, {
      onSuccess: ({ name }) => {
        tell(`${name} got a test message and was added.`)
        onClose()
      },
    })
  }
  return (
    <form onSubmit={save} aria-label="New channel" noValidate>
      <Stack gap={16} maw={520}>
        <Select
          label="Service"
          data={kinds.map((value) => ({ value, label: services[value].label }))}
          value={kind}
          allowDeselect={false}
          onChange={(value) => value !== null && setKind(value)}
        />
        <p className={textStyles.note}>
          {how}{' '}
          <OutsideLink href={guide} className={`${textStyles.link} ${textStyles.inSentence}`}>
            How it works
          </OutsideLink>
        </p>
        <TextInput label="Name" placeholder={`#insights in ${label}`} {...field('name', 80)} />
        {address && (
          <TextInput
            label={address.label}
            placeholder={address.placeholder}
            type="url"
            error={faultOf('address')}
            {...field('address', 2000)}
          />
        )}
        {token !== 'none' && (
          <TextInput
            label={
              token === 'optional'
                ? 'Access token (optional)'
                : kind === 'telegram'
                  ? 'Token of the bot'
                  : 'Access token'
            }
            type="password"
            error={token === 'required' && faultOf('token')}
            {...field('token', 500)}
          />
        )}
        {room && (
          <TextInput
            label={room.label}
            placeholder={room.placeholder}
            error={faultOf('room')}
            {...field('room', 255)}
          />
        )}
        <FormActions
          failure={create.error && (describeFailure(create.error).detail ?? describeFailure(create.error).message)}
          isPending={create.isPending}
          onCancel={onClose}
        >
          Send a test and add
        </FormActions>
      </Stack>
    </form>
  )
}

interface DestinationDraft {
  readonly name: string
  readonly address: string
  readonly token: string
  readonly room: string
}

/** Null while something is missing. */
const toInput = (kind: DestinationKind, draft: DestinationDraft): DestinationInput | null => {
  const [url, token, room] = [draft.address.trim(), draft.token.trim(), draft.room.trim()]
  const name = draft.name.trim() || services[kind].label
  switch (kind) {
    case 'telegram':
      return token === '' || room === '' ? null : { kind, name, token, chat: room }
    case 'matrix':
      return url === '' || token === '' || room === '' ? null : { kind, name, url, token, room }
    case 'ntfy':
      return url === '' ? null : { kind, name, url, ...(token !== '' && { token }) }
    case 'slack':
    case 'discord':
    case 'teams':
    default:
      return url === '' ? null : { kind, name, url }
  }
}
