import { Button } from '@mantine/core'
import { IconFolders } from '@tabler/icons-react'
import { type PortfolioOverview, type CacheStatus, updatePortfolioCache } from '@auspex/sdk'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useClient } from '../../lib/api/api.tsx'
import { formatCount, formatPlural } from '../../lib/numbers/format.ts'
import { formatDay } from '../../lib/time/format.ts'
import { LinkButton } from '../../lib/links/link-button.tsx'
import { toListParams, toListSort, toFiltered } from '../../lib/lists/list-search.ts'
import { toServerList } from '../../lib/lists/server-list.ts'
import type { PagedColumn } from '../../ui/paged-table.tsx'
import { ServerList } from '../../ui/server-list.tsx'
import { portfoliosOptions } from './administration.queries.ts'
import type { PortfoliosSearch } from './administration.search.ts'
import { actionsColumn, organizationColumn, useOrganizationNames } from './names.tsx'
import { OrganizationSelect } from './filters.tsx'
import surfaces from '../../ui/surfaces.module.css'
import textStyles from '../../ui/text-styles.module.css'
import { ConfirmDialog, useChange } from './changes.tsx'
import { describeStart } from './cache-words.ts'

/** Asks for confirmation before the stale signals of a portfolio are searched again. */
const PortfolioUpdate = ({ portfolio: { id, title, trendCount }, onClose }: PortfolioUpdateProps) => {
  const change = useChange<CacheStatus>()
  return (
    <ConfirmDialog
      title={`Update the reports of ${title}?`}
      action="Start the update"
      isPending={change.isPending}
      error={change.error}
      onConfirm={() =>
        change.mutate(
          {
            run: (client) => updatePortfolioCache(id, { wait: 0 }, { client }),
            toNotice: (status) => describeStart(status, title),
          },
          { onSuccess: onClose },
        )
      }
      onClose={onClose}
    >
      <p>
        This portfolio has {formatPlural(trendCount, 'signal')}. Those with a stale report are searched again in the
        background. You can leave this page.
      </p>
    </ConfirmDialog>
  )
}

const route = getRouteApi('/admin/portfolios')
const sorts = ['title', 'trends', 'updatedAt'] as const

/** Portfolios of all organizations, for administrators. */
export const PortfoliosPage = () => {
  const search = route.useSearch()
  const navigate = useNavigate()
  const sort = toListSort(search.sort, sorts, { key: 'updatedAt', descending: true })
  const query = useQuery(
    portfoliosOptions(useClient(), {
      ...toListParams(search, sort),
    }),
  )
  const nameOf = useOrganizationNames(query.data?.items.map(({ organizationId }) => organizationId) ?? [])
  const [open, setOpen] = useState<PortfolioOverview | null>(null)
  const change = (next: Partial<PortfoliosSearch>) =>
    void navigate({ to: '/admin/portfolios', ...toFiltered(search, next) })
  return (
    <>
      <ServerList
        {...toServerList({ query, search, onChange: change, sort })}
        caption="Portfolios"
        columns={columnsOf(nameOf, setOpen)}
        rowKey={({ id }) => id}
        searchHint="Title"
        filters={
          <OrganizationSelect value={search.organization} onChange={(organization) => change({ organization })} />
        }
        isFiltered={search.organization !== undefined}
        onClear={() => change({ search: undefined, organization: undefined })}
        empty={{
          icon: <IconFolders size={22} aria-hidden />,
          title: 'No portfolios yet',
          text: 'People save signals into portfolios from reports, comparisons and search results.',
          action: <LinkButton to="/">Search a topic</LinkButton>,
        }}
      />
      {open && <PortfolioUpdate portfolio={open} onClose={() => setOpen(null)} />}
    </>
  )
}

const columnsOf = (
  nameOf: (organizationId: string | null) => string,
  onUpdate: (portfolio: PortfolioOverview) => void,
): readonly PagedColumn<PortfolioOverview>[] => [
  {
    key: 'title',
    title: 'Title',
    sortable: true,
    renderCell: ({ title, organizationGroupId }) => (
      <span className={textStyles.breakable}>
        {title}{' '}
        <span className={`${surfaces.badge} ${surfaces.muted} ${textStyles.caption}`}>
          {organizationGroupId === null ? 'private' : 'shared'}
        </span>
      </span>
    ),
  },
  organizationColumn(nameOf),
  {
    key: 'trends',
    title: 'Signals',
    numeric: true,
    sortable: true,
    renderCell: ({ trendCount }) => formatCount(trendCount),
  },
  { key: 'updatedAt', title: 'Changed', sortable: true, renderCell: ({ updatedAt }) => formatDay(updatedAt) },
  actionsColumn((portfolio) => (
    <Button
      size="compact-sm"
      variant="default"
      disabled={portfolio.trendCount === 0}
      aria-label={`Update the reports of ${portfolio.title}`}
      onClick={() => onUpdate(portfolio)}
    >
      Update
    </Button>
  )),
]

interface PortfolioUpdateProps {
  portfolio: PortfolioOverview
  onClose: () => void
}
