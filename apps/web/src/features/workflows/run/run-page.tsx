import {
  NotFoundError,
  type WorkflowRun,
  type RetryWorkflowRunInput,
  type WorkflowParameter,
  type WorkflowApproval,
  type WorkflowDecisionInput,
  type WorkflowResult,
} from '@auspex/sdk'
import { Button, Group, Skeleton, Select } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconRefresh, IconCheck, IconCopy } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { Fragment } from 'react'
import { useClient } from '../../../lib/api/api.tsx'
import { describeFailure } from '../../../lib/api/failure.ts'
import { formatPlural } from '../../../lib/numbers/format.ts'
import { formatInstant, formatDay } from '../../../lib/time/format.ts'
import { ErrorView } from '../../../ui/error-view.tsx'
import layout from '../../../ui/layout.module.css'
import { GrowingMarkdown } from '../../../ui/markdown/growing-markdown.tsx'
import { InlineMarks, type RenderMarks } from '../../../ui/markdown/markdown-block.tsx'
import { Page, Section } from '../../../ui/page.tsx'
import surfaces from '../../../ui/surfaces.module.css'
import textStyles from '../../../ui/text-styles.module.css'
import { Missing } from '../missing.tsx'
import { StateMark } from '../run-list.tsx'
import { runWords, triggerWords } from '../workflow-words.ts'
import classes from '../workflows.module.css'
import {
  isUnderWay,
  runOptions,
  useCancelRun,
  useRetryRun,
  portfolioOptions,
  reportOptions,
  workflowOptions,
  useDecideStep,
  runsOptions,
} from '../workflows.queries.ts'
import { CompareRuns } from './compare-runs.tsx'
import { RunSteps, EvidenceLink } from './run-steps.tsx'

/** What a step would do, in full, before anything is done. */
const ApprovalCard = ({ runId, stepId, approval }: ApprovalCardProps) => {
  const decide = useDecideStep(useClient(), runId, stepId)
  const answer = (decision: WorkflowDecisionInput['decision']) =>
    decide.mutate({ decision, inputHash: approval.inputHash })
  return (
    <section
      className={`${surfaces.panel} ${classes.approval}`}
      aria-label={`Your approval is needed: ${approval.title}`}
    >
      <h2 className={textStyles.rowTitle}>{approval.title}?</h2>
      {approval.lines.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- focusable so that the keyboard can scroll it
        <div className={classes.lines} role="group" aria-label="What changes" tabIndex={0}>
          {/* The order of the lines in a question never changes. */}
          {approval.lines.map((line, place) => (
            <p key={place}>{line}</p>
          ))}
        </div>
      )}
      <Group gap={8}>
        <Button loading={decide.isPending} onClick={() => answer('approve')}>
          Approve
        </Button>
        <Button variant="default" disabled={decide.isPending} onClick={() => answer('refuse')}>
          Decline
        </Button>
        <span className={textStyles.caption}>The run waits for you, however long it takes.</span>
      </Group>
      {decide.error && (
        <p className={textStyles.fault} role="alert">
          {describeFailure(decide.error).detail ?? describeFailure(decide.error).message}
        </p>
      )}
    </section>
  )
}

/** The parameters of the run, with the labels of the form that started it. */
const RunParameters = ({ run: { workflowId, parameters } }: { run: WorkflowRun }) => {
  const { data } = useQuery(workflowOptions(useClient(), workflowId))
  if (parameters.length === 0) return null
  return (
    <p className={textStyles.caption}>
      {parameters.map(({ name, value }, place) => {
        const parameter = data?.parameters.find((candidate) => candidate.name === name)
        return (
          <Fragment key={name}>
            {place > 0 && ' · '}
            {parameter?.label ?? name}: <ParameterValue type={parameter?.type} value={value} />
          </Fragment>
        )
      })}
    </p>
  )
}

/** A readable value: the name of a portfolio or a signal. */
const ParameterValue = ({ type, value }: { type: WorkflowParameter['type'] | undefined; value: string }) => {
  if (type === 'portfolio') return <PortfolioName id={value} />
  if (type === 'signal') return <SignalName id={value} />
  return type === 'day' ? formatDay(value) : value.replaceAll('\n', ', ')
}

const PortfolioName = ({ id }: { id: string }) => {
  const { data, error } = useQuery(portfolioOptions(useClient(), id))
  return data?.title ?? nameless('portfolio', { id, error })
}

const SignalName = ({ id }: { id: string }) => {
  const { data, error } = useQuery(reportOptions(useClient(), id))
  return data?.query.title ?? nameless('signal', { id, error })
}

/** Shown without a name: it is loading, deleted, or could not be fetched. */
const nameless = (noun: string, { id, error }: { id: string; error: unknown }): string => {
  if (error instanceof NotFoundError) return `a ${noun} that is gone`
  return error ? id : '…'
}

/** Continues a failed run, with its own steps or with the workflow's current ones. */
const RetryActions = ({ run }: { run: WorkflowRun }) => {
  const navigate = useNavigate()
  const retry = useRetryRun(useClient(), run.id)
  if (run.state !== 'failed' && run.state !== 'cancelled') return null
  const isNewer = run.newestVersion !== null && run.newestVersion !== run.version
  const go = (version: RetryWorkflowRunInput['version']) =>
    retry.mutate(
      { version },
      { onSuccess: ({ id }) => void navigate({ to: '/workflows/runs/$runId', params: { runId: id } }) },
    )
  return (
    <>
      {isNewer && (
        <Button
          loading={retry.isPending}
          leftSection={<IconRefresh size={16} aria-hidden />}
          onClick={() => go('newest')}
        >
          Continue with version {run.newestVersion}
        </Button>
      )}
      <Button
        variant={isNewer ? 'default' : 'filled'}
        loading={retry.isPending}
        leftSection={<IconRefresh size={16} aria-hidden />}
        onClick={() => go('same')}
      >
        {isNewer ? `Continue with version ${run.version}` : 'Continue where it ended'}
      </Button>
      {retry.error && (
        <p className={textStyles.fault} role="alert">
          {describeFailure(retry.error).detail ?? describeFailure(retry.error).message}
        </p>
      )}
    </>
  )
}

const route = getRouteApi('/workflows/runs/$runId')

/** A run: its progress, its open approvals, its result. */
export const RunPage = ({ runId }: { runId: string }) => {
  const { with: other } = route.useSearch()
  const { data, error, refetch } = useQuery(runOptions(useClient(), runId))
  if (data === undefined && error instanceof NotFoundError)
    return <Missing title="Run not found" text="It was deleted with its workflow, or someone else started it." />
  if (data === undefined)
    return (
      <Page>
        {error ? (
          <ErrorView {...describeFailure(error)} onRetry={() => void refetch()} level={1} />
        ) : (
          <div role="group" aria-busy="true" aria-label="Loading the run">
            <Skeleton height={180} radius="md" />
          </div>
        )}
      </Page>
    )
  return (
    <Page>
      <title>{`${data.workflowTitle} · Auspex`}</title>
      <RunHead run={data} />
      {data.steps.map(
        (step) =>
          step.state === 'waiting' &&
          step.approval !== null && (
            <ApprovalCard key={step.id} runId={runId} stepId={step.id} approval={step.approval} />
          ),
      )}
      {other !== undefined ? (
        <CompareRuns run={data} otherId={other} />
      ) : (
        data.result !== null && <RunResult run={data} result={data.result} />
      )}
      <Section title="Steps" hint={`${data.calls} of ${formatPlural(data.budget.maxCalls, 'call')} used.`}>
        <RunSteps run={data} />
      </Section>
    </Page>
  )
}

const RunHead = ({ run }: { run: WorkflowRun }) => {
  const { id, workflowId, workflowTitle, state, trigger, retryOf, startedAt, stepCount, stepsEnded, failure } = run
  const cancel = useCancelRun(useClient())
  const canCancel = isUnderWay(state) || state === 'waiting'
  return (
    <div>
      <div className={layout.head}>
        <div>
          <h1>{workflowTitle}</h1>
          <p className={`${textStyles.lead} ${classes.state}`} role="status">
            <StateMark state={state} />
            {runWords[state]}
            {isUnderWay(state) && `: ${stepsEnded} of ${stepCount} steps`}
          </p>
          <p className={textStyles.caption}>
            {formatInstant(startedAt)} ·{' '}
            {retryOf === null ? (
              triggerWords[trigger]
            ) : (
              <>
                went on from{' '}
                <Link className={textStyles.inSentence} to="/workflows/runs/$runId" params={{ runId: retryOf }}>
                  the run before
                </Link>
              </>
            )}{' '}
            ·{' '}
            <Link className={textStyles.inSentence} to="/workflows/$workflowId" params={{ workflowId }}>
              About this workflow
            </Link>
          </p>
          <RunParameters run={run} />
        </div>
        <Group gap={8}>
          {canCancel && (
            <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate(id)}>
              Cancel the run
            </Button>
          )}
          <RetryActions run={run} />
        </Group>
      </div>
      {failure !== null && (
        <p className={`${textStyles.fault} ${classes.failure}`} role="alert">
          {failure.reason}
        </p>
      )}
      {state === 'unchanged' && (
        <p className={textStyles.note}>Nothing has changed since the previous run, so nothing was written.</p>
      )}
    </div>
  )
}

interface ApprovalCardProps {
  runId: string
  stepId: string
  approval: WorkflowApproval
}

/** The result of a run, and its evidence. */
const RunResult = ({ run, result }: { run: WorkflowRun; result: WorkflowResult }) => {
  const clipboard = useClipboard({ timeout: 2000 })
  return (
    <>
      <Section
        title={result.title}
        actions={
          <Group gap={8}>
            <Button
              variant="default"
              leftSection={clipboard.copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
              onClick={() => clipboard.copy(result.markdown)}
            >
              {clipboard.copied ? 'Copied' : 'Copy as Markdown'}
            </Button>
            <OtherRun run={run} />
          </Group>
        }
      >
        <ResultText result={result} />
      </Section>
      {result.evidence.length > 0 && (
        <Section
          title="Evidence"
          hint={formatPlural(result.evidence.length, 'piece of evidence', 'pieces of evidence')}
        >
          <ol className={classes.evidence}>
            {result.evidence.map((item) => (
              <li key={item.number} className={textStyles.detail}>
                {item.number}. <EvidenceLink evidence={item}>{item.title}</EvidenceLink>
                {item.day !== null && <span className={textStyles.quiet}> · {formatDay(item.day)}</span>}
              </li>
            ))}
          </ol>
        </Section>
      )}
    </>
  )
}

/** Another run of the same workflow, to compare with. */
const OtherRun = ({ run }: { run: WorkflowRun }) => {
  const navigate = useNavigate()
  const { data } = useQuery(runsOptions(useClient(), run.workflowId))
  const others =
    data?.items.filter(({ id, state }) => id !== run.id && (state === 'completed' || state === 'waiting')) ?? []
  if (others.length === 0) return null
  return (
    <Select
      aria-label="Compare with another run"
      placeholder="Compare with…"
      data={others.map(({ id, startedAt }) => ({ value: id, label: formatInstant(startedAt) }))}
      value={null}
      w={220}
      onChange={(id) =>
        id !== null && void navigate({ to: '/workflows/runs/$runId', params: { runId: run.id }, search: { with: id } })
      }
    />
  )
}

/** The text of a run; its numbers in brackets link to the evidence. */
const ResultText = ({ result }: { result: WorkflowResult }) => {
  const evidenceByNumber = new Map(result.evidence.map((item) => [item.number, item]))
  const renderMarks: RenderMarks = (numbers) => {
    const citedEvidence = numbers.flatMap((number) => evidenceByNumber.get(number) ?? [])
    if (citedEvidence.length === 0) return null
    return citedEvidence.map((evidence) => (
      <EvidenceLink
        key={evidence.number}
        evidence={evidence}
        className={classes.chip}
        label={`Evidence ${evidence.number}: ${evidence.title}`}
      >
        {evidence.number}
      </EvidenceLink>
    ))
  }
  return (
    <InlineMarks value={renderMarks}>
      <div className={classes.result}>
        {/* The order of the parts in a text never changes. */}
        {resultBlocks(result.markdown).map((text, place) => (
          <GrowingMarkdown key={place} text={text} isGrowing={false} topLevel={2} />
        ))}
      </div>
    </InlineMarks>
  )
}

/** Parts of a text that are parsed separately: a long text as a whole would be treated as one full of marks. */
const resultBlocks = (markdown: string): string[] => {
  const [first = '', ...rest] = markdown.split('\n\n')
  // the title is above the text
  return first.startsWith('# ') ? rest : [first, ...rest]
}
