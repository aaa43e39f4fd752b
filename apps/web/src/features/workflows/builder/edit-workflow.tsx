import { Button, Skeleton } from '@mantine/core'
import { ConflictError, type UpdateWorkflowInput, type Workflow } from '@auspex/sdk'
import { IconTrash } from '@tabler/icons-react'
import { useNavigate, getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../../lib/api.tsx'
import { ConflictDialog } from '../../../ui/conflict-dialog.tsx'
import { useDeleteWorkflow, useUpdateWorkflow, useCreateWorkflow, workflowOptions } from '../workflows.queries.ts'
import { toDraft, toInput, type Draft, emptyDraft } from './draft.ts'
import { WorkflowForm } from './workflow-form.tsx'
import { describeFailure } from '../../../lib/failure.ts'
import { ErrorView } from '../../../ui/error-view.tsx'
import { Page } from '../../../ui/page.tsx'
import textStyles from '../../../ui/text-styles.module.css'

/** Edits a workflow. If it was changed meanwhile, both versions are shown before anything is saved. */
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

/** The stored version, if a change was refused because it was changed meanwhile. */
const storedWorkflow = (error: unknown): Workflow | null =>
  error instanceof ConflictError && error.problem?.code === 'workflows.stale'
    ? ((error.problem.current ?? null) as Workflow | null) // the contract guarantees the shape of the operation's response
    : null

const route = getRouteApi('/workflows/new')

/** Creates a workflow, from scratch or as a copy. */
export const NewWorkflowPage = () => {
  const { from } = route.useSearch()
  const { data, error, refetch } = useQuery({
    ...workflowOptions(useClient(), from ?? ''),
    enabled: from !== undefined,
  })
  return (
    <Page>
      <title>New workflow · Auspex</title>
      <div>
        <h1>New workflow</h1>
        <p className={textStyles.lead}>
          A list of steps, each a tool with what it is given. Your whole organization can run it; only you can change
          it.
        </p>
      </div>
      {from === undefined ? (
        <NewWorkflow first={emptyDraft} />
      ) : data !== undefined ? (
        <NewWorkflow first={{ ...toDraft(data), title: `${data.title} (copy)` }} />
      ) : error ? (
        <ErrorView {...describeFailure(error)} onRetry={() => void refetch()} />
      ) : (
        <div role="group" aria-busy="true" aria-label="Loading the workflow">
          <Skeleton height={240} radius="md" />
        </div>
      )}
    </Page>
  )
}

const NewWorkflow = ({ first }: { first: Draft }) => {
  const navigate = useNavigate()
  const [draft, setDraft] = useState(first)
  const create = useCreateWorkflow(useClient())
  return (
    <WorkflowForm
      draft={draft}
      onChange={setDraft}
      isSaving={create.isPending}
      error={create.error}
      onCancel={() => void navigate({ to: '/workflows' })}
      onSave={() =>
        create.mutate(toInput(draft), {
          onSuccess: ({ id }) => void navigate({ to: '/workflows/$workflowId', params: { workflowId: id } }),
        })
      }
    />
  )
}
