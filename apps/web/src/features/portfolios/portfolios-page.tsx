import { Button, Group, NativeSelect } from '@mantine/core'
import { IconBookmarks } from '@tabler/icons-react'
import type { GroupRef, Portfolio, PortfolioTrend } from '@auspex/sdk'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate, Link } from '@tanstack/react-router'
import { useClient } from '../../lib/api/api.tsx'
import { useDelayedChanges } from '../../lib/api/delayed-changes.tsx'
import { describeFailure } from '../../lib/api/failure.ts'
import { ShareMenuItem } from '../../lib/dialogs/dialog-request.tsx'
import { usePicture } from '../../lib/files/pictures.tsx'
import { LinkButton } from '../../lib/links/link-button.tsx'
import { formatPlural, formatGrowth } from '../../lib/numbers/format.ts'
import { formatInstant, formatSince } from '../../lib/time/format.ts'
import { useNewCollection } from '../../lib/dialogs/collection-edit.ts'
import { useNow } from '../../lib/time/use-now.ts'
import { CollectionDialog } from '../../ui/collection-dialog.tsx'
import { CollectionCard, CollectionContent, CollectionList, EmptyContent } from '../../ui/collection-list.tsx'
import { nameGroup } from '../../lib/words/words.ts'
import { choosePortfolios } from './portfolios.model.ts'
import { meOptions, portfoliosOptions, useCreatePortfolio, useDeletePortfolio } from './portfolios.queries.ts'
import type { PortfoliosSearch } from './portfolios.search.ts'
import classes from './portfolios.module.css'
import textStyles from '../../ui/text-styles.module.css'

/** How many trends fit on a card. */
const shownTrends = 3

/** A portfolio in the list: what it is, and the recent course of the trends saved last. */
const PortfolioCard = ({ portfolio, groups }: { portfolio: Portfolio; groups: readonly GroupRef[] }) => {
  const { id, title, image, trends, trendCount, updatedAt, organizationGroupId } = portfolio
  const now = useNow()
  const remove = useDeletePortfolio()
  return (
    <CollectionCard
      title={title}
      picture={usePicture(image)}
      link={
        <Link to="/portfolios/$portfolioId" params={{ portfolioId: id }}>
          {title}
        </Link>
      }
      facts={[formatPlural(trendCount, 'trend'), nameGroup(organizationGroupId, groups)]}
      changed={
        <time dateTime={updatedAt} title={formatInstant(updatedAt)}>
          Changed {formatSince(updatedAt, now)}
        </time>
      }
      menu={<ShareMenuItem item={{ kind: 'portfolio', itemId: id, title }} />}
      onDelete={() => remove(portfolio)}
    >
      {trends.length === 0 ? (
        <EmptyContent>Nothing saved yet</EmptyContent>
      ) : (
        <CollectionContent title={title}>
          {trends.slice(0, shownTrends).map((trend) => (
            <li key={trend.id} className={classes.trend}>
              <span className={`${textStyles.detail} ${textStyles.clip}`}>{trend.title}</span>
              <Growth trend={trend} />
            </li>
          ))}
        </CollectionContent>
      )}
    </CollectionCard>
  )
}

const Growth = ({ trend: { momentum, momentumReason, refreshedAt } }: { trend: PortfolioTrend }) => {
  if (momentum === null)
    return (
      <span className={`${textStyles.note} ${textStyles.nowrap}`} title={momentumReason ?? undefined}>
        {refreshedAt === null ? 'not measured yet' : 'unknown'}
      </span>
    )
  const { value, isSure } = formatGrowth(momentum)
  return (
    <span
      className={`${textStyles.figure} ${textStyles.nowrap}`}
      data-sure={isSure}
      style={{ fontSize: 'var(--font-note)' }}
    >
      {value}
    </span>
  )
}

/** Creates a portfolio and opens it. */
const CreatePortfolioDialog = ({ groups, onClose }: { groups: readonly GroupRef[]; onClose: () => void }) => {
  const navigate = useNavigate()
  const create = useCreatePortfolio(useClient())
  const form = useNewCollection('portfolio.new', create, onClose)
  if (form === null) return null
  const open = ({ id }: Portfolio) => {
    form.onClose()
    void navigate({ to: '/portfolios/$portfolioId', params: { portfolioId: id } })
  }
  return (
    <CollectionDialog
      heading="New portfolio"
      example="Plant milks"
      submitLabel="Create"
      groups={groups}
      {...form}
      onSubmit={({ title, groupId, file }) =>
        create.mutate({ title, organizationGroupId: groupId, file: file ?? undefined }, { onSuccess: open })
      }
    />
  )
}

const route = getRouteApi('/portfolios/')

/** The portfolios of a person and their groups. */
export const PortfoliosPage = () => {
  const client = useClient()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { hiddenIds } = useDelayedChanges()
  const { data, error, refetch } = useQuery(portfoliosOptions(client))
  const { data: me } = useQuery(meOptions(client))
  const all = data?.items.filter(({ id }) => !hiddenIds.has(id))
  const groups = me?.groups ?? []
  const change = (part: Partial<PortfoliosSearch>) =>
    void navigate({ search: (before) => ({ ...before, ...part }), replace: true, resetScroll: false })
  const create = () => change({ new: '1' })
  return (
    <CollectionList
      title="Portfolios"
      noun="portfolio"
      lead="The signals you saved, and how each one is doing."
      icon={<IconBookmarks size={22} aria-hidden />}
      items={all}
      matching={choosePortfolios(all ?? [], search)}
      failure={error && { ...describeFailure(error), onRetry: () => void refetch() }}
      skeleton={{ count: 6, height: 178 }}
      empty={{
        text: 'Open a report and press S to save it. Your portfolio then appears here, with the level, growth and tone of everything in it.',
        action: (
          <Group gap="xs" justify="center">
            <LinkButton to="/">Search a topic</LinkButton>
            <Button variant="default" onClick={create}>
              New portfolio
            </Button>
          </Group>
        ),
      }}
      noMatch={{ title: 'No matching portfolios', text: 'No portfolio or trend contains these words.' }}
      format={(count) => formatPlural(count, 'portfolio')}
      find={search.find}
      findHint="Find a portfolio or a trend in it"
      onFind={(find) => change({ find })}
      filters={
        groups.length > 0 && (
          <NativeSelect
            aria-label="Owner"
            value={search.group ?? ''}
            onChange={(event) => change({ group: event.currentTarget.value || undefined })}
            data={[
              { value: '', label: 'All portfolios' },
              { value: 'mine', label: 'Only mine' },
              ...groups.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        )
      }
      sort={search.sort}
      sorts={[{ value: 'size', label: 'Most trends first' }]}
      onSort={(sort) => change({ sort: sort === 'title' || sort === 'size' ? sort : undefined })}
      onShowAll={() => change({ find: undefined, group: undefined })}
      onCreate={create}
      renderCard={(portfolio) => <PortfolioCard key={portfolio.id} portfolio={portfolio} groups={groups} />}
    >
      {search.new && <CreatePortfolioDialog groups={groups} onClose={() => change({ new: undefined })} />}
    </CollectionList>
  )
}
