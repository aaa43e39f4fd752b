import type { Workflow } from '@auspex/sdk'
import { Skeleton } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useClient } from '../../lib/api/api.tsx'
import { describeFailure } from '../../lib/api/failure.ts'
import { LinkButton } from '../../lib/links/link-button.tsx'
import { formatPlural } from '../../lib/numbers/format.ts'
import { useNow } from '../../lib/time/use-now.ts'
import { formatInZone, formatInstant, formatSince } from '../../lib/time/format.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorView } from '../../ui/error-view.tsx'
import layout from '../../ui/layout.module.css'
import { Page, Section } from '../../ui/page.tsx'
import surfaces from '../../ui/surfaces.module.css'
import textStyles from '../../ui/text-styles.module.css'
import { RunList } from './run-list.tsx'
import classes from './workflows.module.css'
import { workflowsOptions } from './workflows.queries.ts'

/** Recurring tasks: built-in workflows, those that people created, and recent runs. */
export const WorkflowsPage = () => {
  const { data, error, refetch } = useQuery(workflowsOptions(useClient()))
  const readyWorkflows = data?.items.filter(({ kind }) => kind === 'ready') ?? []
  const ownWorkflows = data?.items.filter(({ kind }) => kind === 'own') ?? []
  return (
    <Page>
      <title>Workflows · Auspex</title>
      <div className={layout.head}>
        <div>
          <h1>Workflows</h1>
          <p className={textStyles.lead}>
            A workflow repeats the same steps and writes up what it finds, with evidence for every number. Nothing
            changes without your approval.
          </p>
        </div>
        <LinkButton to="/workflows/new" leftSection={<IconPlus size={16} aria-hidden />}>
          New workflow
        </LinkButton>
      </div>
      {data === undefined ? (
        error ? (
          <ErrorView {...describeFailure(error)} onRetry={() => void refetch()} />
        ) : (
          <div className={classes.grid} role="group" aria-busy="true" aria-label="Loading the workflows">
            {[0, 1, 2, 3, 4, 5].map((key) => (
              <Skeleton key={key} height={132} radius="md" />
            ))}
          </div>
        )
      ) : (
        <>
          <Section title="Ready to run" hint="Choose one, fill in what it is about, and run it.">
            <ul className={classes.grid}>
              {readyWorkflows.map((workflow) => (
                <WorkflowTile key={workflow.id} workflow={workflow} />
              ))}
            </ul>
          </Section>
          <Section title="Created in your organization">
            {ownWorkflows.length === 0 ? (
              <EmptyState
                level={3}
                title="None yet"
                text="Copy one of those above and change its steps, or start with an empty one. Your colleagues can run it too."
              />
            ) : (
              <ul className={classes.grid}>
                {ownWorkflows.map((workflow) => (
                  <WorkflowTile key={workflow.id} workflow={workflow} />
                ))}
              </ul>
            )}
          </Section>
          <Section title="Your latest runs" hint="Only you can see them.">
            <RunList />
          </Section>
        </>
      )}
    </Page>
  )
}

const WorkflowTile = ({ workflow }: { workflow: Workflow }) => {
  const { id, title, description, steps, schedule, lastRunAt, nextRunAt } = workflow
  const now = useNow()
  return (
    <li className={`${surfaces.panel} ${classes.tile}`}>
      <h3 className={`${textStyles.title} ${textStyles.rowTitle} ${textStyles.cover}`}>
        <Link to="/workflows/$workflowId" params={{ workflowId: id }}>
          {title}
        </Link>
      </h3>
      <p className={textStyles.detail}>{description}</p>
      <p className={`${textStyles.caption} ${classes.foot}`}>
        {formatPlural(steps.length, 'step')}
        {lastRunAt !== null && (
          <>
            {' · '}
            <time dateTime={lastRunAt} title={formatInstant(lastRunAt)}>
              you ran it {formatSince(lastRunAt, now)}
            </time>
          </>
        )}
        {schedule !== null &&
          (nextRunAt === null ? ' · schedule stopped' : ` · next ${formatInZone(nextRunAt, schedule.zone)}`)}
      </p>
    </li>
  )
}
