import { Box, Button, Checkbox, Group, Skeleton, Stack } from '@mantine/core'
import type { MailTest, NotificationChoice, NotificationKind, NotificationSettings } from '@auspex/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../lib/api/api.tsx'
import { describeFailure, failureSentences } from '../../lib/api/failure.ts'
import { SmallFailure } from '../../ui/error-view.tsx'
import { Failure } from '../../ui/form-actions.tsx'
import { Card, Section } from '../../ui/page.tsx'
import { MailDeliveries } from './mail-deliveries.tsx'
import { notificationSettingsOptions, useSendTestMail, useUpdateNotifications } from './notifications.queries.ts'
import classes from './notifications.module.css'
import textStyles from '../../ui/text-styles.module.css'

const kindWords: Readonly<Record<NotificationKind, { readonly title: string; readonly meaning: string }>> = {
  signal: { title: 'Signals from colleagues', meaning: 'When somebody sends you one' },
  monitor: { title: 'Alerts', meaning: 'From your monitors, through the channels that each of them has' },
  trends: { title: 'Trends', meaning: 'The ones that you subscribed to' },
  export: { title: 'Files', meaning: 'When one that you asked for is ready to download' },
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
  const sent = update.isPending ? update.variables : null
  const shown = (choice: NotificationChoice) => (sent?.kind === choice.kind ? { ...choice, ...sent } : choice)
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
          {kinds.map(shown).map(({ kind, inInbox, byEmail }) => {
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
                      aria-label={`${title} in the inbox`}
                      checked={inInbox}
                      onChange={(event) => update.mutate({ kind, inInbox: event.currentTarget.checked })}
                    />
                  )}
                </td>
                <td>
                  <Checkbox
                    aria-label={`${title} by email`}
                    checked={canEmail && byEmail}
                    disabled={!canEmail}
                    onChange={(event) => update.mutate({ kind, byEmail: event.currentTarget.checked })}
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

/** The server's own words, without those for pages that cannot be loaded. */
const reasonOf = (error: unknown): string => {
  const { message, detail } = describeFailure(error)
  return detail ?? `${message}.`
}

const describeTest = ({ to, delivered, reason }: MailTest): string =>
  delivered ? `The mail server accepted a test for ${to}.` : `The test was not delivered. ${reason ?? ''}`
