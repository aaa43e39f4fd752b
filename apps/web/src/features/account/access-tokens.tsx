import { Box, Button, Checkbox, Flex, Group, Modal, Select, Skeleton, Stack, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import {
  type AccessScope,
  type AuspexClient,
  type CreatePersonalAccessTokenInput,
  type NewPersonalAccessToken,
  type PersonalAccessToken,
  createPersonalAccessToken,
  revokePersonalAccessToken,
} from '@auspex/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { listPersonalAccessTokensQueryKey, listPersonalAccessTokensQueryOptions } from '@auspex/sdk/react'
import { useClient } from '../../lib/api/api.tsx'
import { describeFailure, fieldFailure, isFieldFailure } from '../../lib/api/failure.ts'
import { useTell } from '../../lib/dialogs/notices.tsx'
import { formatDay, formatSince } from '../../lib/time/format.ts'
import { useRoles } from '../../lib/people/modules.ts'
import { useNow } from '../../lib/time/use-now.ts'
import { accessScopeWords, describeScopes } from '../../lib/words/access-words.ts'
import { SmallFailure } from '../../ui/error-view.tsx'
import { CancelButton, Failure, FormActions } from '../../ui/form-actions.tsx'
import { Card, Section } from '../../ui/page.tsx'
import { SecretField } from '../../ui/secret-field.tsx'
import surfaces from '../../ui/surfaces.module.css'
import textStyles from '../../ui/text-styles.module.css'

const accessTokensOptions = (client: AuspexClient) =>
  listPersonalAccessTokensQueryOptions({ request: { client }, query: { staleTime: 0 } })

const useCreateToken = (client: AuspexClient) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: CreatePersonalAccessTokenInput) => createPersonalAccessToken(input, { client }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: listPersonalAccessTokensQueryKey(client) }),
  })
}

const useRevokeToken = (client: AuspexClient) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => revokePersonalAccessToken(id, { client }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: listPersonalAccessTokensQueryKey(client) }),
  })
}

/** The person's personal access tokens: what scripts use to call the API as them. */
export const AccessTokens = () => {
  const { data, error, refetch } = useQuery(accessTokensOptions(useClient()))
  const [isCreating, setCreating] = useState(false)
  return (
    <Section
      id="access-tokens"
      title="Access tokens"
      hint={
        data?.isAllowed === false
          ? 'Your organization doesn’t allow access tokens. Ask an administrator if you need one for a script.'
          : 'A script with your token acts as you, within the limits you give it. Treat it like a password.'
      }
      actions={
        data?.isAllowed === true && (
          <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setCreating(true)}>
            New token
          </Button>
        )
      }
    >
      {data === undefined &&
        (error ? (
          <SmallFailure words={describeFailure(error).message} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height={64} radius="md" aria-label="Loading your access tokens" />
        ))}
      {data?.items.length === 0 && data.isAllowed && (
        <p className={textStyles.note}>
          You have no tokens yet. Create one to import documents, read reports or ask Zeus from your own programs.
        </p>
      )}
      {data !== undefined && data.items.length > 0 && (
        <Card padded={false}>
          <ul className={surfaces.lines} aria-label="Your access tokens">
            {data.items.map((token) => (
              <TokenRow key={token.id} token={token} />
            ))}
          </ul>
        </Card>
      )}
      {isCreating && <TokenDialog onClose={() => setCreating(false)} />}
    </Section>
  )
}

const TokenRow = ({ token }: { token: PersonalAccessToken }) => {
  const now = useNow()
  const [isAsking, setAsking] = useState(false)
  const hasExpired = Date.parse(token.expiresAt) <= now
  const use = token.lastUsedAt === null ? 'never used' : `last used ${formatSince(token.lastUsedAt, now)}`
  return (
    <Flex component="li" gap="8px 16px" align="center" justify="space-between" py={12} px={16}>
      <Box miw={0}>
        <p className={textStyles.breakable}>
          {token.name} {hasExpired && <span className={`${surfaces.badge} ${surfaces.warning}`}>expired</span>}
        </p>
        <p className={textStyles.caption}>
          {describeScopes(token.scopes)} · {use} · {hasExpired ? 'expired' : 'expires'} {formatDay(token.expiresAt)}
        </p>
      </Box>
      <Button
        variant="subtle"
        color="gray"
        size="compact-md"
        aria-label={`Revoke ${token.name}`}
        onClick={() => setAsking(true)}
      >
        Revoke
      </Button>
      {isAsking && <RevokeDialog token={token} onClose={() => setAsking(false)} />}
    </Flex>
  )
}

const RevokeDialog = ({ token, onClose }: { token: PersonalAccessToken; onClose: () => void }) => {
  const revoke = useRevokeToken(useClient())
  const tell = useTell()
  const confirm = () =>
    revoke.mutate(token.id, {
      onSuccess: () => {
        tell(`${token.name} was revoked.`)
        onClose()
      },
    })
  return (
    <Modal opened onClose={onClose} title={`Revoke ${token.name}?`} closeButtonProps={{ 'aria-label': 'Close' }}>
      <Stack gap={16}>
        <p className={textStyles.soft}>
          Scripts that use it are refused from now on, and schedules that they set up stop. This can’t be undone. A new
          token has a different secret.
        </p>
        <Failure failure={revoke.error && describeFailure(revoke.error)} />
        <Group gap="xs">
          <Button color="red.9" loading={revoke.isPending} onClick={confirm}>
            Revoke the token
          </Button>
          <Button variant="subtle" color="gray" onClick={onClose} data-autofocus>
            Keep it
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

const lifetimes = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'A year' },
]

const fields = ['name', 'scopes', 'expiresInDays'] as const

const TokenDialog = ({ onClose }: { onClose: () => void }) => {
  const [created, setCreated] = useState<NewPersonalAccessToken | null>(null)
  return (
    <Modal
      opened
      onClose={onClose}
      size={520}
      title={created === null ? 'New access token' : created.name}
      closeButtonProps={{ 'aria-label': 'Close' }}
      // a click beside the dialog must not lose what is shown only once
      closeOnClickOutside={created === null}
    >
      {created === null ? (
        <TokenForm onCreated={setCreated} onClose={onClose} />
      ) : (
        <CreatedToken token={created} onClose={onClose} />
      )}
    </Modal>
  )
}

interface TokenFormProps {
  onCreated: (token: NewPersonalAccessToken) => void
  onClose: () => void
}

const TokenForm = ({ onCreated, onClose }: TokenFormProps) => {
  const create = useCreateToken(useClient())
  const isAdministrator = useRoles().includes('godmode')
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<AccessScope[]>(['read'])
  const [days, setDays] = useState('90')
  const [isSubmitted, setSubmitted] = useState(false)
  const nameFault = name.trim() === '' ? 'Enter what the token is for' : undefined
  const scopesFault = scopes.length === 0 ? 'Choose what it may do' : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (nameFault !== undefined || scopesFault !== undefined) return
    create.mutate({ name: name.trim(), scopes, expiresInDays: Number(days) }, { onSuccess: onCreated })
  }
  const offered = (Object.keys(accessScopeWords) as AccessScope[]).filter(
    (scope) => scope !== 'administer' || isAdministrator,
  )
  const failure = create.error && !isFieldFailure(create.error, fields) ? describeFailure(create.error) : null
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={18}>
        <TextInput
          label="Name"
          description="What you will use it for"
          placeholder="Nightly import"
          value={name}
          maxLength={100}
          onChange={(event) => setName(event.currentTarget.value)}
          error={fieldFailure(create.error, 'name') ?? (isSubmitted && nameFault)}
          data-autofocus
        />
        <Checkbox.Group
          label="What it may do"
          value={scopes}
          onChange={(chosen) => setScopes(chosen)}
          error={fieldFailure(create.error, 'scopes') ?? (isSubmitted && scopesFault)}
        >
          <Stack gap={10} mt={8} mb={4}>
            {offered.map((scope) => (
              <Checkbox
                key={scope}
                value={scope}
                label={accessScopeWords[scope].label}
                description={accessScopeWords[scope].meaning}
              />
            ))}
          </Stack>
        </Checkbox.Group>
        <Select
          label="Expires after"
          data={lifetimes}
          value={days}
          allowDeselect={false}
          onChange={(value) => setDays(value ?? '90')}
        />
        <FormActions failure={failure} isPending={create.isPending} onCancel={onClose}>
          Create token
        </FormActions>
      </Stack>
    </form>
  )
}

/** The secret of a new token. It is shown once: the server stores only its hash. */
const CreatedToken = ({ token, onClose }: { token: NewPersonalAccessToken; onClose: () => void }) => (
  <Stack gap={16}>
    <p role="status">Your token is ready. Copy it now, because it won’t be shown again.</p>
    <SecretField label="Access token" value={token.token} isFocused />
    <p className={textStyles.note}>
      Scripts send it as <code>Authorization: Bearer</code>. The import command and the MCP server read it from{' '}
      <code>AUSPEX_TOKEN</code>.
    </p>
    <div>
      <CancelButton onClick={onClose}>Done</CancelButton>
    </div>
  </Stack>
)
