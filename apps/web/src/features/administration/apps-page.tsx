import { Box, Button, Flex, Group, Modal, Skeleton, Stack } from '@mantine/core'
import { IconApps, IconPlus } from '@tabler/icons-react'
import { type RegisteredClient, removeRegisteredClient, renewClientSecret } from '@auspex/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../lib/api/api.tsx'
import { describeFailure } from '../../lib/api/failure.ts'
import { clientKindWords, describeScopes } from '../../lib/words/access-words.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SmallFailure } from '../../ui/error-view.tsx'
import { CancelButton } from '../../ui/form-actions.tsx'
import { Card } from '../../ui/page.tsx'
import { SecretField } from '../../ui/secret-field.tsx'
import surfaces from '../../ui/surfaces.module.css'
import textStyles from '../../ui/text-styles.module.css'
import { registeredClientsOptions } from './administration.queries.ts'
import { AppForm } from './app-form.tsx'
import { ConfirmDialog, useChange } from './changes.tsx'
import { useOrganizationNames } from './names.tsx'

/** What is needed to speak of an app. */
type NamedApp = Pick<RegisteredClient, 'id' | 'name'>

type AppDialog =
  | { readonly kind: 'new' }
  | { readonly kind: 'edit' | 'remove' | 'secret'; readonly app: RegisteredClient }
  | {
      readonly kind: 'credentials'
      readonly app: NamedApp
      readonly secret: string | null
    }
  | null

/** Apps of other teams that may sign people in, and services that act for an organization. */
export const AppsPage = () => {
  const { data, error, refetch } = useQuery(registeredClientsOptions(useClient()))
  const [open, setOpen] = useState<AppDialog>(null)
  const nameOf = useOrganizationNames(data?.items.map(({ organizationId }) => organizationId) ?? [])
  const close = () => setOpen(null)
  const showCredentials = (app: NamedApp, secret: string | null) => setOpen({ kind: 'credentials', app, secret })
  const create = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen({ kind: 'new' })}>
      Register an app
    </Button>
  )
  if (data === undefined)
    return error ? (
      <SmallFailure words={describeFailure(error).message} onRetry={() => void refetch()} />
    ) : (
      <Skeleton height={180} radius="md" aria-busy aria-label="Loading the registered apps" />
    )
  if (!data.isAvailable)
    return (
      <EmptyState
        icon={<IconApps size={22} aria-hidden />}
        title="Apps are registered at your identity provider"
        text="This installation signs people in with a provider of your own. Register apps there, and give them the audience of this API."
      />
    )
  return (
    <>
      {data.items.length === 0 ? (
        <EmptyState
          icon={<IconApps size={22} aria-hidden />}
          title="No apps yet"
          text="Register an app of another team, so that it can sign people in and call the API for them within limits that you set."
          action={create}
        />
      ) : (
        <Stack gap={16}>
          <Group justify="flex-end">{create}</Group>
          <Card padded={false}>
            <ul className={surfaces.lines} aria-label="Registered apps">
              {data.items.map((app) => (
                <AppRow key={app.id} app={app} audience={describeAudience(app, nameOf)} onOpen={setOpen} />
              ))}
            </ul>
          </Card>
        </Stack>
      )}
      {open?.kind === 'new' && <AppForm app={null} onRegistered={showCredentials} onClose={close} />}
      {open?.kind === 'edit' && <AppForm app={open.app} onRegistered={showCredentials} onClose={close} />}
      {open?.kind === 'remove' && <RemoveDialog app={open.app} onClose={close} />}
      {open?.kind === 'secret' && <SecretDialog app={open.app} onRenewed={showCredentials} onClose={close} />}
      {open?.kind === 'credentials' && <CredentialsDialog {...open} onClose={close} />}
    </>
  )
}

const describeAudience = (
  { kind, organizationId, groupIds }: RegisteredClient,
  nameOf: (organizationId: string | null) => string,
): string => {
  if (kind === 'service') return `acts for ${nameOf(organizationId)}`
  const people = organizationId === null ? 'for everybody' : `for people of ${nameOf(organizationId)}`
  if (groupIds.length === 0) return people
  return `${people} in ${groupIds.length === 1 ? 'one group' : `one of ${groupIds.length} groups`}`
}

interface AppRowProps {
  app: RegisteredClient
  audience: string
  onOpen: (dialog: AppDialog) => void
}

const AppRow = ({ app, audience, onOpen }: AppRowProps) => (
  <Flex component="li" gap="8px 16px" align="center" justify="space-between" wrap="wrap" py={12} px={16}>
    <Box miw={0} flex="1 1 240px">
      <p className={textStyles.breakable}>{app.name}</p>
      <p className={textStyles.caption}>
        {clientKindWords[app.kind].label} · {describeScopes(app.scopes)} · {audience}
      </p>
      <p className={`${textStyles.caption} ${textStyles.breakable}`}>
        Client ID <code>{app.id}</code>
      </p>
    </Box>
    <Group gap={4}>
      {app.kind === 'service' && (
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          aria-label={`New secret for ${app.name}`}
          onClick={() => onOpen({ kind: 'secret', app })}
        >
          New secret
        </Button>
      )}
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        aria-label={`Edit ${app.name}`}
        onClick={() => onOpen({ kind: 'edit', app })}
      >
        Edit
      </Button>
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        aria-label={`Remove ${app.name}`}
        onClick={() => onOpen({ kind: 'remove', app })}
      >
        Remove
      </Button>
    </Group>
  </Flex>
)

const RemoveDialog = ({ app, onClose }: { app: RegisteredClient; onClose: () => void }) => {
  const change = useChange<unknown>()
  return (
    <ConfirmDialog
      title={`Remove ${app.name}?`}
      action="Remove the app"
      isDanger
      isPending={change.isPending}
      error={change.error}
      onConfirm={() =>
        change.mutate(
          {
            run: (client) => removeRegisteredClient(app.id, { client }),
            toNotice: () => `${app.name} was removed.`,
          },
          { onSuccess: onClose },
        )
      }
      onClose={onClose}
    >
      <p>
        {app.kind === 'service'
          ? 'Its secret and its tokens are refused from now on.'
          : 'It can’t sign anybody in any more, and everybody who uses it is signed out of it.'}{' '}
        This can’t be undone; registered again, it has a different client ID.
      </p>
    </ConfirmDialog>
  )
}

interface SecretDialogProps {
  app: RegisteredClient
  onRenewed: (app: RegisteredClient, secret: string) => void
  onClose: () => void
}

const SecretDialog = ({ app, onRenewed, onClose }: SecretDialogProps) => {
  const change = useChange<{ clientSecret: string }>()
  return (
    <ConfirmDialog
      title={`New secret for ${app.name}?`}
      action="Make a new secret"
      isDanger
      isPending={change.isPending}
      error={change.error}
      onConfirm={() =>
        change.mutate(
          {
            run: (client) => renewClientSecret(app.id, { client }),
            toNotice: () => `${app.name} has a new secret.`,
          },
          { onSuccess: ({ clientSecret }) => onRenewed(app, clientSecret) },
        )
      }
      onClose={onClose}
    >
      <p>The old secret stops working at once. Make sure that somebody can give the service the new one.</p>
    </ConfirmDialog>
  )
}

interface CredentialsDialogProps {
  app: NamedApp
  secret: string | null
  onClose: () => void
}

/** What the developers of an app need. The secret is shown once: the server stores only its hash. */
const CredentialsDialog = ({ app, secret, onClose }: CredentialsDialogProps) => (
  <Modal
    opened
    onClose={onClose}
    size={520}
    title={app.name}
    closeButtonProps={{ 'aria-label': 'Close' }}
    // a click beside the dialog must not lose what is shown only once
    closeOnClickOutside={secret === null}
  >
    <Stack gap={16}>
      <p role="status">
        {secret === null
          ? 'The app is ready. Its developers need the client ID.'
          : 'The service is ready. Copy its secret now, because it won’t be shown again.'}
      </p>
      <SecretField label="Client ID" value={app.id} isFocused={secret === null} />
      {secret !== null && <SecretField label="Client secret" value={secret} isFocused />}
      <div>
        <CancelButton onClick={onClose}>Done</CancelButton>
      </div>
    </Stack>
  </Modal>
)
