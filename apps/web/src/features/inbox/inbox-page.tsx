import type { InboxMessage, InboxAlert } from '@auspex/sdk'
import { Box, Button, Flex, Skeleton, Stack, Group, UnstyledButton } from '@mantine/core'
import { IconInbox, IconBell, IconMessage, IconNews, IconSend, IconTrendingUp } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment, useId, useState } from 'react'
import { useClient } from '../../lib/api/api.tsx'
import { describeFailure } from '../../lib/api/failure.ts'
import { LinkButton } from '../../lib/links/link-button.tsx'
import { formatPlural, formatCount } from '../../lib/numbers/format.ts'
import { formatDayRange, formatInstant, formatSince } from '../../lib/time/format.ts'
import { useNow } from '../../lib/time/use-now.ts'
import { splitNames, trialStatusWords } from '../../lib/words/words.ts'
import { Chevron } from '../../ui/disclosure.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorView } from '../../ui/error-view.tsx'
import { OutsideLink } from '../../ui/outside-link.tsx'
import { Card, Page } from '../../ui/page.tsx'
import { useRovingFocus } from '../../ui/roving-list.tsx'
import surfaces from '../../ui/surfaces.module.css'
import textStyles from '../../ui/text-styles.module.css'
import { NoteLines } from '../../ui/values.tsx'
import classes from './inbox.module.css'
import { inboxOptions, unreadOptions, useMarkAllMessages, useMarkMessage } from './inbox.queries.ts'

/** The studies or papers that a monitor of a condition reports, each with its changes. */
const RegisterNews = ({ news: { condition, source, asOf, items }, total }: { news: News; total: number }) => {
  const more = total - items.length
  return (
    <>
      <Flex component="ul" className={`${textStyles.text} ${classes.trends}`} direction="column" gap={10}>
        {items.map((item) => (
          <li key={item.id}>
            <ItemLink item={item} /> {describeStatus(item)}
          </li>
        ))}
      </Flex>
      <p className={textStyles.note}>
        {more > 0 && `${formatCount(more)} more about ${condition}. `}
        {source}, as of {formatInstant(asOf)}.
      </p>
    </>
  )
}

const ItemLink = ({ item: { id, title, url } }: { item: Item }) =>
  id.startsWith('NCT') ? (
    <Link
      className={`${textStyles.link} ${textStyles.strong}`}
      to="/trials/$nctId"
      params={{ nctId: id }}
      preload={false}
    >
      {title}
    </Link>
  ) : (
    <OutsideLink className={`${textStyles.link} ${textStyles.strong}`} href={url}>
      {title}
    </OutsideLink>
  )

const describeStatus = ({ id, before, after }: Item): string => {
  if (after === null) return ''
  return before === null
    ? `${id} · ${trialStatusWords[after]}`
    : `${id} · ${trialStatusWords[before]} → ${trialStatusWords[after]}`
}

const icons = { signal: IconSend, comment: IconMessage, monitor: IconBell, trends: IconTrendingUp, digest: IconNews }

/** A message; opening it marks it as read. */
const MessageItem = ({ message, onMark }: MessageItemProps) => {
  const [isOpen, setOpen] = useState(false)
  const now = useNow()
  const id = useId()
  const { kind, title, signalId, path, sentAt, readAt } = message
  const Icon = icons[kind]
  const isUnread = readAt === null
  const toggle = () => {
    setOpen(!isOpen)
    if (!isOpen && isUnread) onMark(true)
  }
  return (
    <li className={classes.item} data-unread={isUnread}>
      <UnstyledButton
        className={`${surfaces.fill} ${classes.head}`}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={toggle}
      >
        <Icon size={18} stroke={1.7} aria-hidden className={classes.icon} />
        <Flex component="span" direction="column" miw={0}>
          <Flex component="span" className={`${textStyles.breakable} ${classes.title}`} gap={8} align="flex-start">
            {isUnread && (
              <Box
                component="span"
                className={surfaces.swatch}
                bg="var(--accent)"
                w={8}
                h={8}
                mt="0.45em"
                flex="none"
                role="img"
                aria-label="Unread"
              />
            )}
            {title}
          </Flex>
          <span className={`${textStyles.note} ${textStyles.clip}`}>
            {isOpen ? describeSender(message) : describeLine(message)}
          </span>
        </Flex>
        <time className={`${textStyles.caption} ${classes.time}`} dateTime={sentAt} title={formatInstant(sentAt)}>
          {formatSince(sentAt, now)}
        </time>
        <span className={classes.chevron}>
          <Chevron isOpen={isOpen} />
        </span>
      </UnstyledButton>
      <div id={id} hidden={!isOpen} className={classes.body} data-apart>
        {isOpen && (
          <>
            <MessageContent message={message} />
            <Group gap={8} align="stretch">
              {path !== undefined && (
                <LinkButton to={path} preload={false} size="compact-sm">
                  Open the comment
                </LinkButton>
              )}
              {signalId !== null && kind !== 'comment' && (
                <LinkButton to="/signals/$signalId" params={{ signalId }} preload={false} size="compact-sm">
                  Open the signal
                </LinkButton>
              )}
              {(kind === 'monitor' || kind === 'digest') && (
                <LinkButton to="/monitors" variant="default" size="compact-sm">
                  {kind === 'digest' ? 'Your digests' : 'Your monitors'}
                </LinkButton>
              )}
              <Button variant="default" size="compact-sm" onClick={() => onMark(isUnread)}>
                {isUnread ? 'Mark as read' : 'Mark as unread'}
              </Button>
            </Group>
          </>
        )}
      </div>
    </li>
  )
}

const MessageContent = ({ message: { kind, message: text, alert, digest } }: { message: InboxMessage }) => (
  <>
    {kind === 'monitor' && alert && <AlertReason alert={alert} />}
    {alert?.register && <RegisterNews news={alert.register} total={alert.value} />}
    {((kind === 'monitor' && alert === null) || kind === 'comment') && <p className={classes.text}>{text}</p>}
    {kind === 'signal' && <p className={classes.text}>{text ?? 'No message was added.'}</p>}
    {digest && <DigestLines digest={digest} />}
    {kind === 'trends' && <TrendLines text={text ?? ''} />}
  </>
)

const AlertReason = ({ alert: { reason, limit, register, fromDay, toDay } }: { alert: NonNullable<InboxAlert> }) => (
  <p className={classes.text}>
    {reason}
    {/* the reason of a rule with a limit names its days */}
    {limit === null && !register && ` Measured on ${formatDayRange(fromDay, toDay)}.`}
  </p>
)

/** The sender; the content is below. */
const describeSender = ({ kind, from }: InboxMessage): string => {
  if (kind === 'signal' || kind === 'comment') return `From ${from?.name ?? from?.email ?? 'a colleague'}`
  return { monitor: 'Your monitor', trends: 'Your subscription', digest: 'Your digest' }[kind]
}

const describeLine = (message: InboxMessage): string => {
  const { kind, alert, message: words } = message
  if (kind === 'monitor') return alert?.reason ?? words ?? 'A monitor sent an alert.'
  if (kind === 'signal' || kind === 'comment') return `${describeSender(message)}${words ? `: ${words}` : ''}`
  return (words ?? '').split('\n')[0] ?? ''
}

/** One trend per line: its term links to a search, the rest explains why it is listed. */
const TrendLines = ({ text }: { text: string }) => {
  const lines = text.split('\n').map((line) => {
    const end = line.indexOf(': ')
    return end === -1 ? { term: null, why: line } : { term: line.slice(0, end), why: line.slice(end + 2) }
  })
  return (
    <Flex component="ul" className={`${textStyles.text} ${classes.trends}`} direction="column" gap={10}>
      {lines.map(({ term, why }) => (
        <li key={`${term} ${why}`}>
          {term !== null && (
            <Link className={`${textStyles.link} ${textStyles.strong}`} to="/search" search={{ term }} preload={false}>
              {term}
            </Link>
          )}{' '}
          {why}
        </li>
      ))}
    </Flex>
  )
}

/** The signals that changed, each with what happened. */
const DigestLines = ({
  digest: { lead, items, more, closing, comments = [] },
}: {
  digest: NonNullable<InboxMessage['digest']>
}) => (
  <>
    {lead !== '' && <p className={classes.text}>{lead}</p>}
    <Flex component="ul" className={`${textStyles.text} ${classes.trends}`} direction="column" gap={12}>
      {items.map((item) => (
        <li key={item.signalId}>
          <SignalLink signalId={item.signalId}>{item.title}</SignalLink>
          {' — '}
          {splitNames(item).map(({ text, signalId }, at) =>
            signalId === null ? (
              <Fragment key={at}>{text}</Fragment>
            ) : (
              <SignalLink key={at} signalId={signalId}>
                {text}
              </SignalLink>
            ),
          )}
        </li>
      ))}
    </Flex>
    {more.length > 0 && <p className={textStyles.note}>Also changed: {more.join(', ')}.</p>}
    <NoteLines text={closing} />
    {comments.length > 0 && (
      <ul className={`${textStyles.note} ${classes.trends}`} aria-label="New comments">
        {comments.map(({ signalId, title, text }) => (
          <li key={signalId}>
            <Link className={textStyles.link} to="/signals/$signalId" params={{ signalId }} preload={false}>
              {title}
            </Link>
            {` — ${text}`}
          </li>
        ))}
      </ul>
    )}
  </>
)

/** Messages from colleagues, monitors and subscriptions. */
export const InboxPage = () => {
  const inbox = useInfiniteQuery(inboxOptions(useClient()))
  const { hasNextPage, fetchNextPage, isFetchingNextPage } = inbox
  const items = inbox.data?.pages.flatMap((page) => page.items)
  return (
    <Page width="narrow">
      <title>Inbox · Auspex</title>
      <InboxHeader hasMessages={items !== undefined && items.length > 0} />
      <Messages items={items} error={inbox.error} onRetry={() => void inbox.refetch()} />
      {hasNextPage && (
        <Button
          variant="default"
          style={{ alignSelf: 'center' }}
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          Older messages
        </Button>
      )}
    </Page>
  )
}

/** How many messages are unread, and a button that marks all of them as read. */
const InboxHeader = ({ hasMessages }: { hasMessages: boolean }) => {
  const client = useClient()
  const markAll = useMarkAllMessages(client)
  // of all messages, not only of those loaded so far
  const { data: unread } = useQuery(unreadOptions(client))
  return (
    <>
      <Flex wrap="wrap" gap="8px 24px" align="flex-end" justify="space-between">
        <div>
          <h1>Inbox</h1>
          <Box component="p" className={textStyles.lead} mih="1.5em" role="status">
            {hasMessages && unread !== undefined && describeUnread(unread)}
          </Box>
        </div>
        {unread !== undefined && unread > 0 && (
          <Button variant="default" size="compact-md" loading={markAll.isPending} onClick={() => markAll.mutate()}>
            Mark all as read
          </Button>
        )}
      </Flex>
      {markAll.error && (
        <p className={textStyles.fault} role="alert">
          {describeFailure(markAll.error).message}. Some messages may still be unread.
        </p>
      )}
    </>
  )
}

const describeUnread = (unread: number): string =>
  unread === 0 ? 'You’re all caught up.' : `${formatPlural(unread, 'unread message')}.`

interface MessagesProps {
  /** Undefined until they have loaded. */
  items: readonly InboxMessage[] | undefined
  error: Error | null
  onRetry: () => void
}

const Messages = ({ items, error, onRetry }: MessagesProps) => {
  const mark = useMarkMessage(useClient())
  const roving = useRovingFocus()
  if (items === undefined && error) return <ErrorView {...describeFailure(error)} onRetry={onRetry} />
  if (items === undefined)
    return (
      <Stack gap={8} role="group" aria-busy="true" aria-label="Loading the inbox">
        {[0, 1, 2, 3, 4].map((key) => (
          <Skeleton key={key} height={66} radius="md" />
        ))}
      </Stack>
    )
  if (items.length === 0)
    return (
      <EmptyState
        icon={<IconInbox size={22} aria-hidden />}
        title="No messages yet"
        text="Alerts from your monitors, trends you subscribe to, comments that mention you and signals that colleagues send you arrive here."
        action={<LinkButton to="/monitors">Set up a monitor</LinkButton>}
      />
    )
  return (
    <Card padded={false}>
      <ul className={surfaces.lines} aria-label="Messages" {...roving}>
        {items.map((message) => (
          <MessageItem key={message.id} message={message} onMark={(read) => mark.mutate({ id: message.id, read })} />
        ))}
      </ul>
    </Card>
  )
}

interface MessageItemProps {
  message: InboxMessage
  onMark: (read: boolean) => void
}

type News = NonNullable<NonNullable<InboxAlert>['register']>
type Item = News['items'][number]

const SignalLink = ({ signalId, children }: { signalId: string; children: string }) => (
  <Link
    className={`${textStyles.link} ${textStyles.strong}`}
    to="/signals/$signalId"
    params={{ signalId }}
    preload={false}
  >
    {children}
  </Link>
)
