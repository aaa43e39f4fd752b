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
  const [values, setValues] = useState(() => initialValues(app))
  const [isSubmitted, setSubmitted] = useState(false)
  const settings = toSettings(values)
  const faults = findFaults(values.kind, settings)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (Object.values(faults).some((fault) => fault !== undefined)) return
    change.mutate(
      {
        run: (client) =>
          app === null
            ? registerClient({ ...settings, kind: values.kind }, { client })
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
          <AppFields
            values={values}
            onChange={(changed) => setValues({ ...values, ...changed })}
            isNew={app === null}
            faultOf={(field) => fieldFailure(change.error, field) ?? (isSubmitted ? faults[field] : undefined)}
          />
          <FormActions failure={failure} isPending={change.isPending} onCancel={onClose}>
            {app === null ? 'Register' : 'Save changes'}
          </FormActions>
        </Stack>
      </form>
    </Modal>
  )
}

/** What is typed and chosen, also in fields that the chosen kind of app does not have. */
interface AppValues {
  readonly kind: ClientKind
  readonly name: string
  readonly addresses: string
  readonly origins: string
  readonly scopes: readonly ClientScope[]
  readonly organization: string | undefined
  readonly groupIds: string[]
}

const initialValues = (app: RegisteredClient | null): AppValues => ({
  kind: app?.kind ?? 'web',
  name: app?.name ?? '',
  addresses: toText(app?.redirectUris),
  origins: toText(app?.origins),
  scopes: app?.scopes ?? ['read'],
  organization: app?.organizationId ?? undefined,
  groupIds: app?.groupIds ?? [],
})

/** Web and native apps have pages to which people return; devices and services do not. */
const hasPages = (kind: ClientKind): boolean => kind === 'web' || kind === 'native'

/** The settings to store, without what the kind of app does not have. */
const toSettings = ({ kind, name, addresses, origins, scopes, organization, groupIds }: AppValues) => {
  const offered = clientScopesOf(kind)
  return {
    name: name.trim(),
    redirectUris: hasPages(kind) ? toLines(addresses) : [],
    origins: hasPages(kind) ? toLines(origins) : [],
    scopes: scopes.filter((scope) => offered.includes(scope)),
    groupIds: kind === 'service' || organization === undefined ? [] : groupIds,
    organizationId: organization ?? null,
  }
}

type Faults = Partial<Record<(typeof fields)[number], string | undefined>>

const findFaults = (kind: ClientKind, settings: ReturnType<typeof toSettings>): Faults => {
  const { name, redirectUris, scopes, organizationId } = settings
  return {
    name: name === '' ? 'An app needs a name' : undefined,
    redirectUris:
      hasPages(kind) && redirectUris.length === 0 ? 'Enter where people return after signing in' : undefined,
    scopes: scopes.length === 0 ? 'Choose what it may do' : undefined,
    organizationId:
      kind === 'service' && organizationId === null ? 'Choose the organization for which it acts' : undefined,
  }
}

interface AppFieldsProps {
  values: AppValues
  onChange: (changed: Partial<AppValues>) => void
  isNew: boolean
  faultOf: (field: (typeof fields)[number]) => string | undefined
}

const AppFields = ({ values, onChange, isNew, faultOf }: AppFieldsProps) => {
  const { kind, name, organization, groupIds } = values
  const isService = kind === 'service'
  return (
    <>
      <TextInput
        label="Name"
        description={isService ? undefined : 'People see it when they let the app in'}
        value={name}
        maxLength={100}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
        error={faultOf('name')}
        data-autofocus
      />
      {isNew && <KindField kind={kind} onChange={(chosen) => onChange({ kind: chosen })} />}
      {hasPages(kind) && <PageFields values={values} onChange={onChange} faultOf={faultOf} />}
      <ScopesField
        offered={clientScopesOf(kind)}
        value={toSettings(values).scopes}
        onChange={(scopes) => onChange({ scopes })}
        error={faultOf('scopes')}
      />
      <OrganizationSelect
        label={isService ? 'Acts for' : 'For people of'}
        placeholder={isService ? 'Choose an organization' : 'Every organization'}
        value={organization}
        onChange={(chosen) => onChange({ organization: chosen, groupIds: [] })}
        isRequired={isService}
        error={faultOf('organizationId')}
      />
      {!isService && organization !== undefined && (
        <GroupsField
          organization={organization}
          value={groupIds}
          onChange={(chosen) => onChange({ groupIds: chosen })}
          error={faultOf('groupIds')}
        />
      )}
    </>
  )
}

/** Where people return after signing in, and from where else the app's pages call the API. */
const PageFields = ({ values, onChange, faultOf }: Omit<AppFieldsProps, 'isNew'>) => (
  <>
    <LinesField
      label="Redirect addresses"
      description="Where people return after signing in, one address on each line"
      placeholder={values.kind === 'web' ? 'https://app.example/signed-in' : 'com.example.app:/signed-in'}
      value={values.addresses}
      onChange={(addresses) => onChange({ addresses })}
      error={faultOf('redirectUris')}
    />
    <LinesField
      label="Other origins"
      description="From where else its pages call the API, one origin on each line"
      placeholder="https://app.example"
      value={values.origins}
      onChange={(origins) => onChange({ origins })}
      error={faultOf('origins')}
    />
  </>
)

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
