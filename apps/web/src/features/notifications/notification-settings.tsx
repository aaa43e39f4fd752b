import type { MailTest, NotificationChoice, NotificationKind, NotificationSettings, MailDelivery } from '@auspex/sdk'
import { Box, Button, Checkbox, Group, Select, Skeleton, Stack, Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useClient } from '../../lib/api/api.tsx'
import { describeFailure, failureSentences } from '../../lib/api/failure.ts'
import { formatCount, formatPlural } from '../../lib/numbers/format.ts'
import { useModules } from '../../lib/people/modules.ts'
import { useNow } from '../../lib/time/use-now.ts'
import { localZone, zones, formatInstant, formatSince } from '../../lib/time/format.ts'
import { SmallFailure } from '../../ui/error-view.tsx'
import { Failure } from '../../ui/form-actions.tsx'
import { Card, Section } from '../../ui/page.tsx'
import { Pager } from '../../ui/pager.tsx'
import surfaces from '../../ui/surfaces.module.css'
import textStyles from '../../ui/text-styles.module.css'
import classes from './notifications.module.css'
import {
  notificationSettingsOptions,
  useSendTestMail,
  useUpdateNotifications,
  mailDeliveriesOptions,
} from './notifications.queries.ts'

const kindWords: Readonly<Record<NotificationKind, { readonly title: string; readonly meaning: string }>> = {
  signal: { title: 'Signals from colleagues', meaning: 'When somebody sends you one' },
  comment: { title: 'Comments', meaning: 'When somebody mentions you, or replies where you wrote' },
  monitor: { title: 'Alerts', meaning: 'From your monitors, through the channels that each of them has' },
  trends: { title: 'Trends', meaning: 'The ones that you subscribed to' },
  digest: { title: 'Digests', meaning: 'What changed, at the times that you chose' },
  export: { title: 'Files', meaning: 'When one that you requested is ready to download' },
}

/** What the person hears about and how, and the emails that were sent to them. */
export const NotificationSettingsSection = () => {
  const { data, error, refetch } = useQuery(notificationSettingsOptions(useClient()))
  return (
    <Section id="notifications" title="What you hear about" hint="Choose where each kind of message reaches you.">
      <Card>
        {data ? (
          <Stack gap={20}>
            <Choices settings={data} />
            <EmailState settings={data} />
            <QuietHours settings={data} />
            <OtherPlaces />
          </Stack>
        ) : error ? (
          <SmallFailure words={describeFailure(error).message} onRetry={() => void refetch()} />
        ) : (
          <div role="group" aria-busy="true" aria-label="Loading what you hear about">
            <Skeleton height={180} radius="md" />
          </div>
        )}
      </Card>
    </Section>
  )
}

const Choices = ({ settings: { kinds, canEmail } }: { settings: NotificationSettings }) => {
  const update = useUpdateNotifications(useClient())
  // shown at once; the answer has the same
  const [sent] = (update.isPending && update.variables.kinds) || []
  const latestChoice = (choice: NotificationChoice) => (sent?.kind === choice.kind ? { ...choice, ...sent } : choice)
  return (
    <div>
      <table className={classes.choices}>
        <thead>
          <tr>
            <th scope="col">
              <span className={textStyles.hidden}>Kind of message</span>
            </th>
            <th scope="col">Inbox</th>
            <th scope="col">Email</th>
          </tr>
        </thead>
        <tbody>
          {kinds.map(latestChoice).map(({ kind, inInbox, byEmail }) => {
            const { title, meaning } = kindWords[kind]
            return (
              <tr key={kind}>
                <th scope="row">
                  {title}
                  <p className={textStyles.caption}>{meaning}</p>
                </th>
                <td>
                  {inInbox === null ? (
                    <span className={textStyles.quiet} role="img" aria-label="Never in the inbox">
                      –
                    </span>
                  ) : (
                    <Checkbox
                      size="md"
                      aria-label={`${title} in the inbox`}
                      checked={inInbox}
                      onChange={(event) => update.mutate({ kinds: [{ kind, inInbox: event.currentTarget.checked }] })}
                    />
                  )}
                </td>
                <td>
                  <Checkbox
                    size="md"
                    aria-label={`${title} by email`}
                    checked={canEmail && byEmail}
                    disabled={!canEmail}
                    onChange={(event) => update.mutate({ kinds: [{ kind, byEmail: event.currentTarget.checked }] })}
                  />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      <Failure failure={update.error && failureSentences(update.error)} />
    </div>
  )
}

/** Whether and where emails arrive. */
const EmailState = ({ settings: { canEmail, email } }: { settings: NotificationSettings }) => {
  const [isOpen, setOpen] = useState(false)
  const test = useSendTestMail(useClient())
  if (!canEmail)
    return (
      <p className={textStyles.note}>
        This server does not send email, so everything reaches you in the inbox. Whoever runs it can set{' '}
        <code className={textStyles.code}>AUSPEX_SMTP_URL</code> and{' '}
        <code className={textStyles.code}>AUSPEX_MAIL_FROM</code>.
      </p>
    )
  if (email === null)
    return (
      <p className={textStyles.note}>
        Your account has no email address, so nothing can be emailed to you. Ask an administrator to add one where you
        sign in.
      </p>
    )
  return (
    <Box>
      <p className={textStyles.text}>
        Emails go to <strong className={textStyles.breakable}>{email}</strong>.
      </p>
      <Group gap={8} mt={10}>
        <Button variant="default" size="compact-md" loading={test.isPending} onClick={() => test.mutate()}>
          Send me a test
        </Button>
        <Button variant="subtle" color="gray" size="compact-md" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide sent emails' : 'Show sent emails'}
        </Button>
      </Group>
      <Box mt={8} role="status">
        {test.data && <p className={textStyles.text}>{describeTest(test.data)}</p>}
      </Box>
      <Failure failure={test.error && reasonOf(test.error)} />
      {isOpen && <MailDeliveries />}
    </Box>
  )
}

const hours = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}))

/** The hours in which nothing is sent; messages of that time are sent when the hours end. */
const QuietHours = ({ settings: { quietHours } }: { settings: NotificationSettings }) => {
  const update = useUpdateNotifications(useClient())
  // shown at once; the answer has the same
  const latestHours =
    update.isPending && update.variables.quietHours !== undefined ? update.variables.quietHours : quietHours
  const set = (next: NotificationSettings['quietHours']) => update.mutate({ quietHours: next })
  return (
    <Stack gap={10}>
      <Switch
        label="Quiet hours"
        description="No emails and no messages to your team’s channels; what comes meanwhile is sent when they end."
        checked={latestHours !== null}
        onChange={(event) => set(event.currentTarget.checked ? { from: 22, until: 7, zone: localZone() } : null)}
      />
      {latestHours !== null && (
        <Group gap={12} align="flex-end">
          <Select
            label="From"
            w={110}
            data={hours}
            value={String(latestHours.from)}
            allowDeselect={false}
            onChange={(value) => set({ ...latestHours, from: Number(value ?? latestHours.from) })}
          />
          <Select
            label="Until"
            w={110}
            data={hours}
            value={String(latestHours.until)}
            allowDeselect={false}
            onChange={(value) => set({ ...latestHours, until: Number(value ?? latestHours.until) })}
          />
          <Select
            label="Time zone"
            w={220}
            data={zones()}
            value={latestHours.zone}
            searchable
            allowDeselect={false}
            limit={60}
            nothingFoundMessage="No matching time zones"
            onChange={(value) => set({ ...latestHours, zone: value ?? latestHours.zone })}
          />
        </Group>
      )}
      {latestHours !== null && latestHours.from === latestHours.until && (
        <p className={textStyles.note}>They begin and end at the same hour, so none apply.</p>
      )}
      <Failure failure={update.error && failureSentences(update.error)} />
    </Stack>
  )
}

/** Where the rest of what a person hears is set up. */
const OtherPlaces = () =>
  useModules()('monitors') && (
    <p className={textStyles.note}>
      What is sent is set up with your{' '}
      <Link className={textStyles.link} to="/monitors">
        monitors, digests, channels and feeds
      </Link>
      .
    </p>
  )

/** The server's own words, without those for pages that cannot be loaded. */
const reasonOf = (error: unknown): string => {
  const { message, detail } = describeFailure(error)
  return detail ?? `${message}.`
}

const describeTest = ({ to, delivered, reason }: MailTest): string =>
  delivered ? `The mail server accepted a test for ${to}.` : `The test was not delivered. ${reason ?? ''}`

const sizes = [10, 50]

const stateWords = {
  waiting: { words: 'Waiting', state: 'lacking' },
  delivered: { words: 'Delivered', state: 'good' },
  failed: { words: 'Not delivered', state: 'failed' },
  unconfirmed: { words: 'Unconfirmed', state: 'lacking' },
} as const

/** The emails to the signed-in person, and why some did not arrive. */
const MailDeliveries = () => {
  const [{ page, perPage }, setPage] = useState({ page: 1, perPage: 10 })
  const { data, error, refetch } = useQuery(mailDeliveriesOptions(useClient(), page, perPage))
  const now = useNow()
  if (data === undefined)
    return (
      <Box mt={16}>
        {error ? (
          <SmallFailure words={describeFailure(error).message} onRetry={() => void refetch()} />
        ) : (
          <div role="group" aria-busy="true" aria-label="Loading sent emails">
            <Skeleton height={120} radius="md" />
          </div>
        )}
      </Box>
    )
  if (data.items.length === 0)
    return (
      <Box component="p" className={textStyles.note} mt={16}>
        Nothing has been emailed to you in the last 90 days. Tests are not listed.
      </Box>
    )
  return (
    <Box mt={16}>
      <ul className={surfaces.lines} aria-label="Sent emails">
        {data.items.map((mail) => (
          <Mail key={mail.id} mail={mail} now={now} />
        ))}
      </ul>
      <Pager
        page={page}
        perPage={perPage}
        total={data.page.total}
        sizes={sizes}
        format={formatCount}
        onPage={(next) => setPage({ page: next, perPage })}
        onSize={(size) => setPage({ page: 1, perPage: size })}
      />
    </Box>
  )
}

const Mail = ({
  mail: { title, state, tries, reason, createdAt, nextAt },
  now,
}: {
  mail: MailDelivery
  now: number
}) => {
  const { words, state: shade } = stateWords[state]
  return (
    <li className={classes.mail}>
      <span className={textStyles.breakable}>{title}</span>
      <span className={`${textStyles.caption} ${textStyles.nowrap}`}>
        <span className={textStyles.state} data-state={shade}>
          {words}
        </span>
        {' · '}
        <time dateTime={createdAt} title={formatInstant(createdAt)}>
          {formatSince(createdAt, now)}
        </time>
      </span>
      {(reason !== null || (state === 'waiting' && tries > 0)) && (
        <p className={`${textStyles.caption} ${textStyles.breakable}`}>
          {[
            reason,
            state === 'waiting' && nextAt !== null && tries > 0
              ? `${formatPlural(tries, 'attempt')} so far, the next one at ${formatInstant(nextAt)}.`
              : null,
          ]
            .filter(Boolean)
            .join(' ')}
        </p>
      )}
    </li>
  )
}
