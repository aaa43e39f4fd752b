import type { AnswerMode, RecentSearch } from '@auspex/sdk'
import { type Answer, useZeus } from '@auspex/sdk/assistant'
import { Skeleton, Stack, Flex, UnstyledButton } from '@mantine/core'
import { IconMessageOff } from '@tabler/icons-react'
import { useQuery, useQueries } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { useClient } from '../../lib/api/api.tsx'
import { dropDraft, storeDraft } from '../../lib/storage/drafts.ts'
import { describeFailure } from '../../lib/api/failure.ts'
import { LinkButton } from '../../lib/links/link-button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorView } from '../../ui/error-view.tsx'
import { suggestionsFor, type Suggestion, type Attachment, signalsOf, toMention } from './composer/suggestions.ts'
import { type ComposedMessage, Composer } from './composer/composer.tsx'
import { Conversation } from './conversation/conversation.tsx'
import { useConversation } from './conversation/use-conversation.ts'
import {
  meOptions,
  recentSearchesOptions,
  threadOptions,
  portfolioOptions,
  projectOptions,
  reportOptions,
  savedReportOptions,
  storyOptions,
} from './zeus.queries.ts'
import type { ZeusSearch } from './zeus.search.ts'
import classes from './zeus.module.css'
import { type AnswerModel, isGrowing } from './answer/answer-model.ts'
import textStyles from '../../ui/text-styles.module.css'
import { RovingList } from '../../ui/roving-list.tsx'
import surfaces from '../../ui/surfaces.module.css'

/** A conversation before its first question: the purpose of Zeus, and suggested questions. */
const BeginView = ({ subject, searches, onAsk }: BeginViewProps) => {
  const recent = searches.map(({ signalId, query }): Attachment => ({
    kind: 'signal',
    id: signalId,
    label: query.subject ?? query.title,
  }))
  const suggestions = suggestionsFor(subject, recent)
  return (
    <Flex direction="column" gap={20} className={classes.begin}>
      <p className={textStyles.lead}>
        Zeus answers from your signals. Every number comes from a measurement and every claim opens the passage or the
        count behind it; where something cannot be told, it says so.
      </p>
      {suggestions.length > 0 ? (
        <RovingList aria-label="Suggested questions" gap={8}>
          {suggestions.map((suggestion) => (
            <li key={suggestion.message}>
              <UnstyledButton
                className={`${surfaces.panel} ${surfaces.hover} ${classes.suggestion}`}
                onClick={() => onAsk(suggestion)}
              >
                {suggestion.message}
              </UnstyledButton>
            </li>
          ))}
        </RovingList>
      ) : (
        <div>
          <p className={`${textStyles.text} ${classes.first}`}>
            It gives the best answers about topics that have been searched here. Ask about any topic, or search for one
            first.
          </p>
          <LinkButton to="/" variant="default">
            Search a topic
          </LinkButton>
        </div>
      )}
    </Flex>
  )
}

/** The subject of a conversation from the address, with names; null until they are known. Things that are deleted or not accessible are omitted. */
const useSubject = ({ signals, portfolio, project, story, report }: ZeusSearch): readonly Attachment[] | null => {
  const client = useClient()
  const ids = signals?.split(',') ?? []
  const reports = useQueries({ queries: ids.map((id) => ({ ...reportOptions(client, id), staleTime: Infinity })) })
  const portfolioQuery = useQuery({ ...portfolioOptions(client, portfolio ?? ''), enabled: portfolio !== undefined })
  const projectQuery = useQuery({ ...projectOptions(client, project ?? ''), enabled: project !== undefined })
  const storyQuery = useQuery({ ...storyOptions(client, story ?? ''), enabled: story !== undefined })
  const reportQuery = useQuery({ ...savedReportOptions(client, report ?? ''), enabled: report !== undefined })
  const savedReport = reportQuery.data?.items[0]
  if ([...reports, portfolioQuery, projectQuery, storyQuery, reportQuery].some(({ isLoading }) => isLoading))
    return null
  return [
    ...reports.flatMap(({ data }): Attachment[] =>
      data ? [{ kind: 'signal', id: data.signalId, label: data.query.subject ?? data.query.title }] : [],
    ),
    ...(portfolioQuery.data
      ? [{ kind: 'portfolio', id: portfolioQuery.data.id, label: portfolioQuery.data.title } as const]
      : []),
    ...(projectQuery.data
      ? [{ kind: 'project', id: projectQuery.data.projectId, label: projectQuery.data.displayTitle } as const]
      : []),
    ...(storyQuery.data
      ? [{ kind: 'story', id: storyQuery.data.id, label: storyQuery.data.displayTitle } as const]
      : []),
    ...(savedReport ? [{ kind: 'report', id: savedReport.id, label: savedReport.title } as const] : []),
  ]
}

const maxAnnouncedLength = 2000

/** Announces to screen readers that an answer is being written, and reads it once it is complete: each new word would interrupt the previous one. */
const AnswerAnnouncer = ({ answer }: { answer: AnswerModel | null }) => {
  const growing = answer !== null && isGrowing(answer)
  // Only an answer that was written while the page was open is read out.
  const [wasGrowing, setWasGrowing] = useState(false)
  if (growing && !wasGrowing) setWasGrowing(true)
  const words = growing ? 'Zeus is answering.' : wasGrowing && answer ? plain(answer.text) : ''
  return (
    <div className={textStyles.hidden} role="status" aria-live="polite">
      {words}
    </div>
  )
}

const plain = (markdown: string): string =>
  markdown
    .replaceAll(/\[\d{1,4}\]/g, '')
    .replaceAll(/[*_`#>|]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, maxAnnouncedLength)

/** Within this distance of the end, the page follows the text. */
const nearPx = 120
/** The height of the header, which covers the top of the page, and a margin. */
const aboveQuestionPx = 72

/**
 * Keeps the end of a growing page in view, until the reader scrolls up or the last question is at the top: what follows an answer does not push it out
 * of sight. `marker` changes with the text, and `turns` with each question, which is always shown.
 */
const useFollowAnswer = (page: RefObject<HTMLElement | null>, marker: unknown, turns: number): void => {
  const isAtEnd = useRef(true)
  useEffect(() => {
    const updateIsAtEnd = () => {
      const { scrollHeight, clientHeight } = document.documentElement
      isAtEnd.current = scrollHeight - clientHeight - window.scrollY < nearPx
    }
    window.addEventListener('scroll', updateIsAtEnd, { passive: true })
    return () => window.removeEventListener('scroll', updateIsAtEnd)
  }, [])
  const last = useRef({ marker, turns })
  useEffect(() => {
    if (last.current.marker === marker) return
    const isNewTurn = last.current.turns !== turns
    last.current = { marker, turns }
    if (!isAtEnd.current && !isNewTurn) return
    const { scrollHeight, clientHeight } = document.documentElement
    const question = page.current?.querySelector(':scope > ol > li:last-child')?.getBoundingClientRect().top ?? Infinity
    const top = Math.min(scrollHeight - clientHeight, window.scrollY + question - aboveQuestionPx)
    // Instantly: smooth scrolling of a growing page never comes to rest.
    window.scrollTo({ top, behavior: 'instant' })
  }, [page, marker, turns])
}

interface ThreadViewProps {
  threadId: string | null
  search: ZeusSearch
  /** Offers the conversation as a file. */
  onExport: () => void
}

const draftKeyOf = (threadId: string | null): string => `zeus.${threadId ?? 'new'}`

interface ConversationAddress {
  readonly threadId: string | null
  readonly search: ZeusSearch
  readonly answers: readonly Answer[]
  readonly personId: string | null
}

/** The way of a new conversation to its address, which it gets once it exists; its field is not reset then. */
const useNewConversation = ({ threadId, search, answers, personId }: ConversationAddress) => {
  const navigate = useNavigate()
  const [newKey, setNewKey] = useState<string | null>(null)
  const begunId = answers.find(({ key }) => key === newKey)?.threadId ?? null
  const address = `${threadId} ${JSON.stringify(search)}`
  const [field, setField] = useState({ address, key: 0 })
  if (field.address !== address) {
    setField({ address, key: threadId !== null && threadId === begunId ? field.key : field.key + 1 })
    // It has its address, or was left: the next new conversation starts fresh.
    setNewKey(null)
  }
  useEffect(() => {
    if (threadId !== null || begunId === null) return
    if (personId !== null) dropDraft(personId, draftKeyOf(null))
    void navigate({ to: '/zeus/$threadId', params: { threadId: begunId }, search: {}, replace: true })
  }, [threadId, begunId, personId, navigate])
  return {
    // The address follows shortly after the conversation has begun; actions until then belong to it.
    openId: threadId ?? begunId,
    /** The answer that begins the conversation. */
    newKey,
    setNewKey,
    fieldKey: field.key,
  }
}

/** Keeps the typed question when an expired session refuses it: it is in the field after signing in. */
const useRefusedQuestion = (answers: readonly Answer[], personId: string | null): void => {
  const refused = answers.find(({ error, question }) => error?.status === 401 && question !== null)
  useEffect(() => {
    if (refused?.question && personId !== null)
      storeDraft(personId, draftKeyOf(refused.threadId), { text: refused.question, base: '' })
  }, [refused, personId])
}

/** A conversation on the screen: its turns, what they offer, and how a question is sent. */
const useThread = ({ threadId, search }: Pick<ThreadViewProps, 'threadId' | 'search'>) => {
  const client = useClient()
  const { answers, ask } = useZeus()
  const { data: me } = useQuery(meOptions(client))
  const { data: thread, error, refetch } = useQuery(threadOptions(client, threadId))
  const personId = me?.profile.id ?? null
  const [mode, setMode] = useState<AnswerMode>('quick')
  const { openId, newKey, setNewKey, fieldKey } = useNewConversation({ threadId, search, answers, personId })
  const send = useCallback(
    (question: Omit<Parameters<typeof ask>[0], 'threadId'>) => {
      const key = ask({ mode, ...question, threadId: openId })
      if (openId === null) setNewKey(key)
    },
    [ask, mode, openId, setNewKey],
  )
  // A conversation that has not begun is identified by the answer that begins it.
  const onRetry = useCallback(
    (before: string, after: string | null) => setNewKey((current) => (current === before ? after : current)),
    [setNewKey],
  )
  const conversation = useConversation({ threadId: openId, thread: thread ?? null, newKey, mode, send, onRetry })
  useRefusedQuestion(answers, personId)
  return {
    ...conversation,
    state: threadState({ threadId, thread, error, hasTurns: conversation.turns.length > 0 }),
    error,
    refetch,
    personId,
    mode,
    setMode,
    fieldKey,
    sendMessage: ({ message, attachments }: ComposedMessage) =>
      send({ message, signalIds: signalsOf(attachments), mentions: attachments.map(toMention) }),
  }
}

interface LoadedThread {
  readonly threadId: string | null
  /** Null where there is no such conversation, undefined until it has loaded. */
  readonly thread: object | null | undefined
  readonly error: Error | null
  readonly hasTurns: boolean
}

/** Turns of this tab are shown before, and also without, what the server has stored. */
const threadState = ({ threadId, thread, error, hasTurns }: LoadedThread) => {
  if (threadId === null || hasTurns || thread) return 'open'
  if (thread === null) return 'missing'
  return error ? 'failed' : 'loading'
}

/** One conversation: its messages, and the field for the next question. */
export const ThreadView = ({ threadId, search, onExport }: ThreadViewProps) => {
  const navigate = useNavigate()
  const { stop } = useZeus()
  const subject = useSubject(search)
  const { data: searches } = useQuery({ ...recentSearchesOptions(useClient()), enabled: threadId === null })
  const { turns, actions, running, ...thread } = useThread({ threadId, search })
  const { sendMessage } = thread
  const page = useRef<HTMLDivElement>(null)
  useFollowAnswer(page, running && `${running.text.length} ${running.steps.length} ${turns.length}`, turns.length)

  if (thread.state === 'missing') return <NoSuchConversation />
  if (thread.state === 'loading') return <ConversationSkeleton />
  if (thread.state === 'failed')
    return (
      <ErrorView
        {...describeFailure(thread.error)}
        onRetry={() => void thread.refetch()}
        onReload={() => window.location.reload()}
      />
    )
  const begin = (name: 'new' | 'export') => (name === 'new' ? void navigate({ to: '/zeus', search: {} }) : onExport())
  return (
    <div className={classes.thread}>
      <div ref={page}>
        {turns.length > 0 && <Conversation turns={turns} actions={actions} />}
        {turns.length === 0 && subject && (
          <BeginView subject={subject} searches={searches?.items ?? []} onAsk={sendMessage} />
        )}
        <AnswerAnnouncer answer={turns.at(-1)?.answer ?? null} />
      </div>
      {thread.personId !== null && subject !== null && (
        <Composer
          key={thread.fieldKey}
          personId={thread.personId}
          place={draftKeyOf(threadId)}
          initial={{ text: search.ask ?? '', attachments: subject }}
          mode={thread.mode}
          onMode={thread.setMode}
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
    title="Conversation not found"
    text="It may have been deleted, or it isn’t yours."
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

interface BeginViewProps {
  subject: readonly Attachment[]
  /** Recent searches; none in a conversation with an address. */
  searches: readonly RecentSearch[]
  onAsk: (suggestion: Suggestion) => void
}
