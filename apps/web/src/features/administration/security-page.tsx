import { exportSecurityEvents, type SecurityEvent } from '@auspex/sdk'
import { Select } from '@mantine/core'
import { IconShieldCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useClient } from '../../lib/api/api.tsx'
import { formatCount } from '../../lib/numbers/format.ts'
import { formatInstant } from '../../lib/time/format.ts'
import { toListPage, toFiltered } from '../../lib/lists/list-search.ts'
import { toServerList } from '../../lib/lists/server-list.ts'
import type { PagedColumn } from '../../ui/paged-table.tsx'
import { ServerList } from '../../ui/server-list.tsx'
import { securityOptions } from './administration.queries.ts'
import type { SecuritySearch } from './administration.search.ts'
import { DayRangeFilter, PersonSelect, toInstants } from './filters.tsx'
import { useLogFile } from './log-file.tsx'
import { usePeopleNames } from './names.tsx'
import classes from './administration.module.css'
import surfaces from '../../ui/surfaces.module.css'
import textStyles from '../../ui/text-styles.module.css'
import { Failure } from '../../ui/form-actions.tsx'

const route = getRouteApi('/admin/security')

const toFilters = ({ event, person, ...days }: SecuritySearch) => ({
  ...(event !== undefined && { name: event }),
  ...(person !== undefined && { userId: person }),
  ...toInstants(days),
})

/** The security log: who signed in, what was refused, and changes to access. */
export const SecurityPage = () => {
  const search = route.useSearch()
  const navigate = useNavigate()
  const client = useClient()
  const query = useQuery(securityOptions(client, { ...toListPage(search), ...toFilters(search) }))
  const nameOf = usePeopleNames(query.data?.items.map(({ userId, accountUserId }) => userId ?? accountUserId) ?? [])
  const change = (next: Partial<SecuritySearch>) =>
    void navigate({ to: '/admin/security', ...toFiltered(search, next) })
  const isFiltered = [search.event, search.person, search.from, search.to].some((value) => value !== undefined)
  const file = useLogFile({
    name: 'security-log.ndjson',
    read: () => exportSecurityEvents(toFilters(search), { client }),
    isPart: isFiltered,
    isEmpty: query.data?.page.total === 0,
  })
  return (
    <>
      <Failure failure={file.failure} />
      <ServerList
        {...toServerList({ query, search, onChange: change })}
        caption="Security log"
        columns={listColumns(nameOf)}
        rowKey={({ id }) => id}
        filters={
          <>
            <Select
              label="What"
              placeholder="Everything"
              data={eventChoices(search.event)}
              value={search.event ?? null}
              onChange={(event) => change({ event: event ?? undefined })}
              searchable
              clearable
              clearButtonProps={{ 'aria-label': 'What: everything' }}
            />
            <PersonSelect label="Person" value={search.person} onChange={(person) => change({ person })} />
            <DayRangeFilter from={search.from} to={search.to} onChange={change} />
          </>
        }
        action={file.button}
        isFiltered={isFiltered}
        onClear={() => change({ event: undefined, person: undefined, from: undefined, to: undefined })}
        empty={{
          icon: <IconShieldCheck size={22} aria-hidden />,
          title: 'Nothing has happened yet',
          text: 'Sign-ins, refusals and changes to access are recorded here, but nothing anyone typed.',
        }}
      />
    </>
  )
}

/** The events to choose from; one of the address that has no label is among them, so that the filter never looks empty. */
const eventChoices = (chosen: string | undefined) =>
  [...new Set([...Object.keys(eventWords), ...(chosen === undefined ? [] : [chosen])])]
    .map((value) => ({ value, label: describeEvent(value) }))
    .toSorted((a, b) => a.label.localeCompare(b.label, 'en'))

/** Events of an account that only its owner can cause. Others name the account that was tried, or that an operator changed. */
const ownerEvents: ReadonlySet<string> = new Set([
  'password.changed',
  'recovery-code.used',
  'second-factor.enabled',
  'sessions.ended',
  'sign-in.succeeded',
  'sign-out.succeeded',
])

const describeActor = (
  { name, userId, accountUserId, accountId, clientId }: SecurityEvent,
  nameOf: (id: string) => string,
): string => {
  if (userId !== null) return nameOf(userId)
  if (accountUserId !== null) {
    const owner = nameOf(accountUserId)
    return ownerEvents.has(name) ? owner : `Account of ${owner}`
  }
  return accountId ?? clientId ?? (name.startsWith('server.') ? 'The server' : 'Nobody signed in')
}

const listColumns = (nameOf: (id: string) => string): readonly PagedColumn<SecurityEvent>[] => [
  {
    key: 'what',
    title: 'What',
    renderCell: ({ name, severity, occurrences }) => (
      <span className={textStyles.breakable}>
        {describeEvent(name)}
        {occurrences > 1 && ` × ${formatCount(occurrences)}`}{' '}
        {severity === 'warning' && <span className={`${surfaces.badge} ${surfaces.warning}`}>warning</span>}
      </span>
    ),
  },
  {
    key: 'facts',
    isText: true,
    title: 'Details',
    renderCell: ({ facts, operation }) => {
      const shownDetails = [
        ...(operation === null ? [] : [operation]),
        ...facts.filter(({ value }) => value !== '').map(({ name, value }) => `${name}: ${value}`),
      ]
      return shownDetails.length === 0 ? (
        <span className={textStyles.quiet}>–</span>
      ) : (
        <span className={`${textStyles.small} ${classes.facts}`}>{shownDetails.join(' · ')}</span>
      )
    },
  },
  {
    key: 'who',
    isText: true,
    title: 'Who',
    renderCell: (event) => <span className={textStyles.breakable}>{describeActor(event, nameOf)}</span>,
  },
  { key: 'from', title: 'From', renderCell: ({ address }) => address ?? <span className={textStyles.quiet}>–</span> },
  {
    key: 'at',
    title: 'When',
    renderCell: ({ at, requestId }) => (
      <time dateTime={at} title={requestId === null ? undefined : `Request ${requestId}`}>
        {formatInstant(at)}
      </time>
    ),
  },
]

/** Labels of the security events, as listed in the filter. A test compares them with the events that the API records. */
export const eventWords: Readonly<Record<string, string>> = {
  'access-token.refused': 'Access token refused',
  'account.created': 'Account created',
  'account.disabled': 'Account disabled',
  'account.enabled': 'Account enabled',
  'authorization-code.replayed': 'Sign-in code used twice',
  'document.allowed': 'Deleted document allowed back',
  'document.blocked': 'Deleted document blocked',
  'document.deleted': 'Document deleted',
  'export.created': 'Export created',
  'export.downloaded': 'Export downloaded',
  'import.deleted': 'Import deleted',
  'import.started': 'Import started',
  'module-access.changed': 'Module switched',
  'password-change.failed': 'Password change failed',
  'password.changed': 'Password changed',
  'client.changed': 'App changed',
  'client.registered': 'App registered',
  'client.removed': 'App removed',
  'client.secret-renewed': 'Secret of a service renewed',
  'personal-token.created': 'Personal access token created',
  'personal-token.revoked': 'Personal access token revoked',
  'recovery-code.used': 'Recovery code used',
  'refresh-token.replayed': 'Refresh token used twice',
  'request.throttled': 'Too many requests',
  'role.refused': 'Access refused',
  'scope.refused': 'Scope missing',
  'second-factor.disabled': 'Second factor disabled',
  'second-factor.enabled': 'Second factor enabled',
  'second-factor.failed': 'Second factor refused',
  'security-log.exported': 'Security log saved',
  'security-log.read': 'Security log read',
  'server.started': 'Server started',
  'server.stopped': 'Server stopped',
  'service-client.created': 'Service created',
  'service-token.issued': 'Service signed in',
  'service-token.refused': 'Service refused',
  'sessions.ended': 'Other sessions ended',
  'share-link.created': 'Share link created',
  'share-link.revoked': 'Share link revoked',
  'sign-in.failed': 'Sign-in failed',
  'sign-in.succeeded': 'Signed in',
  'sign-in.throttled': 'Too many sign-ins',
  'sign-out.succeeded': 'Signed out',
  'signal.shared': 'Signal sent',
  'token.refused': 'Token refused',
  'user.created': 'Person created',
  'user.deleted': 'Person deleted',
  'user-access.changed': 'Access of a person changed',
  'user-roles.changed': 'Roles of a person changed',
  'webhook.registered': 'Webhook registered',
  'destination.added': 'Destination added',
  'feed.created': 'Feed made',
  'feed.revoked': 'Feed ended',
}

/** An event of a newer server has no label and is shown by its name. */
const describeEvent = (name: string): string => eventWords[name] ?? name
