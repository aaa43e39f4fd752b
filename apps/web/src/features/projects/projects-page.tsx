import { IconBriefcase } from '@tabler/icons-react'
import type { GroupRef, Portfolio, Project } from '@auspex/sdk'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate, Link } from '@tanstack/react-router'
import { useClient } from '../../lib/api/api.tsx'
import { portfolioChoicesOptions, projectsOptions } from '../../lib/api/collection-options.ts'
import { useDelayedChanges } from '../../lib/api/delayed-changes.tsx'
import { describeFailure } from '../../lib/api/failure.ts'
import { usePicture } from '../../lib/files/pictures.tsx'
import { formatPlural } from '../../lib/numbers/format.ts'
import { formatInstant, formatSince } from '../../lib/time/format.ts'
import { useNewCollection } from '../../lib/dialogs/collection-edit.ts'
import { useNow } from '../../lib/time/use-now.ts'
import { CollectionDialog } from '../../ui/collection-dialog.tsx'
import { CollectionCard, CollectionContent, CollectionList, EmptyContent } from '../../ui/collection-list.tsx'
import { nameGroup } from '../../lib/words/words.ts'
import { namePortfolios } from './projects.model.ts'
import { meOptions, useCreateProject, useDeleteProject } from './projects.queries.ts'
import type { ProjectsSearch } from './projects.search.ts'
import textStyles from '../../ui/text-styles.module.css'

interface ProjectCardProps {
  project: Project
  groups: readonly GroupRef[]
  /** Portfolios that a project can contain, for their names. */
  portfolios: readonly Portfolio[]
}

/** A project in the list. */
const ProjectCard = ({ project, groups, portfolios }: ProjectCardProps) => {
  const { projectId, displayTitle, image, organizationGroupId, updatedAt } = project
  const now = useNow()
  const remove = useDeleteProject()
  const { named, rest } = namePortfolios(project, portfolios)
  return (
    <CollectionCard
      title={displayTitle}
      picture={usePicture(image)}
      link={
        <Link to="/projects/$projectId" params={{ projectId }}>
          {displayTitle}
        </Link>
      }
      facts={[formatPlural(project.portfolios.length, 'portfolio'), nameGroup(organizationGroupId, groups)]}
      changed={
        <time dateTime={updatedAt} title={formatInstant(updatedAt)}>
          Changed {formatSince(updatedAt, now)}
        </time>
      }
      onDelete={() => remove(project)}
    >
      {project.portfolios.length === 0 ? (
        <EmptyContent>No portfolio yet</EmptyContent>
      ) : (
        named.length > 0 && (
          <CollectionContent title={displayTitle}>
            {named.map(({ id, title }) => (
              <li key={id} className={`${textStyles.detail} ${textStyles.clip}`}>
                {title}
              </li>
            ))}
            {rest > 0 && <li className={textStyles.note}>and {rest} more</li>}
          </CollectionContent>
        )
      )}
    </CollectionCard>
  )
}

/** Creates a project and opens it. */
const CreateProjectDialog = ({ groups, onClose }: { groups: readonly GroupRef[]; onClose: () => void }) => {
  const navigate = useNavigate()
  const create = useCreateProject(useClient())
  const form = useNewCollection('project.new', create, onClose)
  if (form === null) return null
  const open = ({ projectId }: Project) => {
    form.onClose()
    void navigate({ to: '/projects/$projectId', params: { projectId } })
  }
  return (
    <CollectionDialog
      heading="New project"
      example="Spring launch 2027"
      submitLabel="Create"
      groups={groups}
      {...form}
      onSubmit={({ title, groupId, file }) =>
        create.mutate({ title, organizationGroupId: groupId, image: file ?? undefined }, { onSuccess: open })
      }
    />
  )
}

const route = getRouteApi('/projects/')

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
  const all = data?.items.filter(({ projectId }) => !hiddenIds.has(projectId))
  const words = (search.find ?? '').trim().toLowerCase()
  const matching = all?.filter(({ title }) => title.includes(words)) ?? []
  const change = (part: Partial<ProjectsSearch>) =>
    void navigate({ search: (before) => ({ ...before, ...part }), replace: true, resetScroll: false })
  return (
    <CollectionList
      title="Projects"
      noun="project"
      lead="Portfolios that belong together, and what changed in them since your last visit."
      icon={<IconBriefcase size={22} aria-hidden />}
      items={all}
      matching={search.sort === 'title' ? matching.toSorted((a, b) => a.title.localeCompare(b.title, 'en')) : matching}
      failure={error && { ...describeFailure(error), onRetry: () => void refetch() }}
      skeleton={{ count: 4, height: 142 }}
      empty={{
        text: 'A project brings portfolios together. It shows what changed since your last visit, the biggest events, the tone, and whether the sources are working.',
      }}
      noMatch={{ title: 'No matching projects' }}
      format={(count) => formatPlural(count, 'project')}
      find={search.find}
      findHint="Find a project"
      onFind={(find) => change({ find })}
      sort={search.sort}
      sorts={[]}
      onSort={(sort) => change({ sort: sort === 'title' ? sort : undefined })}
      onShowAll={() => change({ find: undefined })}
      onCreate={() => change({ new: '1' })}
      renderCard={(project) => (
        <ProjectCard key={project.projectId} project={project} groups={groups} portfolios={choices?.items ?? []} />
      )}
    >
      {search.new && <CreateProjectDialog groups={groups} onClose={() => change({ new: undefined })} />}
    </CollectionList>
  )
}
