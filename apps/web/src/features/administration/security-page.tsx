import { exportSecurityEvents, type SecurityEvent } from '@auspex/sdk'
import { Button, Select } from '@mantine/core'
import { IconDownload, IconShieldCheck } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useClient } from '../../lib/api/api.tsx'
import { addDays } from '../../lib/time/dates.ts'
import { download } from '../../lib/files/download.ts'
import { describeFailure } from '../../lib/api/failure.ts'
import { formatCount, formatInstant } from '../../lib/numbers/format.ts'
import { toListPage } from '../../lib/lists/list-search.ts'
import { toServerList } from '../../lib/lists/server-list.ts'
import type { PagedColumn } from '../../ui/paged-table.tsx'
import { ServerList } from '../../ui/server-list.tsx'
import { securityOptions } from './administration.queries.ts'
import type { SecuritySearch } from './administration.search.ts'
import { DayRangeFilter, PersonSelect } from './filters.tsx'
import { usePeopleNames } from './names.tsx'
import classes from './administration.module.css'
import surfaces from '../../ui/surfaces.module.css'
import textStyles from '../../ui/text-styles.module.css'
import { Failure } from '../../ui/form-actions.tsx'

/** Labels of the security events, as listed in the filter. An event without a label is shown by its name. */
const eventWords: Readonly<Record<string, string>> = {
  'access-token.refused': 'Access token refused',
  'account.created': 'Account created',
  'authorization-code.replayed': 'Sign-in code used twice',
  'export.created': 'Export created',
  'export.downloaded': 'Export downloaded',
  'import.deleted': 'Import deleted',
  'import.started': 'Import started',
  'module-access.changed': 'Module switched',
  'refresh-token.replayed': 'Refresh token used twice',
  'request.throttled': 'Too many requests',
  'role.refused': 'Access refused',
  'scope.refused': 'Scope missing',
  'security-log.exported': 'Security log saved',
  'security-log.read': 'Security log read',
  'server.started': 'Server started',
  'server.stopped': 'Server stopped',
  'service-client.created': 'Service created',
  'service-token.issued': 'Service signed in',
  'service-token.refused': 'Service refused',
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
}

const describeEvent = (name: string): string => eventWords[name] ?? name

const route = getRouteApi('/admin/security')

const toFilters = ({ event, person, from, to }: SecuritySearch) => ({
  ...(event !== undefined && { name: event }),
  ...(person !== undefined && { userId: person }),
  ...(from !== undefined && { from: `${from}T00:00:00Z` }),
  // to the end of that day
  ...(to !== undefined && { to: `${addDays(to, 1)}T00:00:00Z` }),
})

/** The security log: who signed in, what was refused, and changes to access. */
export const SecurityPage = () => {
  const search = route.useSearch()
  const navigate = useNavigate()
  const client = useClient()
  const query = useQuery(securityOptions(client, { ...toListPage(search), ...toFilters(search) }))
  const nameOf = usePeopleNames(query.data?.items.map(({ userId, accountUserId }) => userId ?? accountUserId) ?? [])
  const change = (next: Partial<SecuritySearch>) =>
    void navigate({
      to: '/admin/security',
      search: { ...search, page: undefined, ...next },
      replace: true,
      resetScroll: false,
    })
  const save = useMutation({
    mutationFn: async () => download('security-log.ndjson', await exportSecurityEvents(toFilters(search), { client })),
  })
  const failure = save.error && describeFailure(save.error)
  const isFiltered = [search.event, search.person, search.from, search.to].some((one) => one !== undefined)
  return (
    <>
      <Failure failure={failure} />
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
              data={Object.entries(eventWords)
                .map(([value, label]) => ({ value, label }))
                .toSorted((a, b) => a.label.localeCompare(b.label, 'en'))}
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
        action={
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            loading={save.isPending}
            disabled={query.data?.page.total === 0}
            onClick={() => save.mutate()}
          >
            {isFiltered ? 'Save these as NDJSON' : 'Save all as NDJSON'}
          </Button>
        }
        isFiltered={isFiltered}
        onClear={() => change({ event: undefined, person: undefined, from: undefined, to: undefined })}
        empty={{
          icon: <IconShieldCheck size={22} aria-hidden />,
          title: 'Nothing happened yet',
          text: 'Sign-ins, refusals and changes of access are recorded here, without anything that was typed.',
        }}
      />
    </>
  )
}

/** A refused sign-in or token names an account, which does not mean that its owner was there. */
const describeActor = (
  { name, userId, accountUserId, accountId, clientId }: SecurityEvent,
  nameOf: (id: string) => string,
): string => {
  if (userId !== null) return nameOf(userId)
  if (accountUserId === null) return accountId ?? clientId ?? 'Nobody signed in'
  const owner = nameOf(accountUserId)
  return name === 'sign-in.succeeded' || name === 'sign-out.succeeded' ? owner : `Account of ${owner}`
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
