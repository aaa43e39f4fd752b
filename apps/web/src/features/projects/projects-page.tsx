import { Button, Flex, Group, NativeSelect, TextInput, ActionIcon, Box, Menu } from '@mantine/core'
import { IconBriefcase, IconPlus, IconSearch, IconDots, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate, Link } from '@tanstack/react-router'
import { useClient } from '../../lib/api/api.tsx'
import { portfolioChoicesOptions, projectsOptions } from '../../lib/api/collection-options.ts'
import { useDelayedChanges } from '../../lib/api/delayed-changes.tsx'
import { describeFailure } from '../../lib/api/failure.ts'
import { formatPlural, formatInstant, formatSince } from '../../lib/numbers/format.ts'
import { CardGrid, CardGridSkeleton } from '../../ui/card-grid.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorView } from '../../ui/error-view.tsx'
import { Page } from '../../ui/page.tsx'
import { meOptions, useCreateProject, useDeleteProject } from './projects.queries.ts'
import type { ProjectsSearch } from './projects.search.ts'
import classes from './projects.module.css'
import textStyles from '../../ui/text-styles.module.css'
import type { GroupRef, Portfolio, Project } from '@auspex/sdk'
import { useFormDraft } from '../../lib/storage/drafts.ts'
import { CollectionDialog, type CollectionWords } from '../../ui/collection-dialog.tsx'
import { usePicture } from '../../lib/files/pictures.tsx'
import { useNow } from '../../lib/time/use-now.ts'
import { Picture } from '../../ui/picture.tsx'
import { nameGroup, namePortfolios } from './projects.model.ts'
import surfaces from '../../ui/surfaces.module.css'

/** A project in the list. */
const ProjectCard = ({ project, groups, portfolios }: ProjectCardProps) => {
  const { projectId, displayTitle, image, organizationGroupId, updatedAt } = project
  const now = useNow()
  const picture = usePicture(image)
  const remove = useDeleteProject()
  const { named, rest } = namePortfolios(project, portfolios)
  return (
    <li className={`${surfaces.panel} ${classes.card}`}>
      <Flex gap={14} align="flex-start">
        <Picture content={picture} title={displayTitle} />
        <Box miw={0}>
          <Box
            component="h2"
            className={`${textStyles.title} ${textStyles.breakable} ${classes.title}`}
            fz={16}
            lh={1.35}
          >
            <Link to="/projects/$projectId" params={{ projectId }}>
              {displayTitle}
            </Link>
          </Box>
          <p className={textStyles.note}>
            {[formatPlural(project.portfolios.length, 'portfolio'), nameGroup(organizationGroupId, groups)].join(' · ')}
          </p>
          <p className={textStyles.note}>
            <time dateTime={updatedAt} title={formatInstant(updatedAt)}>
              Changed {formatSince(updatedAt, now)}
            </time>
          </p>
        </Box>
        <div className={classes.menu}>
          <Menu position="bottom-end" width={200}>
            <Menu.Target>
              <ActionIcon variant="subtle" color="gray" aria-label={`More for ${displayTitle}`}>
                <IconDots size={17} stroke={1.7} aria-hidden />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item leftSection={<IconTrash size={16} stroke={1.6} aria-hidden />} onClick={() => remove(project)}>
                Delete
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </div>
      </Flex>
      {project.portfolios.length === 0 ? (
        <p className={`${textStyles.note} ${classes.members}`}>No portfolio yet</p>
      ) : (
        named.length > 0 && (
          <ul className={classes.members} aria-label={`In ${displayTitle}`}>
            {named.map(({ id, title }) => (
              <li key={id} className={`${textStyles.detail} ${textStyles.clip}`}>
                {title}
              </li>
            ))}
            {rest > 0 && <li className={textStyles.note}>and {rest} more</li>}
          </ul>
        )
      )}
    </li>
  )
}

const place = 'project.new'
const empty = { fields: { title: '', groupId: null }, base: {} }

/** Creates a project and opens it. */
const CreateProjectDialog = ({ groups, onClose }: { groups: readonly GroupRef[]; onClose: () => void }) => {
  const navigate = useNavigate()
  const create = useCreateProject(useClient())
  const { isReady, draft, keep, drop } = useFormDraft<CollectionWords, Record<string, never>>(place, empty)
  const close = () => {
    drop()
    onClose()
  }
  const failure = create.error && describeFailure(create.error)
  if (!isReady) return null
  return (
    <CollectionDialog
      heading="New project"
      example="Spring launch 2027"
      submitLabel="Create"
      groups={groups}
      typed={draft?.fields ?? null}
      failure={failure && [`${failure.message}.`, failure.detail].filter(Boolean).join(' ')}
      isPending={create.isPending}
      onType={keep}
      onClose={close}
      onSubmit={({ title, groupId, file }) =>
        create.mutate(
          { title, organizationGroupId: groupId, image: file ?? undefined },
          {
            onSuccess: ({ projectId }) => {
              close()
              void navigate({ to: '/projects/$projectId', params: { projectId } })
            },
          },
        )
      }
    />
  )
}

const route = getRouteApi('/projects/')

/** Below this many, a search field is not worthwhile. */
const fewProjects = 4

/** The projects of a person and their groups. */
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
  const matchingProjects = all.filter(({ title }) => title.includes(words))
  const visibleProjects =
    search.sort === 'title'
      ? matchingProjects.toSorted((a, b) => a.title.localeCompare(b.title, 'en'))
      : matchingProjects
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
                {visibleProjects.length < all.length &&
                  `${visibleProjects.length} of ${formatPlural(all.length, 'project')}`}
              </span>
            </Group>
          )}
          {visibleProjects.length === 0 ? (
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
              items={visibleProjects}
              total={formatPlural(visibleProjects.length, 'project')}
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

interface ProjectCardProps {
  project: Project
  groups: readonly GroupRef[]
  /** Portfolios that a project can contain, for their names. */
  portfolios: readonly Portfolio[]
}
