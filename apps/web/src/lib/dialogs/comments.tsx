import type { AuspexClient, CommentedKind } from '@auspex/sdk'
import { listCommentsQueryKey, listCommentsQueryOptions } from '@auspex/sdk/react'
import { ActionIcon, Box, Button, Tooltip } from '@mantine/core'
import { IconMessage } from '@tabler/icons-react'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { catch as orElse } from 'zod/mini'
import { useClient } from '../api/api.tsx'
import { formatCount, formatPlural } from '../numbers/format.ts'
import { useDialogRequest } from './dialog-request.tsx'

/** What comments are about. */
export interface CommentSubject {
  readonly kind: CommentedKind
  readonly itemId: string
  readonly title: string
  /** One card of a story. */
  readonly cardId?: string
  /** In whose report a document is read. */
  readonly signalId?: string
}

/** The comment that an address opens, on any page that can show it. */
export const commentParam = orElse(z.optional(z.string().check(z.regex(/^cm_[a-z0-9]{1,40}$/))), undefined)

/** The search parameters of a page that has no others. */
export const commentsSearchSchema = z.object({ comments: commentParam })

const perPage = 200

/** The open comments about things of a kind. Those of a whole page of rows are one request. */
const openCommentsOptions = (client: AuspexClient, kind: CommentedKind, itemIds: readonly string[]) =>
  listCommentsQueryOptions(
    { kind, itemIds: [...itemIds], resolved: false, perPage },
    { request: { client }, query: { enabled: itemIds.length > 0, staleTime: 30_000 } },
  )

/** Call after a change of comments: every list of them is read again. */
export const refreshComments = (queryClient: QueryClient, client: AuspexClient): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: listCommentsQueryKey(client) })

/** The number of open comments about each thing, by id; a card is counted by the id of the card, too. */
export const useOpenComments = (kind: CommentedKind, itemIds: readonly string[]): ReadonlyMap<string, number> => {
  const { data } = useQuery(openCommentsOptions(useClient(), kind, itemIds))
  const counts = new Map<string, number>()
  for (const { itemId, cardId } of data?.items ?? [])
    for (const id of cardId === null ? [itemId] : [itemId, cardId]) counts.set(id, (counts.get(id) ?? 0) + 1)
  return counts
}

const describeOpen = (count: number): string => (count === 0 ? 'none open' : formatPlural(count, 'open comment'))

/** The action of the shortcut: opens the comments of the focused row, or else those of the page. */
export const pressComments = (): void => {
  const row = document.activeElement?.closest('li, article')
  const button =
    row?.querySelector<HTMLElement>('[data-comments]') ?? document.querySelector<HTMLElement>('[data-comments-page]')
  button?.click()
}

/** Opens the comments about a page, with the number of open ones. */
export const CommentsButton = ({ subject }: { subject: CommentSubject }) => {
  const openDialog = useDialogRequest()
  const count = useOpenComments(subject.kind, [subject.itemId]).get(subject.itemId) ?? 0
  return (
    openDialog && (
      <Tooltip label="Comments (C)">
        <Box pos="relative">
          <Button
            variant="default"
            leftSection={<IconMessage size={16} aria-hidden />}
            rightSection={
              count > 0 && (
                <Box component="span" visibleFrom="sm">
                  <CountBadge count={count} />
                </Box>
              )
            }
            aria-haspopup="dialog"
            aria-label={`Comments, ${describeOpen(count)}`}
            data-comments-page
            onClick={() => openDialog({ kind: 'comments', subject })}
          >
            Comments
          </Button>
          {/* on a phone the button has room for its icon alone */}
          {count > 0 && (
            <Box hiddenFrom="sm" pos="absolute" top={-9} right={-7} style={{ pointerEvents: 'none' }} aria-hidden>
              <CountBadge count={count} />
            </Box>
          )}
        </Box>
      </Tooltip>
    )
  )
}

const CountBadge = ({ count }: { count: number }) => (
  <Box
    component="span"
    px={6}
    fz="fine"
    lh="18px"
    bg="var(--accent-soft)"
    c="var(--accent-ink)"
    style={{ borderRadius: 9, fontVariantNumeric: 'tabular-nums' }}
  >
    {formatCount(count)}
  </Box>
)

interface CommentsIconProps {
  subject: CommentSubject
  /** Open ones, which the list that has the row counts. */
  count: number
}

/** Opens the comments about a row. */
export const CommentsIcon = ({ subject, count }: CommentsIconProps) => {
  const openDialog = useDialogRequest()
  return (
    openDialog && (
      <Tooltip label="Comments (C)">
        <ActionIcon
          w="auto"
          miw={24}
          px={4}
          h={24}
          aria-label={`Comments on ${subject.title}, ${describeOpen(count)}`}
          aria-haspopup="dialog"
          data-comments
          onClick={() => openDialog({ kind: 'comments', subject })}
        >
          <IconMessage size={15} stroke={1.7} aria-hidden />
          {count > 0 && (
            <Box component="span" ml={4}>
              <CountBadge count={count} />
            </Box>
          )}
        </ActionIcon>
      </Tooltip>
    )
  )
}
