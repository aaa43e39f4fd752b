import { Skeleton, Stack, ActionIcon, Flex, Group, Menu } from '@mantine/core'
import { NotFoundError, type Project, type GroupRef } from '@auspex/sdk'
import { IconBriefcase, IconDots, IconPencil, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../lib/api/api.tsx'
import { useDelayedChanges } from '../../lib/api/delayed-changes.tsx'
import { describeFailure, failureSentences } from '../../lib/api/failure.ts'
import { LinkButton, AskZeus } from '../../lib/links/link-button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorView } from '../../ui/error-view.tsx'
import { Page } from '../../ui/page.tsx'
import { Dashboard } from './dashboard/dashboard.tsx'
import { MembersSection } from './members/members-section.tsx'
import {
  projectOptions,
  meOptions,
  type ProjectChanges,
  useProjectChange,
  useDeleteProject,
} from './projects.queries.ts'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useFormDraft } from '../../lib/storage/drafts.ts'
import { formatInstant, formatPlural, formatSince } from '../../lib/numbers/format.ts'
import { usePicture } from '../../lib/files/pictures.tsx'
import { ShareMenuItem } from '../../lib/dialogs/dialog-request.tsx'
import { useExport } from '../../lib/files/exports.ts'
import { useNow } from '../../lib/time/use-now.ts'
import { CollectionDialog, type CollectionWords } from '../../ui/collection-dialog.tsx'
import { collectionFiles } from '../../ui/collection-files.ts'
import { ExportMenu } from '../../ui/export-menu.tsx'
import { EditableTitle } from '../../ui/editable-title.tsx'
import { Picture } from '../../ui/picture.tsx'
import { nameGroup } from '../../lib/words/words.ts'
import textStyles from '../../ui/text-styles.module.css'
import { portfolioChoicesOptions } from '../../lib/api/collection-options.ts'
import type { Conflict } from '../../lib/api/conflicts.ts'
import { ConflictDialog } from '../../ui/conflict-dialog.tsx'

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
      title="There is no such project"
      text="It was deleted, or it belongs to people whose group you are not in."
      action={<LinkButton to="/projects">All projects</LinkButton>}
    />
  </Page>
)

interface ProjectHeaderProps {
  project: Project
  change: ReturnType<typeof useProjectChange>
}

/** The project's details, and the actions on the whole of it. */
const ProjectHeader = ({ project, change }: ProjectHeaderProps) => {
  const { data: me } = useQuery(meOptions(useClient()))
  const now = useNow()
  const picture = usePicture(project.image)
  const exporting = useExport('project', project.projectId)
  const { displayTitle, organizationGroupId, revision } = project
  const base = { displayTitle, organizationGroupId, revision }
  const name = useFormDraft(`project.${project.projectId}.name`, { fields: { title: displayTitle }, base })
  const form = useFormDraft(`project.${project.projectId}`, {
    fields: { title: displayTitle, groupId: organizationGroupId },
    base,
  })
  const [editing, setEditing] = useState<boolean | null>(null)
  const isEditing = editing ?? form.draft !== null
  const groups = me?.groups ?? []
  const { save, begin, conflict, error, isPending } = change
  const failure = error === null ? null : failureSentences(error)
  return (
    <Group component="header" gap="14px 24px" align="flex-start" justify="space-between">
      <Flex gap={16} align="flex-start" miw={0} flex="1 1 200px">
        <Picture content={picture} title={project.displayTitle} />
        <div style={{ minWidth: 0, flex: 1 }}>
          <EditableTitle
            title={project.displayTitle}
            unsent={name.draft?.fields.title ?? null}
            failure={isEditing ? null : failure}
            isPending={isPending}
            onOpen={begin}
            onType={(title) => name.keep({ title })}
            onClose={name.drop}
            onSave={(title) => save({ displayTitle: title }, name.draft?.base)}
          />
          <p className={textStyles.remark}>
            {formatPlural(project.portfolios.length, 'portfolio')} · {nameGroup(project.organizationGroupId, groups)} ·{' '}
            <time className={textStyles.nowrap} dateTime={project.updatedAt} title={formatInstant(project.updatedAt)}>
              changed {formatSince(project.updatedAt, now)}
            </time>
          </p>
        </div>
      </Flex>
      <Group gap={6} wrap="nowrap">
        <AskZeus about={{ project: project.projectId }} name="this project" />
        <ExportMenu {...exporting} sections={collectionFiles} width={290} />
        <ProjectMenu
          project={project}
          onEdit={() => {
            begin()
            setEditing(true)
          }}
        />
      </Group>
      {isEditing && (
        <EditProjectDialog
          project={project}
          picture={picture}
          groups={groups}
          typed={form.draft?.fields ?? null}
          failure={failure}
          isPending={isPending}
          onType={form.keep}
          // the draft has no picture: one is based on the version that is stored by then
          onSave={(changes) => save(changes, changes.file === undefined ? form.draft?.base : undefined)}
          onClose={() => {
            form.drop()
            setEditing(false)
          }}
        />
      )}
      {conflict && <ProjectConflict conflict={conflict} groups={groups} isPending={isPending} />}
    </Group>
  )
}

const ProjectMenu = ({ project, onEdit }: { project: Project; onEdit: () => void }) => {
  const navigate = useNavigate()
  const remove = useDeleteProject()
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label="More for this project">
          <IconDots size={18} stroke={1.7} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={16} stroke={1.6} aria-hidden />} onClick={onEdit}>
          Edit
        </Menu.Item>
        <ShareMenuItem item={{ kind: 'project', itemId: project.projectId, title: project.displayTitle }} />
        <Menu.Item
          leftSection={<IconTrash size={16} stroke={1.6} aria-hidden />}
          onClick={() => {
            remove(project)
            void navigate({ to: '/projects' })
          }}
        >
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

interface EditProjectDialogProps {
  project: Project
  picture: Blob | null
  groups: readonly GroupRef[]
  failure: string | null
  isPending: boolean
  typed: CollectionWords | null
  onType: (words: CollectionWords) => void
  onSave: (changes: ProjectChanges) => Promise<void>
  onClose: () => void
}

/** Name, group and picture of a project; only changes are sent. */
const EditProjectDialog = ({ project, picture, onSave, onClose, ...dialog }: EditProjectDialogProps) => (
  <CollectionDialog
    heading="Edit the project"
    example="Spring launch 2027"
    submitLabel="Save"
    initial={{ title: project.displayTitle, groupId: project.organizationGroupId, picture }}
    onClose={onClose}
    onSubmit={({ title, groupId, file, isPictureRemoved }) => {
      // a form cannot remove the group of a project, so the text fields are sent first
      const words = {
        ...(title !== project.displayTitle && { displayTitle: title }),
        ...(groupId !== project.organizationGroupId && { organizationGroupId: groupId }),
        ...(isPictureRemoved && file === null && { imageRemoved: true }),
      }
      const send = async () => {
        if (Object.keys(words).length > 0) await onSave(words)
        if (file !== null) await onSave({ file })
      }
      void send().then(onClose, () => undefined)
    }}
    {...dialog}
  />
)

interface ProjectConflictProps {
  conflict: Conflict<Project, ProjectChanges>
  groups: readonly GroupRef[]
  isPending: boolean
}

/** Both versions of a project that two people changed. */
const ProjectConflict = ({ conflict: { changes, theirs, settle }, groups, isPending }: ProjectConflictProps) => {
  const { data } = useQuery(portfolioChoicesOptions(useClient()))
  const nameAll = (ids: readonly { id: string }[]) =>
    ids.map(({ id }) => data?.items.find((portfolio) => portfolio.id === id)?.title ?? id).join(', ') || 'none'
  const groupId = changes.organizationGroupId === undefined ? theirs.organizationGroupId : changes.organizationGroupId
  const hasPicture = changes.file !== undefined || (theirs.image !== null && changes.imageRemoved !== true)
  const describePicture = (has: boolean) => (has ? 'a picture' : 'none')
  return (
    <ConflictDialog
      noun="project"
      isPending={isPending}
      fields={[
        { label: 'Name', yours: changes.displayTitle ?? theirs.displayTitle, theirs: theirs.displayTitle },
        {
          label: 'Who sees it',
          yours: nameGroup(groupId, groups),
          theirs: nameGroup(theirs.organizationGroupId, groups),
        },
        { label: 'Picture', yours: describePicture(hasPicture), theirs: describePicture(theirs.image !== null) },
        {
          label: 'Portfolios',
          yours: nameAll(changes.portfolios ?? theirs.portfolios),
          theirs: nameAll(theirs.portfolios),
        },
      ]}
      onKeepYours={() => settle('yours')}
      onTakeTheirs={() => settle('theirs')}
      onClose={() => settle('neither')}
    />
  )
}
