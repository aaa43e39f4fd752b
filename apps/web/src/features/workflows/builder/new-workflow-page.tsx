import { Skeleton } from '@mantine/core'
import { useNavigate, getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../../lib/api/api.tsx'
import { useCreateWorkflow, workflowOptions } from '../workflows.queries.ts'
import { toDraft, toInput, type Draft, emptyDraft } from './draft.ts'
import { WorkflowForm } from './workflow-form.tsx'
import { describeFailure } from '../../../lib/api/failure.ts'
import { ErrorView } from '../../../ui/error-view.tsx'
import { Page } from '../../../ui/page.tsx'
import textStyles from '../../../ui/text-styles.module.css'

const route = getRouteApi('/workflows/new')

/** Creates a workflow, from scratch or as a copy. */
export const NewWorkflowPage = () => {
  const { from } = route.useSearch()
  return (
    <Page>
      <title>New workflow · Auspex</title>
      <div>
        <h1>New workflow</h1>
        <p className={textStyles.lead}>
          Steps that run one after another, each with its settings. Your whole organization can run it; only you can
          change it.
        </p>
      </div>
      {from === undefined ? <NewWorkflow first={emptyDraft} /> : <WorkflowCopy originalId={from} />}
    </Page>
  )
}

const WorkflowCopy = ({ originalId }: { originalId: string }) => {
  const { data, error, refetch } = useQuery(workflowOptions(useClient(), originalId))
  if (data) return <NewWorkflow first={{ ...toDraft(data), title: `${data.title} (copy)` }} />
  if (error) return <ErrorView {...describeFailure(error)} onRetry={() => void refetch()} />
  return (
    <div role="group" aria-busy="true" aria-label="Loading the workflow">
      <Skeleton height={240} radius="md" />
    </div>
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
