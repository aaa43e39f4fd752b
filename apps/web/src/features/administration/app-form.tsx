import { Checkbox, Modal, MultiSelect, Radio, Stack, Textarea, TextInput } from '@mantine/core'
import {
  type ClientKind,
  type ClientScope,
  type NewRegisteredClient,
  type RegisteredClient,
  registerClient,
  updateRegisteredClient,
} from '@auspex/sdk'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useClient } from '../../lib/api/api.tsx'
import { describeFailure, fieldFailure, isFieldFailure } from '../../lib/api/failure.ts'
import { clientKindWords, clientScopesOf, clientScopeWords } from '../../lib/words/access-words.ts'
import { FormActions } from '../../ui/form-actions.tsx'
import { groupsOptions } from './administration.queries.ts'
import { useChange } from './changes.tsx'
import { OrganizationSelect } from './filters.tsx'

const fields = ['name', 'redirectUris', 'origins', 'scopes', 'groupIds', 'organizationId'] as const
const maxGroups = 200

interface AppFormProps {
  /** Null registers a new one. */
  app: RegisteredClient | null
  onRegistered: (app: RegisteredClient, secret: string | null) => void
  onClose: () => void
}

/** Registers an app, or changes what it may do. The kind of an existing app cannot be changed. */
export const AppForm = ({ app, onRegistered, onClose }: AppFormProps) => {
  const change = useChange<RegisteredClient | NewRegisteredClient>()
  const [kind, setKind] = useState<ClientKind>(app?.kind ?? 'web')
  const [name, setName] = useState(app?.name ?? '')
  const [addresses, setAddresses] = useState(toText(app?.redirectUris))
  const [origins, setOrigins] = useState(toText(app?.origins))
  const [chosenScopes, setScopes] = useState<ClientScope[]>(app?.scopes ?? ['read'])
  const [organization, setOrganization] = useState(app?.organizationId ?? undefined)
  const [groupIds, setGroupIds] = useState<string[]>(app?.groupIds ?? [])
  const [isSubmitted, setSubmitted] = useState(false)
  const hasPages = kind === 'web' || kind === 'native'
  const offered = clientScopesOf(kind)
  const scopes = chosenScopes.filter((scope) => offered.includes(scope))
  const redirectUris = hasPages ? toLines(addresses) : []
  const faults = {
    name: name.trim() === '' ? 'An app needs a name' : undefined,
    redirectUris: hasPages && redirectUris.length === 0 ? 'Enter where people return after signing in' : undefined,
    scopes: scopes.length === 0 ? 'Choose what it may do' : undefined,
    organizationId:
      kind === 'service' && organization === undefined ? 'Choose the organization for which it acts' : undefined,
  }
  const faultOf = (field: keyof typeof faults) =>
    fieldFailure(change.error, field) ?? (isSubmitted ? faults[field] : undefined)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (Object.values(faults).some((fault) => fault !== undefined)) return
    const settings = {
      name: name.trim(),
      redirectUris,
      origins: hasPages ? toLines(origins) : [],
      scopes,
      groupIds: kind === 'service' || organization === undefined ? [] : groupIds,
      organizationId: organization ?? null,
    }
    change.mutate(
      {
        run: (client) =>
          app === null
            ? registerClient({ ...settings, kind }, { client })
            : updateRegisteredClient(app.id, settings, { client }),
        toNotice: () => `${settings.name} was ${app === null ? 'registered' : 'changed'}.`,
      },
      {
        onSuccess: (saved) => ('clientSecret' in saved ? onRegistered(saved, saved.clientSecret) : onClose()),
      },
    )
  }
  const failure = change.error && !isFieldFailure(change.error, fields) ? describeFailure(change.error) : null
  return (
    <Modal
      opened
      onClose={onClose}
      size={560}
      title={app === null ? 'Register an app' : `Edit ${app.name}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap={18}>
          <TextInput
            label="Name"
            description={kind === 'service' ? undefined : 'People see it when they let the app in'}
            value={name}
            maxLength={100}
            onChange={(event) => setName(event.currentTarget.value)}
            error={faultOf('name')}
            data-autofocus
          />
          {app === null && <KindField kind={kind} onChange={setKind} />}
          {hasPages && (
            <>
              <LinesField
                label="Redirect addresses"
                description="Where people return after signing in, one address on each line"
                placeholder={kind === 'web' ? 'https://app.example/signed-in' : 'com.example.app:/signed-in'}
                value={addresses}
                onChange={setAddresses}
                error={faultOf('redirectUris')}
              />
              <LinesField
                label="Other origins"
                description="From where else its pages call the API, one origin on each line"
                placeholder="https://app.example"
                value={origins}
                onChange={setOrigins}
                error={fieldFailure(change.error, 'origins')}
              />
            </>
          )}
          <ScopesField offered={offered} value={scopes} onChange={setScopes} error={faultOf('scopes')} />
          <OrganizationSelect
            label={kind === 'service' ? 'Acts for' : 'For people of'}
            placeholder={kind === 'service' ? 'Choose an organization' : 'Every organization'}
            value={organization}
            onChange={(next) => {
              setOrganization(next)
              setGroupIds([])
            }}
            isRequired={kind === 'service'}
            error={faultOf('organizationId')}
          />
          {kind !== 'service' && organization !== undefined && (
            <GroupsField
              organization={organization}
              value={groupIds}
              onChange={setGroupIds}
              error={fieldFailure(change.error, 'groupIds')}
            />
          )}
          <FormActions failure={failure} isPending={change.isPending} onCancel={onClose}>
            {app === null ? 'Register' : 'Save changes'}
          </FormActions>
        </Stack>
      </form>
    </Modal>
  )
}

const toText = (lines: readonly string[] = []): string => lines.join('\n')
const toLines = (text: string): string[] => [...new Set(text.split(/\s+/).filter(Boolean))]

const kinds = Object.keys(clientKindWords) as ClientKind[]

const KindField = ({ kind, onChange }: { kind: ClientKind; onChange: (kind: ClientKind) => void }) => (
  <Radio.Group label="Kind" value={kind} onChange={onChange}>
    <Stack gap={10} mt={8} mb={4}>
      {kinds.map((option) => (
        <Radio
          key={option}
          value={option}
          label={clientKindWords[option].label}
          description={clientKindWords[option].meaning}
        />
      ))}
    </Stack>
  </Radio.Group>
)

interface LinesFieldProps {
  label: string
  description: string
  placeholder: string
  value: string
  onChange: (value: string) => void
  error: string | undefined
}

const LinesField = ({ onChange, ...rest }: LinesFieldProps) => (
  <Textarea
    {...rest}
    autosize
    minRows={2}
    maxRows={8}
    spellCheck={false}
    autoCapitalize="off"
    onChange={(event) => onChange(event.currentTarget.value)}
  />
)

interface ScopesFieldProps {
  offered: readonly ClientScope[]
  value: ClientScope[]
  onChange: (scopes: ClientScope[]) => void
  error: string | undefined
}

const ScopesField = ({ offered, value, onChange, error }: ScopesFieldProps) => (
  <Checkbox.Group label="What it may do at most" value={value} onChange={onChange} error={error}>
    <Stack gap={10} mt={8} mb={4}>
      {offered.map((scope) => (
        <Checkbox
          key={scope}
          value={scope}
          label={clientScopeWords[scope].label}
          description={clientScopeWords[scope].meaning}
        />
      ))}
    </Stack>
  </Checkbox.Group>
)

interface GroupsFieldProps {
  organization: string
  value: string[]
  onChange: (groupIds: string[]) => void
  error: string | undefined
}

const GroupsField = ({ organization, ...rest }: GroupsFieldProps) => {
  const { data } = useQuery(groupsOptions(useClient(), { organizationId: organization, perPage: maxGroups }))
  return (
    <MultiSelect
      {...rest}
      label="In these groups"
      placeholder={rest.value.length === 0 ? 'All its people' : undefined}
      data={(data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      searchable
      clearable
      nothingFoundMessage="No matching groups"
    />
  )
}
