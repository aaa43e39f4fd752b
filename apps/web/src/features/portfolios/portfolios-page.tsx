import { Button, Flex, Group, NativeSelect, TextInput, Box, ActionIcon, Menu } from '@mantine/core'
import { IconBookmarks, IconPlus, IconSearch, IconDots, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate, Link } from '@tanstack/react-router'
import { useClient } from '../../lib/api/api.tsx'
import { useDelayedChanges } from '../../lib/api/delayed-changes.tsx'
import { describeFailure } from '../../lib/api/failure.ts'
import { formatPlural, formatGrowth, formatInstant, formatSince } from '../../lib/numbers/format.ts'
import { LinkButton } from '../../lib/links/link-button.tsx'
import { CardGrid, CardGridSkeleton } from '../../ui/card-grid.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorView } from '../../ui/error-view.tsx'
import { Page } from '../../ui/page.tsx'
import { choosePortfolios, nameGroup } from './portfolios.model.ts'
import { meOptions, portfoliosOptions, useCreatePortfolio, useDeletePortfolio } from './portfolios.queries.ts'
import type { PortfoliosSearch } from './portfolios.search.ts'
import classes from './portfolios.module.css'
import textStyles from '../../ui/text-styles.module.css'
import type { GroupRef, Portfolio, PortfolioTrend } from '@auspex/sdk'
import { useFormDraft } from '../../lib/storage/drafts.ts'
import { CollectionDialog, type CollectionWords } from '../../ui/collection-dialog.tsx'
import { usePicture } from '../../lib/files/pictures.tsx'
import { useNow } from '../../lib/time/use-now.ts'
import { Picture } from '../../ui/picture.tsx'
import surfaces from '../../ui/surfaces.module.css'
import { ShareMenuItem } from '../../lib/dialogs/dialog-request.tsx'

/** Less frequent actions on a portfolio than opening it. */
const PortfolioMenu = ({ portfolio }: { portfolio: Portfolio }) => {
  const remove = useDeletePortfolio()
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`More for ${portfolio.title}`}>
          <IconDots size={17} stroke={1.7} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <ShareMenuItem item={{ kind: 'portfolio', itemId: portfolio.id, title: portfolio.title }} />
        <Menu.Item leftSection={<IconTrash size={16} stroke={1.6} aria-hidden />} onClick={() => remove(portfolio)}>
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** How many trends fit on a card. */
const shownTrends = 3

/** A portfolio in the list: what it is, and the recent course of the trends saved last. */
const PortfolioCard = ({ portfolio, groups }: { portfolio: Portfolio; groups: readonly GroupRef[] }) => {
  const { id, title, image, trends, trendCount, updatedAt, organizationGroupId } = portfolio
  const now = useNow()
  const picture = usePicture(image)
  return (
    <li className={`${surfaces.panel} ${classes.card}`}>
      <Flex gap={14} align="flex-start">
        <Picture content={picture} title={title} />
        <Box miw={0}>
          <Box
            component="h2"
            className={`${textStyles.title} ${textStyles.breakable} ${classes.title}`}
            fz={16}
            lh={1.35}
          >
            <Link to="/portfolios/$portfolioId" params={{ portfolioId: id }}>
              {title}
            </Link>
          </Box>
          <p className={textStyles.note}>
            {[formatPlural(trendCount, 'trend'), nameGroup(organizationGroupId, groups)].join(' · ')}
          </p>
          <p className={textStyles.note}>
            <time dateTime={updatedAt} title={formatInstant(updatedAt)}>
              Changed {formatSince(updatedAt, now)}
            </time>
          </p>
        </Box>
        <div className={classes.menu}>
          <PortfolioMenu portfolio={portfolio} />
        </div>
      </Flex>
      {trends.length === 0 ? (
        <p className={`${textStyles.note} ${classes.trends}`}>Nothing saved yet</p>
      ) : (
        <ul className={classes.trends} aria-label={`In ${title}`}>
          {trends.slice(0, shownTrends).map((trend) => (
            <li key={trend.id} className={classes.trend}>
              <span className={`${textStyles.detail} ${textStyles.clip}`}>{trend.title}</span>
              <Growth trend={trend} />
            </li>
          ))}
        </ul>
      )}
    </li>
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
    <span className={`${textStyles.figure} ${textStyles.nowrap}`} data-sure={isSure} style={{ fontSize: 13 }}>
      {value}
    </span>
  )
}

const place = 'portfolio.new'
const empty = { fields: { title: '', groupId: null }, base: {} }

/** Creates a portfolio and opens it. */
const CreatePortfolioDialog = ({ groups, onClose }: { groups: readonly GroupRef[]; onClose: () => void }) => {
  const navigate = useNavigate()
  const create = useCreatePortfolio(useClient())
  const { isReady, draft, keep, drop } = useFormDraft<CollectionWords, Record<string, never>>(place, empty)
  const close = () => {
    drop()
    onClose()
  }
  const failure = create.error && describeFailure(create.error)
  if (!isReady) return null
  return (
    <CollectionDialog
      heading="New portfolio"
      example="Plant milks"
      submitLabel="Create"
      groups={groups}
      typed={draft?.fields ?? null}
      failure={failure && [`${failure.message}.`, failure.detail].filter(Boolean).join(' ')}
      isPending={create.isPending}
      onType={keep}
      onClose={close}
      onSubmit={({ title, groupId, file }) =>
        create.mutate(
          { title, organizationGroupId: groupId, file: file ?? undefined },
          {
            onSuccess: ({ id }) => {
              close()
              void navigate({ to: '/portfolios/$portfolioId', params: { portfolioId: id } })
            },
          },
        )
      }
    />
  )
}

const route = getRouteApi('/portfolios/')

/** Below this many, a search field is not worthwhile. */
const fewPortfolios = 4

/** The portfolios of a person and their groups. */
export const PortfoliosPage = () => {
  const client = useClient()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { hiddenIds } = useDelayedChanges()
  const { data, error, refetch } = useQuery(portfoliosOptions(client))
  const { data: me } = useQuery(meOptions(client))
  const all = data?.items.filter(({ id }) => !hiddenIds.has(id)) ?? []
  const visiblePortfolios = choosePortfolios(all, search)
  const groups = me?.groups ?? []
  const change = (part: Partial<PortfoliosSearch>) =>
    void navigate({ search: (before) => ({ ...before, ...part }), replace: true, resetScroll: false })
  const create = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => change({ new: '1' })}>
      New portfolio
    </Button>
  )
  return (
    <Page>
      <title>Portfolios · Auspex</title>
      <Group gap="16px 32px" align="flex-end" justify="space-between">
        <div>
          <h1>Portfolios</h1>
          <p className={textStyles.lead}>Signals that you keep, and how each of them moves.</p>
        </div>
        {all.length > 0 && create}
      </Group>
      {data === undefined ? (
        error ? (
          <ErrorView {...describeFailure(error)} onRetry={() => void refetch()} />
        ) : (
          <CardGridSkeleton label="Loading portfolios" count={6} height={178} />
        )
      ) : all.length === 0 ? (
        <EmptyState
          icon={<IconBookmarks size={22} aria-hidden />}
          title="No portfolio yet"
          text="Open the report of a topic and press S: the signal is saved, and its portfolio appears here with the level, growth and tone of everything in it."
          action={
            <Group gap="xs" justify="center">
              <LinkButton to="/">Search a topic</LinkButton>
              <Button variant="default" onClick={() => change({ new: '1' })}>
                New portfolio
              </Button>
            </Group>
          }
        />
      ) : (
        <Flex direction="column" gap={20}>
          {all.length > fewPortfolios && (
            <Group gap={10} role="search" aria-label="Portfolios">
              <TextInput
                aria-label="Find a portfolio"
                placeholder="Find a portfolio or a trend in it"
                leftSection={<IconSearch size={16} stroke={1.7} aria-hidden />}
                value={search.find ?? ''}
                onChange={(event) => change({ find: event.currentTarget.value || undefined })}
                className={classes.find}
              />
              {groups.length > 0 && (
                <NativeSelect
                  aria-label="Whose"
                  value={search.group ?? ''}
                  onChange={(event) => change({ group: event.currentTarget.value || undefined })}
                  data={[
                    { value: '', label: 'All portfolios' },
                    { value: 'mine', label: 'Only yours' },
                    ...groups.map(({ id, name }) => ({ value: id, label: name })),
                  ]}
                />
              )}
              <NativeSelect
                aria-label="Order"
                value={search.sort ?? ''}
                onChange={({ currentTarget: { value } }) =>
                  change({ sort: value === 'title' || value === 'size' ? value : undefined })
                }
                data={[
                  { value: '', label: 'Last changed' },
                  { value: 'title', label: 'By name' },
                  { value: 'size', label: 'Most trends first' },
                ]}
              />
              <span className={textStyles.note} role="status">
                {visiblePortfolios.length < all.length &&
                  `${visiblePortfolios.length} of ${formatPlural(all.length, 'portfolio')}`}
              </span>
            </Group>
          )}
          {visiblePortfolios.length === 0 ? (
            <EmptyState
              icon={<IconSearch size={22} aria-hidden />}
              title="No portfolio fits"
              text="Neither a name nor a trend has these words."
              action={
                <Button variant="default" onClick={() => change({ find: undefined, group: undefined })}>
                  Show all
                </Button>
              }
            />
          ) : (
            <CardGrid
              label="Portfolios"
              items={visiblePortfolios}
              total={formatPlural(visiblePortfolios.length, 'portfolio')}
              renderCard={(portfolio) => <PortfolioCard key={portfolio.id} portfolio={portfolio} groups={groups} />}
            />
          )}
        </Flex>
      )}
      {search.new && <CreatePortfolioDialog groups={groups} onClose={() => change({ new: undefined })} />}
    </Page>
  )
}
