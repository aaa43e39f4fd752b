import { ActionIcon, Box, Flex, Skeleton, Tooltip } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import type { GlobalTrendsSubscription } from '@auspex/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../lib/api.tsx'
import { describeFailure } from '../../lib/failure.ts'
import { formatInstant } from '../../lib/format.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorView } from '../../ui/error-view.tsx'
import { Section } from '../../ui/section.tsx'
import { DigestForm } from './digest-form.tsx'
import { sayDigest } from './monitor-words.ts'
import { categoriesOptions, digestsOptions, useCreateDigest, useDeleteDigest } from './monitors.queries.ts'
import { UndoNote } from './undo-note.tsx'
import textStyles from '../../ui/text-styles.module.css'
import surfaces from '../../ui/surfaces.module.css'

/** The trends that are sent, and a form for more of them. */
export const DigestSection = () => {
  const client = useClient()
  const { data, error, refetch } = useQuery(digestsOptions(client))
  const { data: categories } = useQuery(categoriesOptions(client))
  const remove = useDeleteDigest(client)
  const restore = useCreateDigest(client)
  const [deleted, setDeleted] = useState<GlobalTrendsSubscription | null>(null)
  const nameOf = (id: string) => categories?.items.find((one) => one.id === id)?.name ?? id
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
      title="Trends in your inbox"
      hint="The strongest certain growth in a country or a category, each with the reason it is shown, at 06:00 UTC."
    >
      {deleted && (
        <UndoNote
          text={`${sayDigest(deleted, nameOf)}: the subscription has ended.`}
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
              {data.items.map((digest) => (
                <Flex
                  key={digest.id}
                  component="li"
                  gap={16}
                  align="flex-start"
                  justify="space-between"
                  py={14}
                  px="var(--card-padding)"
                >
                  <Box miw={0}>
                    <Box component="h3" className={`${textStyles.title} ${textStyles.breakable}`} fw={600}>
                      {sayDigest(digest, nameOf)}
                    </Box>
                    <Box component="p" className={textStyles.note} mt={2}>
                      {digest.frequency === 'daily' ? 'Every day' : 'On Mondays'} · next {formatInstant(digest.nextAt)}
                    </Box>
                  </Box>
                  <Tooltip label="End">
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      aria-label={`End the subscription to ${sayDigest(digest, nameOf)}`}
                      onClick={() => remove.mutate(digest, { onSuccess: () => setDeleted(digest) })}
                    >
                      <IconTrash size={17} stroke={1.7} aria-hidden />
                    </ActionIcon>
                  </Tooltip>
                </Flex>
              ))}
            </Flex>
          )
        )}
        <DigestForm hasList={(data?.items.length ?? 0) > 0} />
      </Card>
    </Section>
  )
}
