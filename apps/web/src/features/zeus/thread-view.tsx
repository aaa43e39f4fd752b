import { useZeus } from '@auspex/sdk/assistant'
import { Skeleton, Stack } from '@mantine/core'
import { IconMessageOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useClient } from '../../lib/api.tsx'
import { dropDraft, keepDraft } from '../../lib/drafts.ts'
import { describeFailure } from '../../lib/failure.ts'
import { LinkButton } from '../../lib/link-button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorView } from '../../ui/error-view.tsx'
import { BeginView } from './begin/begin-view.tsx'
import { suggestionsFor } from './begin/suggestions.ts'
import { type Attachment, signalsOf, toMention } from './composer/attachment.ts'
import { type ComposedMessage, Composer, type ComposerHandle } from './composer/composer.tsx'
import { AnswerAnnouncer } from './conversation/answer-announcer.tsx'
import { Conversation } from './conversation/conversation.tsx'
import { saveConversation } from './conversation/save-conversation.ts'
import { useConversation } from './conversation/use-conversation.ts'
import { useFollowEnd } from './conversation/use-follow-end.ts'
import { useSubject } from './use-subject.ts'
import { meOptions, recentSearchesOptions, threadOptions } from './zeus.queries.ts'
import type { ZeusSearch } from './zeus.search.ts'
import classes from './zeus-page.module.css'

interface ThreadViewProps {
  threadId: string | null
  search: ZeusSearch
}

const placeOf = (threadId: string | null): string => `zeus.${threadId ?? 'new'}`

/** One conversation: what was said, and the field for the next question. */
export const ThreadView = ({ threadId, search }: ThreadViewProps) => {
  const client = useClient()
  const navigate = useNavigate()
  const composer = useRef<ComposerHandle>(null)
  const { answers, ask, stop } = useZeus()
  const { data: me } = useQuery(meOptions(client))
  const { data: thread, error, refetch } = useQuery(threadOptions(client, threadId))
  const { data: searches } = useQuery({ ...recentSearchesOptions(client), enabled: threadId === null })
  const subject = useSubject(search)
  const [newKey, setNewKey] = useState<string | null>(null)
  const begunId = answers.find(({ key }) => key === newKey)?.threadId ?? null
  const personId = me?.profile.id ?? null

  // A new conversation gets its address once it has one; its field stays as it is then.
  const address = `${threadId} ${JSON.stringify(search)}`
  const [field, setField] = useState({ address, key: 0 })
  if (field.address !== address) {
    setField({ address, key: threadId !== null && threadId === begunId ? field.key : field.key + 1 })
    // It has its address, or was left: the next new conversation begins anew.
    setNewKey(null)
  }
  useEffect(() => {
    if (threadId !== null || begunId === null) return
    if (personId !== null) dropDraft(personId, placeOf(null))
    void navigate({ to: '/zeus/$threadId', params: { threadId: begunId }, search: {}, replace: true })
  }, [threadId, begunId, personId, navigate])

  // The address follows a moment after the conversation has begun; what is done until then belongs to it.
  const openId = threadId ?? begunId
  const send = useCallback(
    (question: Omit<Parameters<typeof ask>[0], 'threadId'>) => {
      const key = ask({ ...question, threadId: openId })
      if (openId === null) setNewKey(key)
    },
    [ask, openId],
  )
  // A conversation that has not begun is known by the answer that begins it.
  const onRetry = useCallback(
    (before: string, after: string | null) => setNewKey((current) => (current === before ? after : current)),
    [],
  )
  const sendMessage = ({ message, attachments }: ComposedMessage) =>
    send({
      message,
      signalIds: signalsOf(attachments),
      mentions: attachments.map(toMention),
    })
  const { turns, actions, running } = useConversation({
    threadId: openId,
    thread: thread ?? null,
    newKey,
    send,
    onRetry,
  })
  useFollowEnd(running && `${running.text.length} ${running.steps.length} ${turns.length}`)

  // What was typed outlives the session that refused it: it waits in the field after signing in.
  const refused = answers.find(({ error: failure, question }) => failure?.status === 401 && question !== null)
  useEffect(() => {
    if (refused?.question && personId !== null)
      keepDraft(personId, placeOf(refused.threadId), { text: refused.question, base: '' })
  }, [refused, personId])

  if (threadId !== null && thread === null && turns.length === 0) return <NoSuchConversation />
  if (threadId !== null && thread === undefined && turns.length === 0)
    return error ? (
      <ErrorView {...describeFailure(error)} onRetry={() => void refetch()} onReload={() => window.location.reload()} />
    ) : (
      <ConversationSkeleton />
    )
  const recent = (searches?.items ?? []).map(({ signalId, query }): Attachment => ({
    kind: 'signal',
    id: signalId,
    label: query.title,
  }))
  const begin = (name: 'new' | 'export') =>
    name === 'new' ? void navigate({ to: '/zeus', search: {} }) : thread && saveConversation(thread)
  return (
    <div className={classes.thread}>
      <div>
        {turns.length > 0 ? (
          <Conversation turns={turns} actions={actions} />
        ) : (
          subject && (
            <BeginView
              suggestions={suggestionsFor(subject, recent)}
              onAsk={({ message, attachments }) => sendMessage({ message, attachments })}
            />
          )
        )}
        <AnswerAnnouncer answer={turns.at(-1)?.answer ?? null} />
      </div>
      {personId !== null && subject !== null && (
        <Composer
          key={field.key}
          ref={composer}
          personId={personId}
          place={placeOf(threadId)}
          initial={{ text: search.ask ?? '', attachments: subject }}
          isRunning={running !== null}
          isStopping={running?.state === 'stopping'}
          onSend={sendMessage}
          onStop={() => running && stop(running.key)}
          onAction={begin}
        />
      )}
    </div>
  )
}

const NoSuchConversation = () => (
  <EmptyState
    icon={<IconMessageOff size={22} aria-hidden />}
    title="There is no such conversation"
    text="It may have been deleted, or it belongs to somebody else."
    action={
      <LinkButton to="/zeus" search={{}}>
        New conversation
      </LinkButton>
    }
  />
)

const ConversationSkeleton = () => (
  <Stack component="output" gap={20} aria-busy="true" aria-label="Loading the conversation">
    <Skeleton height={44} width="55%" radius={16} ml="auto" />
    <Skeleton height={180} radius={12} />
    <Skeleton height={44} width="40%" radius={16} ml="auto" />
    <Skeleton height={120} radius={12} />
  </Stack>
)
