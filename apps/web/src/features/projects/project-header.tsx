import { ActionIcon, Flex, Group, Menu } from '@mantine/core'
import { IconDots, IconPencil, IconTrash } from '@tabler/icons-react'
import type { Project } from '@auspex/sdk'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useClient } from '../../lib/api.tsx'
import { AskZeus } from '../../lib/ask-zeus.tsx'
import { describeFailure } from '../../lib/failure.ts'
import { useFormDraft } from '../../lib/form-draft.ts'
import { formatInstant, formatPlural, formatSince } from '../../lib/format.ts'
import { usePicture } from '../../lib/picture.ts'
import { ShareMenuItem } from '../../lib/share-menu-item.tsx'
import { useNow } from '../../lib/use-now.ts'
import { CollectionDialog } from '../../ui/collection-dialog.tsx'
import { EditableTitle } from '../../ui/editable-title.tsx'
import { Picture } from '../../ui/picture.tsx'
import { ProjectConflict } from './project-conflict.tsx'
import { nameGroup } from './projects.model.ts'
import { meOptions } from './projects.queries.ts'
import { useDeleteProject } from './use-delete-project.ts'
import type { useProjectChange } from './use-project-change.ts'
import textStyles from '../../ui/text-styles.module.css'

interface ProjectHeaderProps {
  project: Project
  change: ReturnType<typeof useProjectChange>
}

/** What a project is, and what can be done with all of it. */
export const ProjectHeader = ({ project, change }: ProjectHeaderProps) => {
  const navigate = useNavigate()
  const { data: me } = useQuery(meOptions(useClient()))
  const now = useNow()
  const picture = usePicture(project.image)
  const remove = useDeleteProject()
  const { displayTitle, organizationGroupId, revision } = project
  const base = { displayTitle, organizationGroupId, revision }
  const name = useFormDraft(`project.${project.projectId}.name`, { fields: { title: displayTitle }, base })
  const form = useFormDraft(`project.${project.projectId}`, {
    fields: { title: displayTitle, groupId: organizationGroupId },
    base,
  })
  const [editing, setEditing] = useState<boolean | null>(null)
  const isEditing = editing ?? form.draft !== null
  const close = () => {
    form.drop()
    setEditing(false)
  }
  const groups = me?.groups ?? []
  const { save, begin, conflict, error, isPending } = change
  const failure = error === null ? null : sayFailure(error)
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
        <Menu position="bottom-end" width={200}>
          <Menu.Target>
            <ActionIcon variant="default" size={36} aria-label="More for this project">
              <IconDots size={18} stroke={1.7} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item
              leftSection={<IconPencil size={16} stroke={1.6} aria-hidden />}
              onClick={() => {
                begin()
                setEditing(true)
              }}
            >
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
      </Group>
      {isEditing && (
        <CollectionDialog
          heading="Edit the project"
          example="Spring launch 2027"
          submitLabel="Save"
          groups={groups}
          initial={{ title: project.displayTitle, groupId: project.organizationGroupId, picture }}
          typed={form.draft?.fields ?? null}
          failure={failure}
          isPending={isPending}
          onType={form.keep}
          onClose={close}
          onSubmit={({ title, groupId, file, isPictureRemoved }) => {
            // a form cannot take a project back from its group, so the words go first
            const words = {
              ...(title !== project.displayTitle && { displayTitle: title }),
              ...(groupId !== project.organizationGroupId && { organizationGroupId: groupId }),
              ...(isPictureRemoved && file === null && { imageRemoved: true }),
            }
            const send = async () => {
              if (Object.keys(words).length > 0) await save(words, form.draft?.base)
              if (file !== null) await save({ file })
            }
            void send().then(close, () => undefined)
          }}
        />
      )}
      {conflict && <ProjectConflict conflict={conflict} groups={groups} isPending={isPending} />}
    </Group>
  )
}

const sayFailure = (error: unknown): string => {
  const { message, detail } = describeFailure(error)
  return [`${message}.`, detail].filter(Boolean).join(' ')
}
