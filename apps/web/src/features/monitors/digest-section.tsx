import { ActionIcon, Box, Button, Flex, Group, Skeleton, Stack, Tooltip } from '@mantine/core'
import { type Digest, deleteDigest } from '@auspex/sdk'
import {
  type Icon,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlus,
  IconSend,
  IconTrash,
} from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../lib/api/api.tsx'
import { useDelayedChanges } from '../../lib/api/delayed-changes.tsx'
import { describeFailure, failureSentences } from '../../lib/api/failure.ts'
import { useTell } from '../../lib/dialogs/notices.tsx'
import { formatPlural } from '../../lib/numbers/format.ts'
import { useNow } from '../../lib/time/use-now.ts'
import { formatInZone, formatSince } from '../../lib/time/format.ts'
import { ErrorView } from '../../ui/error-view.tsx'
import { Card, Section } from '../../ui/page.tsx'
import { DigestForm } from './digest-form.tsx'
import { nameDigest } from './monitor-words.ts'
import { digestsOptions, refreshDigests, useSendDigest, useUpdateDigest } from './monitors.queries.ts'
import classes from './monitors.module.css'
import surfaces from '../../ui/surfaces.module.css'
import textStyles from '../../ui/text-styles.module.css'

/** The digests, and a form that shows the next one before it is saved. */
export const DigestSection = () => {
  const { data, error, refetch } = useQuery(digestsOptions(useClient()))
  const { hiddenIds } = useDelayedChanges()
  const [isOpen, setOpen] = useState(false)
  const items = data?.items.filter(({ id }) => !hiddenIds.has(id)) ?? []
  return (
    <Section
      id="digests"
      title="Digests"
      hint={
        items.length === 0
          ? 'One message a day, week or month with what changed in a portfolio, a project or your monitors, instead of many.'
          : 'What changed since the last one. Nothing is repeated.'
      }
      actions={
        !isOpen && (
          <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen(true)}>
            New digest
          </Button>
        )
      }
    >
      <Stack gap={16}>
        {data === undefined &&
          (error ? (
            <ErrorView {...describeFailure(error)} onRetry={() => void refetch()} />
          ) : (
            <div role="group" aria-busy="true" aria-label="Loading digests">
              <Skeleton height={68} radius="md" />
            </div>
          ))}
        {items.length > 0 && (
          <Card padded={false}>
            <ul className={surfaces.lines} aria-label="Digests">
              {items.map((digest) => (
                <DigestItem key={digest.id} digest={digest} />
              ))}
            </ul>
          </Card>
        )}
        {isOpen && (
          <Card>
            <DigestForm onClose={() => setOpen(false)} />
          </Card>
        )}
      </Stack>
    </Section>
  )
}

const times = { daily: 'Every day', weekly: 'Every week', monthly: 'Every month' }

const results: Readonly<Record<NonNullable<Digest['last']>['result'], string>> = {
  sent: 'Last sent',
  unchanged: 'Nothing had changed',
  unavailable: 'Could not be written: what it summarizes was deleted, or is no longer shared with you,',
}

const DigestItem = ({ digest }: { digest: Digest }) => {
  const client = useClient()
  const queryClient = useQueryClient()
  const now = useNow()
  const tell = useTell()
  const { delay } = useDelayedChanges()
  const update = useUpdateDigest(client)
  const send = useSendDigest(client)
  const [isOpen, setOpen] = useState(false)
  const { id, frequency, zone, nextAt, isPaused, channels, destinationIds, last } = digest
  const name = nameDigest(digest)
  const failure = update.error ?? send.error
  const remove = () =>
    delay({
      ids: [id],
      text: `The digest of ${name} was deleted. What it sent stays in your inbox.`,
      send: async (options) => {
        await deleteDigest(id, { client, ...options })
        await refreshDigests(queryClient, client)
      },
    })
  return (
    <li className={classes.digest}>
      <Flex gap={16} align="flex-start" justify="space-between" wrap="wrap">
        <Box miw={0} flex="1 1 260px">
          <Flex align="baseline" gap="4px 10px" wrap="wrap">
            <Box component="h3" className={`${textStyles.title} ${textStyles.breakable}`} fw={600}>
              {name}
            </Box>
            {isPaused && <span className={`${surfaces.badge} ${surfaces.muted} ${textStyles.soft}`}>Paused</span>}
          </Flex>
          <Box component="p" className={textStyles.text} mt={2} lh={1.5}>
            {[
              times[frequency],
              !isPaused && `next ${formatInZone(nextAt, zone)}`,
              channels.includes('email') && 'by email',
              destinationIds.length > 0 && `to ${formatPlural(destinationIds.length, 'channel')} of your team`,
            ]
              .filter(Boolean)
              .join(' · ')}
          </Box>
          <Box component="p" className={textStyles.note} mt={2}>
            {last === null ? 'None sent yet' : `${results[last.result]} ${formatSince(last.at, now)}`}.
          </Box>
        </Box>
        <Group gap={2} wrap="nowrap">
          <Action
            icon={IconSend}
            words="Send now"
            label={`Send the digest of ${name} now`}
            isPending={send.isPending}
            onClick={() =>
              send.mutate(id, {
                onSuccess: ({ title, lead }) => tell(`The digest of ${name} was sent. ${lead === '' ? title : lead}`),
              })
            }
          />
          <Action
            icon={isPaused ? IconPlayerPlay : IconPlayerPause}
            words={isPaused ? 'Resume' : 'Pause'}
            label={`${isPaused ? 'Resume' : 'Pause'} the digest of ${name}`}
            onClick={() => update.mutate({ id, changes: { isPaused: !isPaused } })}
          />
          <Action
            icon={IconPencil}
            words="Edit"
            label={`Edit the digest of ${name}`}
            isOpen={isOpen}
            onClick={() => setOpen(!isOpen)}
          />
          <Action icon={IconTrash} words="Delete" label={`Delete the digest of ${name}`} onClick={remove} />
        </Group>
      </Flex>
      {failure && (
        <p className={textStyles.fault} role="alert">
          {failureSentences(failure)}
        </p>
      )}
      {isOpen && (
        <Box mt={16}>
          <DigestForm digest={digest} onClose={() => setOpen(false)} />
        </Box>
      )}
    </li>
  )
}

interface ActionProps {
  icon: Icon
  words: string
  label: string
  isOpen?: boolean
  isPending?: boolean
  onClick: () => void
}

const Action = ({ icon: ActionSign, words, label, isOpen, isPending = false, onClick }: ActionProps) => (
  <Tooltip label={words}>
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={label}
      aria-expanded={isOpen}
      loading={isPending}
      onClick={onClick}
    >
      <ActionSign size={17} stroke={1.7} aria-hidden />
    </ActionIcon>
  </Tooltip>
)
