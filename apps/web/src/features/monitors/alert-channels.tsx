import { Checkbox, Group, TextInput } from '@mantine/core'
import type { Channel, MonitorSubscription } from '@auspex/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../lib/api/api.tsx'
import { destinationsOptions, notificationSettingsOptions } from './monitors.queries.ts'
import textStyles from '../../ui/text-styles.module.css'

/** Where the alerts of a monitor go. */
export interface AlertChannels {
  readonly channels: readonly Channel[]
  /** The address of the webhook; null for none. */
  readonly webhookUrl: string | null
  readonly destinationIds: readonly string[]
}

interface ChannelDraft {
  readonly inbox: boolean
  /** Null until the person decides: then it depends on whether the server sends email. */
  readonly email: boolean | null
  readonly webhook: string
  readonly destinationIds: readonly string[]
}

/** The channels of a new or an edited monitor while they are chosen. */
export const useAlertChannels = (monitor: MonitorSubscription | undefined) => {
  const { data } = useQuery(notificationSettingsOptions(useClient()))
  const [draft, setDraft] = useState<ChannelDraft>({
    inbox: monitor?.channels.includes('inbox') ?? true,
    email: monitor === undefined ? null : monitor.channels.includes('email'),
    webhook: monitor?.webhookUrl ?? '',
    destinationIds: monitor?.destinationIds ?? [],
  })
  const canEmail = data?.canEmail ?? false
  const byEmail = draft.email ?? canEmail
  const webhookUrl = draft.webhook.trim() || null
  const channels: Channel[] = [
    ...(draft.inbox ? (['inbox'] as const) : []),
    ...(byEmail ? (['email'] as const) : []),
    ...(webhookUrl === null ? [] : (['webhook'] as const)),
  ]
  const alerts: AlertChannels = { channels, webhookUrl, destinationIds: draft.destinationIds }
  return { draft, setDraft, canEmail, isEmailKnown: data !== undefined, byEmail, alerts }
}

/** The channels as fields. */
export const AlertChannelFields = ({
  draft,
  setDraft,
  canEmail,
  isEmailKnown,
  byEmail,
  alerts,
}: ReturnType<typeof useAlertChannels>) => (
  <>
    <Checkbox.Group
      label="Alerts go to"
      value={[...alerts.channels]}
      onChange={(values) => setDraft({ ...draft, inbox: values.includes('inbox'), email: values.includes('email') })}
      error={alerts.channels.length === 0 ? 'Choose at least one, or give a webhook.' : undefined}
    >
      <Group gap={20} mt={6}>
        <Checkbox value="inbox" label="Your inbox" />
        <Checkbox value="email" label="Your email" disabled={!canEmail && !byEmail} />
      </Group>
    </Checkbox.Group>
    {isEmailKnown && !canEmail && (
      <p className={textStyles.caption}>This server does not send email; your profile says how to turn it on.</p>
    )}
    <DestinationChoice
      chosen={draft.destinationIds}
      onChange={(destinationIds) => setDraft({ ...draft, destinationIds })}
    />
    <TextInput
      label="Webhook (optional)"
      placeholder="https://…"
      type="url"
      value={draft.webhook}
      maxLength={2000}
      onChange={(event) => setDraft({ ...draft, webhook: event.currentTarget.value })}
    />
  </>
)

/** Which channels of the team get the alerts as well; nothing where there are none. */
export const DestinationChoice = ({ chosen, onChange }: DestinationChoiceProps) => {
  const items = useQuery(destinationsOptions(useClient())).data?.items ?? []
  if (items.length === 0) return null
  return (
    <Checkbox.Group label="And to your team’s channels" value={[...chosen]} onChange={onChange}>
      <Group gap={20} mt={6}>
        {items.map(({ id, name }) => (
          <Checkbox key={id} value={id} label={name} />
        ))}
      </Group>
    </Checkbox.Group>
  )
}

interface DestinationChoiceProps {
  chosen: readonly string[]
  onChange: (ids: string[]) => void
}
