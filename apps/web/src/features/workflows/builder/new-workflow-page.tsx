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
          Steps that run one after another, each with its settings. Your whole organization can run it; only you can
          change it.
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
