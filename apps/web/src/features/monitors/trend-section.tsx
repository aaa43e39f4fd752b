import { ActionIcon, Box, Flex, Skeleton, Tooltip, Button, Select } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import type { GlobalTrendsSubscription, Frequency } from '@auspex/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../lib/api/api.tsx'
import { describeFailure } from '../../lib/api/failure.ts'
import { formatInstant } from '../../lib/time/format.ts'
import { Card, Section } from '../../ui/page.tsx'
import { ErrorView } from '../../ui/error-view.tsx'
import { describeTrends } from './monitor-words.ts'
import {
  categoriesOptions,
  trendSubscriptionsOptions,
  notificationSettingsOptions,
  useSubscribeToTrends,
  useEndTrends,
  countriesOptions,
} from './monitors.queries.ts'
import { UndoNote } from './undo-note.tsx'
import textStyles from '../../ui/text-styles.module.css'
import surfaces from '../../ui/surfaces.module.css'
import classes from './monitors.module.css'
import layout from '../../ui/layout.module.css'

/** The trend subscriptions, and a form to add one. */
export const TrendSection = () => {
  const client = useClient()
  const { data, error, refetch } = useQuery(trendSubscriptionsOptions(client))
  const { data: categories } = useQuery(categoriesOptions(client))
  const remove = useEndTrends(client)
  const restore = useSubscribeToTrends(client)
  const [deleted, setDeleted] = useState<GlobalTrendsSubscription | null>(null)
  const nameOf = (id: string) => categories?.items.find((item) => item.id === id)?.name ?? id
  const undo = ({ country, category, frequency, channels }: GlobalTrendsSubscription) =>
    restore.mutate(
      { country, category, frequency, channels },
      {
        onSuccess: () => {
          setDeleted(null)
        },
      },
    )
  return (
    <Section
      title="Trends sent to you"
      hint="The clearest growth in a country or category, and the reason for each. Sent at 06:00 UTC."
    >
      {deleted && (
        <UndoNote
          text={`${describeTrends(deleted, nameOf)}: the subscription has ended.`}
          error={restore.error}
          isPending={restore.isPending}
          onUndo={() => undo(deleted)}
        />
      )}
      <Card padded={false}>
        {data === undefined ? (
          error ? (
            <ErrorView {...describeFailure(error)} onRetry={() => void refetch()} />
          ) : (
            <Box pt={18} px={20} role="group" aria-busy="true" aria-label="Loading subscriptions">
              <Skeleton height={44} radius="md" />
            </Box>
          )
        ) : (
          data.items.length > 0 && (
            <Flex component="ul" className={surfaces.lines} direction="column" aria-label="Trend subscriptions">
              {data.items.map((subscription) => (
                <Flex
                  key={subscription.id}
                  component="li"
                  gap={16}
                  align="flex-start"
                  justify="space-between"
                  py={14}
                  px="var(--card-padding)"
                >
                  <Box miw={0}>
                    <Box component="h3" className={`${textStyles.title} ${textStyles.breakable}`} fw={600}>
                      {describeTrends(subscription, nameOf)}
                    </Box>
                    <Box component="p" className={textStyles.note} mt={2}>
                      {subscription.frequency === 'daily' ? 'Every day' : 'On Mondays'}
                      {subscription.channels.includes('email') && ' · also by email'} · next{' '}
                      {formatInstant(subscription.nextAt)}
                    </Box>
                  </Box>
                  <Tooltip label="End">
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      aria-label={`End the subscription to ${describeTrends(subscription, nameOf)}`}
                      onClick={() => remove.mutate(subscription, { onSuccess: () => setDeleted(subscription) })}
                    >
                      <IconTrash size={17} stroke={1.7} aria-hidden />
                    </ActionIcon>
                  </Tooltip>
                </Flex>
              ))}
            </Flex>
          )
        )}
        <TrendForm hasList={(data?.items.length ?? 0) > 0} />
      </Card>
    </Section>
  )
}

/** Which trends to send, and how often. */
const TrendForm = ({ hasList }: { hasList: boolean }) => {
  const client = useClient()
  const { data: countries } = useQuery(countriesOptions(client))
  const { data: categories } = useQuery(categoriesOptions(client))
  const canEmail = useQuery(notificationSettingsOptions(client)).data?.canEmail ?? false
  const create = useSubscribeToTrends(client)
  const [country, setCountry] = useState<string | null>(null)
  const [category, setCategory] = useState<string | null>(null)
  const [frequency, setFrequency] = useState<Frequency>('weekly')
  const failure = create.error && describeFailure(create.error)
  return (
    <form
      className={`${layout.split} ${classes.trendForm}`}
      data-below={hasList}
      aria-label="New trend subscription"
      onSubmit={(event) => {
        event.preventDefault()
        create.mutate({ country, category, frequency, channels: canEmail ? ['inbox', 'email'] : ['inbox'] })
      }}
    >
      <Select
        label="Country"
        placeholder={countries?.items.length === 0 ? 'Everywhere (too few documents)' : 'Everywhere'}
        data={(countries?.items ?? []).map((choice) => ({ value: choice.country, label: choice.name }))}
        value={country}
        onChange={setCountry}
        disabled={countries?.items.length === 0}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'Any country' }}
        nothingFoundMessage="No matching country has enough documents"
      />
      <Select
        label="Category"
        placeholder="All categories"
        data={(categories?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        value={category}
        onChange={setCategory}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'Any category' }}
        nothingFoundMessage="No matching categories"
      />
      <Select
        label="How often"
        data={[
          { value: 'daily', label: 'Every day' },
          { value: 'weekly', label: 'On Mondays' },
        ]}
        value={frequency}
        onChange={(value) => setFrequency(value === 'daily' ? 'daily' : 'weekly')}
        allowDeselect={false}
      />
      <Button type="submit" variant="default" loading={create.isPending}>
        Subscribe
      </Button>
      {failure && (
        <p className={`${textStyles.fault} ${classes.fault}`} role="alert">
          {failure.message}. {failure.detail}
        </p>
      )}
    </form>
  )
}
