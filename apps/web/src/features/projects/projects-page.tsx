import { Button, Flex, Group, NativeSelect, TextInput } from '@mantine/core'
import { IconBriefcase, IconPlus, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useClient } from '../../lib/api.tsx'
import { portfolioChoicesOptions, projectsOptions } from '../../lib/collection-options.ts'
import { useDelayedChanges } from '../../lib/delayed-changes.tsx'
import { describeFailure } from '../../lib/failure.ts'
import { formatPlural } from '../../lib/format.ts'
import { CardGrid, CardGridSkeleton } from '../../ui/card-grid.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorView } from '../../ui/error-view.tsx'
import { Page } from '../../ui/page.tsx'
import { CreateProjectDialog } from './create-project-dialog.tsx'
import { ProjectCard } from './project-card.tsx'
import { meOptions } from './projects.queries.ts'
import type { ProjectsSearch } from './projects.search.ts'
import classes from './projects-page.module.css'
import textStyles from '../../ui/text-styles.module.css'

const route = getRouteApi('/projects/')

/** Below this many there is nothing to look for. */
const fewProjects = 4

/** What a person and their groups work on. */
export const ProjectsPage = () => {
  const client = useClient()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { hiddenIds } = useDelayedChanges()
  const { data, error, refetch } = useQuery(projectsOptions(client))
  const { data: choices } = useQuery(portfolioChoicesOptions(client))
  const { data: me } = useQuery(meOptions(client))
  const groups = me?.groups ?? []
  const all = data?.items.filter(({ projectId }) => !hiddenIds.has(projectId)) ?? []
  const words = (search.find ?? '').trim().toLowerCase()
  const chosen = all.filter(({ title }) => title.includes(words))
  const shown = search.sort === 'title' ? chosen.toSorted((a, b) => a.title.localeCompare(b.title, 'en')) : chosen
  const change = (part: Partial<ProjectsSearch>) =>
    void navigate({ search: (before) => ({ ...before, ...part }), replace: true, resetScroll: false })
  return (
    <Page>
      <title>Projects · Auspex</title>
      <Group gap="16px 32px" align="flex-end" justify="space-between">
        <div>
          <h1>Projects</h1>
          <p className={textStyles.lead}>
            Portfolios of one piece of work, and what moved in them since you last looked.
          </p>
        </div>
        {all.length > 0 && (
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => change({ new: '1' })}>
            New project
          </Button>
        )}
      </Group>
      {data === undefined ? (
        error ? (
          <ErrorView {...describeFailure(error)} onRetry={() => void refetch()} />
        ) : (
          <CardGridSkeleton label="Loading projects" count={4} height={142} />
        )
      ) : all.length === 0 ? (
        <EmptyState
          icon={<IconBriefcase size={22} aria-hidden />}
          title="No project yet"
          text="A project brings portfolios together. Each time you open it, it tells what moved since your last visit, the biggest events, the tone, and whether the sources still answer."
          action={<Button onClick={() => change({ new: '1' })}>New project</Button>}
        />
      ) : (
        <Flex direction="column" gap={20}>
          {all.length > fewProjects && (
            <Group gap={10} role="search" aria-label="Projects">
              <TextInput
                aria-label="Find a project"
                placeholder="Find a project"
                leftSection={<IconSearch size={16} stroke={1.7} aria-hidden />}
                value={search.find ?? ''}
                onChange={(event) => change({ find: event.currentTarget.value || undefined })}
                className={classes.find}
              />
              <NativeSelect
                aria-label="Order"
                value={search.sort ?? ''}
                onChange={({ currentTarget: { value } }) => change({ sort: value === 'title' ? value : undefined })}
                data={[
                  { value: '', label: 'Last changed' },
                  { value: 'title', label: 'By name' },
                ]}
              />
              <span className={textStyles.note} role="status">
                {shown.length < all.length && `${shown.length} of ${formatPlural(all.length, 'project')}`}
              </span>
            </Group>
          )}
          {shown.length === 0 ? (
            <EmptyState
              icon={<IconSearch size={22} aria-hidden />}
              title="No project is called so"
              action={
                <Button variant="default" onClick={() => change({ find: undefined })}>
                  Show all
                </Button>
              }
            />
          ) : (
            <CardGrid
              label="Projects"
              items={shown}
              total={formatPlural(shown.length, 'project')}
              renderCard={(project) => (
                <ProjectCard
                  key={project.projectId}
                  project={project}
                  groups={groups}
                  portfolios={choices?.items ?? []}
                />
              )}
            />
          )}
        </Flex>
      )}
      {search.new && <CreateProjectDialog groups={groups} onClose={() => change({ new: undefined })} />}
    </Page>
  )
}
