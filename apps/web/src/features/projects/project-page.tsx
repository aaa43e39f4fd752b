import type { Conflict } from '../../lib/api/conflicts.ts'
import { NotFoundError, type Project, type GroupRef } from '@auspex/sdk'
import { Skeleton, Stack, Group } from '@mantine/core'
import { IconBriefcase } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useClient } from '../../lib/api/api.tsx'
import { portfolioChoicesOptions } from '../../lib/api/collection-options.ts'
import { useDelayedChanges } from '../../lib/api/delayed-changes.tsx'
import { describeFailure } from '../../lib/api/failure.ts'
import { describeConflict, useCollectionEdit } from '../../lib/dialogs/collection-edit.ts'
import { ShareMenuItem } from '../../lib/dialogs/dialog-request.tsx'
import { useExport } from '../../lib/files/exports.ts'
import { usePicture } from '../../lib/files/pictures.tsx'
import { LinkButton, AskZeus } from '../../lib/links/link-button.tsx'
import { formatPlural } from '../../lib/numbers/format.ts'
import { formatInstant, formatSince } from '../../lib/time/format.ts'
import { useNow } from '../../lib/time/use-now.ts'
import { nameGroup } from '../../lib/words/words.ts'
import { CollectionDialog } from '../../ui/collection-dialog.tsx'
import { collectionFiles, CollectionMenu, CollectionTitle } from '../../ui/collection-header.tsx'
import { ConflictDialog } from '../../ui/conflict-dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorView } from '../../ui/error-view.tsx'
import { ExportMenu } from '../../ui/export-menu.tsx'
import { Page } from '../../ui/page.tsx'
import textStyles from '../../ui/text-styles.module.css'
import { Dashboard } from './dashboard/dashboard.tsx'
import { MembersSection } from './members/members-section.tsx'
import {
  projectOptions,
  meOptions,
  type ProjectChanges,
  useProjectChange,
  useDeleteProject,
} from './projects.queries.ts'

/** A project: what changed in it, and its portfolios. */
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
      title="Project not found"
      text="It may have been deleted, or you may not have access to it."
      action={<LinkButton to="/projects">All projects</LinkButton>}
    />
  </Page>
)

interface ProjectHeaderProps {
  project: Project
  change: ReturnType<typeof useProjectChange>
}

/** The project's details, and the actions on the whole of it. */
const ProjectHeader = ({ project, change: { save, conflict, ...change } }: ProjectHeaderProps) => {
  const { data: me } = useQuery(meOptions(useClient()))
  const now = useNow()
  const picture = usePicture(project.image)
  const exporting = useExport('project', project.projectId)
  const { displayTitle, organizationGroupId, revision } = project
  const storedFields = { title: displayTitle, groupId: organizationGroupId }
  const edit = useCollectionEdit({
    draftKey: `project.${project.projectId}`,
    stored: storedFields,
    base: { displayTitle, organizationGroupId, revision },
    change,
    onSave: ({ title, ...changes }, base) =>
      save(
        { ...changes, ...(title !== undefined && { displayTitle: title }) },
        // the draft has no picture: one is based on the version that is stored by then
        changes.file === undefined ? base : undefined,
      ),
  })
  const groups = me?.groups ?? []
  return (
    <Group component="header" gap="14px 24px" align="flex-start" justify="space-between">
      <CollectionTitle picture={picture} {...edit.name}>
        {formatPlural(project.portfolios.length, 'portfolio')} · {nameGroup(organizationGroupId, groups)} ·{' '}
        <time className={textStyles.nowrap} dateTime={project.updatedAt} title={formatInstant(project.updatedAt)}>
          changed {formatSince(project.updatedAt, now)}
        </time>
      </CollectionTitle>
      <Group gap={6} wrap="nowrap">
        <AskZeus about={{ project: project.projectId }} name="this project" />
        <ExportMenu {...exporting} sections={collectionFiles} width={290} />
        <ProjectMenu project={project} onEdit={edit.open} />
      </Group>
      {edit.form && (
        <CollectionDialog
          heading="Edit the project"
          example="Spring launch 2027"
          submitLabel="Save"
          groups={groups}
          initial={{ ...storedFields, picture }}
          {...edit.form}
        />
      )}
      {conflict && <ProjectConflict conflict={conflict} groups={groups} isPending={change.isPending} />}
    </Group>
  )
}

const ProjectMenu = ({ project, onEdit }: { project: Project; onEdit: () => void }) => {
  const navigate = useNavigate()
  const remove = useDeleteProject()
  const deleteProject = () => {
    remove(project)
    void navigate({ to: '/projects' })
  }
  return (
    <CollectionMenu noun="project" onEdit={onEdit} onDelete={deleteProject}>
      <ShareMenuItem item={{ kind: 'project', itemId: project.projectId, title: project.displayTitle }} />
    </CollectionMenu>
  )
}

interface ProjectConflictProps {
  conflict: Conflict<Project, ProjectChanges>
  groups: readonly GroupRef[]
  isPending: boolean
}

/** Both versions of a project that two people changed. */
const ProjectConflict = ({ conflict, groups, isPending }: ProjectConflictProps) => {
  const { changes, theirs } = conflict
  const { data } = useQuery(portfolioChoicesOptions(useClient()))
  const nameAll = (ids: readonly { id: string }[]) =>
    ids.map(({ id }) => data?.items.find((portfolio) => portfolio.id === id)?.title ?? id).join(', ') || 'none'
  const { fields, ...choices } = describeConflict(conflict, groups, {
    yours: changes.displayTitle,
    theirs: theirs.displayTitle,
  })
  const portfolios = {
    label: 'Portfolios',
    yours: nameAll(changes.portfolios ?? theirs.portfolios),
    theirs: nameAll(theirs.portfolios),
  }
  return <ConflictDialog noun="project" isPending={isPending} fields={[...fields, portfolios]} {...choices} />
}
