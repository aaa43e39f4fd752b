import { Button, Group, Stack } from '@mantine/core'
import { NotFoundError, type NotificationKind } from '@auspex/sdk'
import { IconLinkOff, IconMailOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../lib/api/api.tsx'
import { describeFailure } from '../../lib/api/failure.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorView } from '../../ui/error-view.tsx'
import { Failure } from '../../ui/form-actions.tsx'
import { FullPage, LoadingScreen, Wordmark } from '../../ui/full-page.tsx'
import { mailSubscriptionOptions, useEndMailSubscription } from './notifications.queries.ts'

const kindWords: Readonly<Record<NotificationKind, string>> = {
  signal: 'signals from colleagues',
  comment: 'comments',
  monitor: 'alerts of your monitors',
  trends: 'trends',
  digest: 'digests',
  export: 'files that are ready',
}

/**
 * The target of the unsubscribe link of an email, for readers without an account as well. It asks first, because programs that scan emails open links;
 * the one click of mail programs posts to the API instead.
 */
export const UnsubscribePage = ({ token }: { token: string }) => {
  const client = useClient()
  const { data, error, refetch } = useQuery(mailSubscriptionOptions(client, token))
  const end = useEndMailSubscription(client, token)
  if (data === undefined && error === null) return <LoadingScreen />
  const subscription = end.data ?? data
  return (
    <FullPage>
      <title>Emails · Auspex</title>
      <meta name="robots" content="noindex, nofollow" />
      <meta name="referrer" content="no-referrer" />
      <Stack gap={28} align="center" ta="center" maw={520}>
        <Wordmark />
        {subscription === undefined ? (
          error instanceof NotFoundError ? (
            <EmptyState
              level={1}
              icon={<IconLinkOff size={22} aria-hidden />}
              title="This link does not work"
              text="The address may be incomplete. Open the link in the email again, or choose what you hear about in your profile."
              action={<ProfileLink />}
            />
          ) : (
            <ErrorView level={1} {...describeFailure(error)} onRetry={() => void refetch()} />
          )
        ) : subscription.isOn ? (
          <EmptyState
            level={1}
            icon={<IconMailOff size={22} aria-hidden />}
            title={`No more emails about ${kindWords[subscription.kind]}?`}
            text="Everything else stays as it is, and you can switch them on again in your profile."
            action={
              <>
                <Failure
                  failure={end.error && (describeFailure(end.error).detail ?? describeFailure(end.error).message)}
                />
                <Group gap={8} justify="center">
                  <Button loading={end.isPending} onClick={() => end.mutate()}>
                    Stop these emails
                  </Button>
                  <ProfileLink />
                </Group>
              </>
            }
          />
        ) : (
          <div role="status">
            <EmptyState
              level={1}
              icon={<IconMailOff size={22} aria-hidden />}
              title={`You get no emails about ${kindWords[subscription.kind]}`}
              text="You can switch them on again in your profile."
              action={<ProfileLink />}
            />
          </div>
        )}
      </Stack>
    </FullPage>
  )
}

/** A full page load: this page may have been opened without an account. */
const ProfileLink = () => (
  <Button component="a" href="/profile#notifications" variant="default">
    Choose what you hear about
  </Button>
)
