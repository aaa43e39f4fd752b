import { Box, Button, Flex, Group, UnstyledButton } from '@mantine/core'
import { IconBell, IconSend, IconTrendingUp } from '@tabler/icons-react'
import type { InboxMessage } from '@auspex/sdk'
import { useId, useState } from 'react'
import { Link } from '@tanstack/react-router'
import { formatDayRange, formatInstant, formatSince } from '../../lib/format.ts'
import { LinkButton } from '../../lib/link-button.tsx'
import { useNow } from '../../lib/use-now.ts'
import { Chevron } from '../../ui/chevron.tsx'
import { RegisterNews } from './register-news.tsx'
import classes from './inbox-page.module.css'
import textStyles from '../../ui/text-styles.module.css'
import surfaces from '../../ui/surfaces.module.css'

interface MessageItemProps {
  message: InboxMessage
  onMark: (read: boolean) => void
}

const icons = { signal: IconSend, monitor: IconBell, trends: IconTrendingUp }

/** A message; opening it reads it. */
export const MessageItem = ({ message, onMark }: MessageItemProps) => {
  const [isOpen, setOpen] = useState(false)
  const now = useNow()
  const id = useId()
  const { kind, title, alert, signalId, sentAt, readAt } = message
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
          <span className={`${textStyles.remark} ${textStyles.clip}`}>
            {isOpen ? saySender(message) : sayLine(message)}
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
            {kind === 'monitor' && alert && (
              <p className={classes.text}>
                {alert.reason}
                {/* a rule with a limit has named its window */}
                {alert.limit === null &&
                  !alert.register &&
                  ` Measured on ${formatDayRange(alert.fromDay, alert.toDay)}.`}
              </p>
            )}
            {alert?.register && <RegisterNews news={alert.register} total={alert.value} />}
            {kind === 'monitor' && alert === null && <p className={classes.text}>{message.message}</p>}
            {kind === 'signal' && <p className={classes.text}>{message.message ?? 'No message was added.'}</p>}
            {kind === 'trends' && <TrendLines text={message.message ?? ''} />}
            <Group gap={8} align="stretch">
              {signalId !== null && (
                <LinkButton to="/signals/$signalId" params={{ signalId }} preload={false} size="compact-sm">
                  Open the signal
                </LinkButton>
              )}
              {kind === 'monitor' && (
                <LinkButton to="/monitors" variant="default" size="compact-sm">
                  Your monitors
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

/** Whom it comes from; what it says stands below. */
const saySender = ({ kind, from }: InboxMessage): string => {
  if (kind === 'signal') return `From ${from?.name ?? from?.email ?? 'a colleague'}`
  return kind === 'monitor' ? 'Your monitor' : 'Your subscription'
}

const sayLine = (message: InboxMessage): string => {
  const { kind, alert, message: words } = message
  if (kind === 'monitor') return alert?.reason ?? words ?? 'A monitor sent an alert.'
  if (kind === 'signal') return `${saySender(message)}${words ? `: ${words}` : ''}`
  return (words ?? '').split('\n')[0] ?? ''
}

/** A trend a line: its term leads to a search, the rest says why it is shown. */
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
