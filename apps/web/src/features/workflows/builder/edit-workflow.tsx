import { Button } from '@mantine/core'
import { ConflictError, type UpdateWorkflowInput, type Workflow } from '@auspex/sdk'
import { IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useClient } from '../../../lib/api/api.tsx'
import { ConflictDialog } from '../../../ui/conflict-dialog.tsx'
import { useDeleteWorkflow, useUpdateWorkflow } from '../workflows.queries.ts'
import { toDraft, toInput } from './draft.ts'
import { WorkflowForm } from './workflow-form.tsx'

/** Edits a workflow. If somebody else changed it, both versions are shown before anything is saved. */
export const EditWorkflow = ({ workflow }: { workflow: Workflow }) => {
  const navigate = useNavigate()
  const client = useClient()
  const [draft, setDraft] = useState(() => toDraft(workflow))
  // the version that was read when editing began
  const [version, setVersion] = useState(workflow.version)
  const update = useUpdateWorkflow(client, workflow.id)
  const remove = useDeleteWorkflow(client)
  const goToWorkflow = () =>
    void navigate({ to: '/workflows/$workflowId', params: { workflowId: workflow.id }, search: {}, replace: true })
  const save = (knownVersion: number) =>
    update.mutate(
      { ...toInput(draft, workflow.budget.maxSeconds), version: knownVersion } satisfies UpdateWorkflowInput,
      {
        onSuccess: goToWorkflow,
      },
    )
  const theirs = storedWorkflow(update.error)
  return (
    <>
      <WorkflowForm
        draft={draft}
        onChange={setDraft}
        isSaving={update.isPending}
        error={theirs === null ? (update.error ?? remove.error) : null}
        onCancel={goToWorkflow}
        onSave={() => save(version)}
      />
      <div>
        <Button
          variant="subtle"
          color="red"
          leftSection={<IconTrash size={16} aria-hidden />}
          loading={remove.isPending}
          onClick={() => remove.mutate(workflow.id, { onSuccess: () => void navigate({ to: '/workflows' }) })}
        >
          Delete this workflow
        </Button>
      </div>
      {theirs !== null && (
        <ConflictDialog
          noun="workflow"
          fields={[
            { label: 'Title', yours: draft.title, theirs: theirs.title },
            { label: 'Steps', yours: namesOf(draft.steps), theirs: namesOf(theirs.steps) },
            { label: 'For', yours: draft.description, theirs: theirs.description },
          ]}
          isPending={update.isPending}
          onKeepYours={() => {
            setVersion(theirs.version)
            save(theirs.version)
          }}
          onTakeTheirs={() => {
            setDraft(toDraft(theirs))
            setVersion(theirs.version)
            update.reset()
          }}
          onClose={() => update.reset()}
        />
      )}
    </>
  )
}

const namesOf = (steps: Workflow['steps'] | readonly { title: string; tool: string }[]): string =>
  steps.map(({ title, tool }) => title || tool).join(', ')

/** The stored version, if a change was refused because somebody else saved first. */
const storedWorkflow = (error: unknown): Workflow | null =>
  error instanceof ConflictError && error.problem?.code === 'workflows.stale'
    ? ((error.problem.current ?? null) as Workflow | null) // the contract guarantees the shape of the operation's response
    : null
