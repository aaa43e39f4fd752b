import { Skeleton, Stack } from '@mantine/core'
import { NotFoundError, type Project } from '@auspex/sdk'
import { IconBriefcase } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../lib/api.tsx'
import { useDelayedChanges } from '../../lib/delayed-changes.tsx'
import { describeFailure } from '../../lib/failure.ts'
import { LinkButton } from '../../lib/link-button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorView } from '../../ui/error-view.tsx'
import { Page } from '../../ui/page.tsx'
import { Dashboard } from './dashboard/dashboard.tsx'
import { MembersSection } from './members/members-section.tsx'
import { ProjectHeader } from './project-header.tsx'
import { projectOptions } from './projects.queries.ts'
import { useProjectChange } from './use-project-change.ts'

/** A project: what moved in it, and the portfolios it is made of. */
export const ProjectPage = ({ projectId }: { projectId: string }) => {
  const { data, error, refetch } = useQuery(projectOptions(useClient(), projectId))
  const { hiddenIds } = useDelayedChanges()
  if (hiddenIds.has(projectId) || (data === undefined && error instanceof NotFoundError)) return <MissingProject />
  if (data === undefined)
    return (
      <Page>
        {error ? (
          <ErrorView level={1} {...describeFailure(error)} onRetry={() => void refetch()} />
        ) : (
          <Stack gap={20} role="group" aria-busy="true" aria-label="Loading the project">
            <Skeleton height={56} width="min(100%, 420px)" radius="md" />
            <Skeleton height={280} radius="lg" />
            <Skeleton height={200} radius="lg" />
          </Stack>
        )}
      </Page>
    )
  return <LoadedProject project={data} />
}

const LoadedProject = ({ project }: { project: Project }) => {
  const change = useProjectChange(project)
  return (
    <Page>
      <title>{`${project.displayTitle} · Projects · Auspex`}</title>
      <ProjectHeader project={project} change={change} />
      {project.portfolios.length > 0 && <Dashboard projectId={project.projectId} />}
      <MembersSection project={project} change={change} />
    </Page>
  )
}

const MissingProject = () => (
  <Page>
    <title>Projects · Auspex</title>
    <EmptyState
      level={1}
      icon={<IconBriefcase size={22} aria-hidden />}
      title="There is no such project"
      text="It was deleted, or it belongs to people whose group you are not in."
      action={<LinkButton to="/projects">All projects</LinkButton>}
    />
  </Page>
)
