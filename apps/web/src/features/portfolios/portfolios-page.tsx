import { Button, Flex, Group, NativeSelect, TextInput } from '@mantine/core'
import { IconBookmarks, IconPlus, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useClient } from '../../lib/api.tsx'
import { useDelayedChanges } from '../../lib/delayed-changes.tsx'
import { describeFailure } from '../../lib/failure.ts'
import { formatPlural } from '../../lib/format.ts'
import { LinkButton } from '../../lib/link-button.tsx'
import { CardGrid, CardGridSkeleton } from '../../ui/card-grid.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorView } from '../../ui/error-view.tsx'
import { Page } from '../../ui/page.tsx'
import { CreatePortfolioDialog } from './create-portfolio-dialog.tsx'
import { choosePortfolios } from './portfolios.model.ts'
import { meOptions, portfoliosOptions } from './portfolios.queries.ts'
import type { PortfoliosSearch } from './portfolios.search.ts'
import { PortfolioCard } from './portfolio-card.tsx'
import classes from './portfolios-page.module.css'
import textStyles from '../../ui/text-styles.module.css'

const route = getRouteApi('/portfolios/')

/** Below this many there is nothing to look for. */
const fewPortfolios = 4

/** What a person and their groups keep. */
export const PortfoliosPage = () => {
  const client = useClient()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { hiddenIds } = useDelayedChanges()
  const { data, error, refetch } = useQuery(portfoliosOptions(client))
  const { data: me } = useQuery(meOptions(client))
  const all = data?.items.filter(({ id }) => !hiddenIds.has(id)) ?? []
  const shown = choosePortfolios(all, search)
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
                {shown.length < all.length && `${shown.length} of ${formatPlural(all.length, 'portfolio')}`}
              </span>
            </Group>
          )}
          {shown.length === 0 ? (
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
              items={shown}
              total={formatPlural(shown.length, 'portfolio')}
              renderCard={(portfolio) => <PortfolioCard key={portfolio.id} portfolio={portfolio} groups={groups} />}
            />
          )}
        </Flex>
      )}
      {search.new && <CreatePortfolioDialog groups={groups} onClose={() => change({ new: undefined })} />}
    </Page>
  )
}
