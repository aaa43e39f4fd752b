import { Button } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { type IssuedAccessToken, revokeIssuedAccessToken } from '@auspex/sdk'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useClient } from '../../lib/api/api.tsx'
import { toFiltered, toListPage } from '../../lib/lists/list-search.ts'
import { toServerList } from '../../lib/lists/server-list.ts'
import { formatDay, formatSince } from '../../lib/time/format.ts'
import { useNow } from '../../lib/time/use-now.ts'
import { describeScopes } from '../../lib/words/access-words.ts'
import type { PagedColumn } from '../../ui/paged-table.tsx'
import { ServerList } from '../../ui/server-list.tsx'
import surfaces from '../../ui/surfaces.module.css'
import textStyles from '../../ui/text-styles.module.css'
import { issuedTokensOptions } from './administration.queries.ts'
import type { TokensSearch } from './administration.search.ts'
import { ConfirmDialog, useChange } from './changes.tsx'
import { OrganizationSelect, PersonSelect } from './filters.tsx'

const route = getRouteApi('/admin/tokens')

/** The personal access tokens of everybody; any of them can be revoked. */
export const TokensPage = () => {
  const search = route.useSearch()
  const navigate = useNavigate()
  const now = useNow()
  const [revoked, setRevoked] = useState<IssuedAccessToken | null>(null)
  const query = useQuery(
    issuedTokensOptions(useClient(), {
      ...toListPage(search),
      ...(search.search !== undefined && { searchTerm: search.search }),
      ...(search.organization !== undefined && { organizationId: search.organization }),
      ...(search.person !== undefined && { userId: search.person }),
    }),
  )
  const change = (next: Partial<TokensSearch>) => void navigate({ to: '/admin/tokens', ...toFiltered(search, next) })
  return (
    <>
      <ServerList
        {...toServerList({ query, search, onChange: change })}
        caption="Access tokens"
        columns={columnsOf(now, setRevoked)}
        rowKey={({ id }) => id}
        searchHint="Name of the token"
        filters={
          <>
            <OrganizationSelect value={search.organization} onChange={(organization) => change({ organization })} />
            <PersonSelect label="Owner" value={search.person} onChange={(person) => change({ person })} />
          </>
        }
        isFiltered={search.organization !== undefined || search.person !== undefined}
        onClear={() => change({ search: undefined, organization: undefined, person: undefined })}
        empty={{
          icon: <IconKey size={22} aria-hidden />,
          title: 'No access tokens yet',
          text: 'People create them on their profile page for scripts that act as them. They appear here without their secrets.',
        }}
      />
      {revoked !== null && <RevokeDialog token={revoked} onClose={() => setRevoked(null)} />}
    </>
  )
}

const ownerOf = ({ owner }: IssuedAccessToken): string => owner.name ?? owner.email ?? owner.id

const RevokeDialog = ({ token, onClose }: { token: IssuedAccessToken; onClose: () => void }) => {
  const change = useChange<unknown>()
  return (
    <ConfirmDialog
      title={`Revoke ${token.name}?`}
      action="Revoke the token"
      isDanger
      isPending={change.isPending}
      error={change.error}
      onConfirm={() =>
        change.mutate(
          {
            run: (client) => revokeIssuedAccessToken(token.id, { client }),
            toNotice: () => `${token.name} of ${ownerOf(token)} was revoked.`,
          },
          { onSuccess: onClose },
        )
      }
      onClose={onClose}
    >
      <p>
        Scripts of {ownerOf(token)} that use it are refused from now on. This can’t be undone; they can create another
        one.
      </p>
    </ConfirmDialog>
  )
}

const columnsOf = (
  now: number,
  onRevoke: (token: IssuedAccessToken) => void,
): readonly PagedColumn<IssuedAccessToken>[] => [
  {
    key: 'name',
    title: 'Name',
    renderCell: ({ name, expiresAt }) => (
      <span className={textStyles.breakable}>
        {name}{' '}
        {Date.parse(expiresAt) <= now && <span className={`${surfaces.badge} ${surfaces.warning}`}>expired</span>}
      </span>
    ),
  },
  {
    key: 'owner',
    isText: true,
    title: 'Owner',
    renderCell: (token) => <span className={textStyles.breakable}>{ownerOf(token)}</span>,
  },
  { key: 'scopes', isText: true, title: 'May', renderCell: ({ scopes }) => describeScopes(scopes) },
  {
    key: 'lastUsedAt',
    title: 'Last used',
    renderCell: ({ lastUsedAt }) => (lastUsedAt === null ? 'Never' : formatSince(lastUsedAt, now)),
  },
  { key: 'expiresAt', title: 'Expires', renderCell: ({ expiresAt }) => formatDay(expiresAt) },
  {
    key: 'actions',
    title: 'Actions',
    isUntitled: true,
    numeric: true,
    renderCell: (token) => (
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        aria-label={`Revoke ${token.name} of ${ownerOf(token)}`}
        onClick={() => onRevoke(token)}
      >
        Revoke
      </Button>
    ),
  },
]
