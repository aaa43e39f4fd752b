import { IconHistory } from '@tabler/icons-react'
import { type AuditEntry, exportAuditEntries, type AuditTarget } from '@auspex/sdk'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useClient } from '../../lib/api/api.tsx'
import { formatInstant } from '../../lib/time/format.ts'
import { LinkButton } from '../../lib/links/link-button.tsx'
import { toListPage, toFiltered } from '../../lib/lists/list-search.ts'
import { toServerList } from '../../lib/lists/server-list.ts'
import type { PagedColumn } from '../../ui/paged-table.tsx'
import { ServerList } from '../../ui/server-list.tsx'
import { auditOptions } from './administration.queries.ts'
import type { AuditSearch } from './administration.search.ts'
import { DayRangeFilter, OrganizationSelect, PersonSelect, toInstants } from './filters.tsx'
import { useLogFile } from './log-file.tsx'
import classes from './administration.module.css'
import textStyles from '../../ui/text-styles.module.css'
import { type ModuleName, moduleWords } from '../../lib/people/modules.ts'
import { Failure } from '../../ui/form-actions.tsx'

/** The label of each administrator operation in the audit trail. */
const operationWords: Readonly<Record<string, string>> = {
  createOrganization: 'Organization created',
  updateOrganization: 'Organization changed',
  createOrganizationGroup: 'Group created',
  updateOrganizationGroup: 'Group renamed',
  addOrganizationGroupUser: 'Person added to a group',
  removeOrganizationGroupUser: 'Person removed from a group',
  createUser: 'Person created',
  updateUser: 'Person changed',
  deleteUser: 'Person deleted',
  setModuleAccess: 'Module switched',
  updateCache: 'Reports updated',
  updatePortfolioCache: 'Reports of a portfolio updated',
  retryJob: 'Job tried again',
  revokeIssuedAccessToken: 'Access token revoked',
  registerClient: 'App registered',
  updateRegisteredClient: 'App changed',
  removeRegisteredClient: 'App removed',
  renewClientSecret: 'Secret of a service renewed',
}

/** An operation without a label is shown by its own name. */
const describeOperation = (operation: string): string => operationWords[operation] ?? operation

/** The label of each field of a change; a module has its own title. */
const fieldWords: Readonly<Record<string, string>> = {
  firstName: 'first name',
  lastName: 'last name',
  email: 'email address',
  image: 'picture',
  member: 'person',
  accessTokens: 'access tokens',
  revoked: 'owner',
  redirectUris: 'redirect addresses',
  groupIds: 'groups',
}

/** A field without a label is shown by its own name. */
const describeField = (field: string): string =>
  Object.hasOwn(moduleWords, field) ? moduleWords[field as ModuleName].title : (fieldWords[field] ?? field)

/** A picture is described by what happened to it: its id is meaningless to people. */
const describeChange = ({ field, before, after }: AuditFieldChange): { before: string | null; after: string | null } =>
  field !== 'image' || (before === null && after === null)
    ? { before, after }
    : { before: null, after: after === null ? 'removed' : before === null ? 'added' : 'replaced' }

const describeTarget = ({ kind, id, name }: AuditTarget): string => {
  if (name !== null) return name
  if (id !== '-') return id
  return kind === 'user' || kind === 'module' ? 'everybody' : 'all organizations'
}

const route = getRouteApi('/admin/audit')

const toFilters = ({ search, organization, person, ...days }: AuditSearch) => ({
  ...(search !== undefined && { searchTerm: search }),
  ...(organization !== undefined && { organizationId: organization }),
  ...(person !== undefined && { userId: person }),
  ...toInstants(days),
})

/** Who changed what, from what to what; everything can be exported as a file. */
export const AuditPage = () => {
  const search = route.useSearch()
  const navigate = useNavigate()
  const client = useClient()
  const query = useQuery(auditOptions(client, { ...toListPage(search), ...toFilters(search) }))
  const change = (next: Partial<AuditSearch>) => void navigate({ to: '/admin/audit', ...toFiltered(search, next) })
  const isFiltered = [search.organization, search.person, search.from, search.to].some((value) => value !== undefined)
  const file = useLogFile({
    name: 'audit-trail.ndjson',
    read: () => exportAuditEntries(toFilters(search), { client }),
    isPart: isFiltered || search.search !== undefined,
    isEmpty: query.data?.page.total === 0,
  })
  return (
    <>
      <Failure failure={file.failure} />
      <ServerList
        {...toServerList({ query, search, onChange: change })}
        caption="Audit trail"
        columns={columns}
        rowKey={({ id }) => id}
        searchHint="Who or what"
        filters={
          <>
            <OrganizationSelect value={search.organization} onChange={(organization) => change({ organization })} />
            <PersonSelect label="Administrator" value={search.person} onChange={(person) => change({ person })} />
            <DayRangeFilter from={search.from} to={search.to} onChange={change} />
          </>
        }
        action={file.button}
        isFiltered={isFiltered}
        onClear={() =>
          change({ search: undefined, organization: undefined, person: undefined, from: undefined, to: undefined })
        }
        empty={{
          icon: <IconHistory size={22} aria-hidden />,
          title: 'No changes yet',
          text: 'Every change an administrator makes is recorded here, along with what it was before.',
          action: <LinkButton to="/admin/people">Go to people</LinkButton>,
        }}
      />
    </>
  )
}

const columns: readonly PagedColumn<AuditEntry>[] = [
  {
    key: 'what',
    title: 'What',
    renderCell: ({ operation, target }) => (
      <span className={textStyles.breakable}>
        {describeOperation(operation)}: {describeTarget(target)}
      </span>
    ),
  },
  { key: 'changes', title: 'Change', renderCell: ({ changes }) => <Changes changes={changes} /> },
  {
    key: 'who',
    isText: true,
    title: 'Who',
    renderCell: ({ userName, userId }) => <span className={textStyles.breakable}>{userName ?? userId}</span>,
  },
  {
    key: 'at',
    title: 'When',
    renderCell: ({ at, requestId }) => (
      <time dateTime={at} title={`Request ${requestId}`}>
        {formatInstant(at)}
      </time>
    ),
  },
]

const Changes = ({ changes }: { readonly changes: AuditEntry['changes'] }) =>
  changes.length === 0 ? (
    <span className={textStyles.quiet}>–</span>
  ) : (
    <ul className={classes.changes}>
      {changes.map((change) => (
        <FieldChange key={change.field} change={change} />
      ))}
    </ul>
  )

const FieldChange = ({ change }: { change: AuditEntry['changes'][number] }) => {
  const { before, after } = describeChange(change)
  return (
    <li>
      <span className={textStyles.caption}>{describeField(change.field)}</span>{' '}
      {before !== null && <del className={classes.before}>{before}</del>}{' '}
      {after !== null && <ins className={classes.after}>{after}</ins>}
      {before === null && after === null && <span className={textStyles.quiet}>nothing</span>}
    </li>
  )
}

type AuditFieldChange = AuditEntry['changes'][number]
