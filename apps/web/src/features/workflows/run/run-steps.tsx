import type { WorkflowEvidence, WorkflowRun, WorkflowRunStep } from '@auspex/sdk'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId, useState } from 'react'
import { UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { OutsideLink } from '../../../ui/outside-link.tsx'
import { useClient } from '../../../lib/api/api.tsx'
import { describeFailure } from '../../../lib/api/failure.ts'
import { formatPlural } from '../../../lib/numbers/format.ts'
import { formatDuration } from '../../../lib/time/format.ts'
import { Chevron } from '../../../ui/disclosure.tsx'
import { SmallFailure } from '../../../ui/error-view.tsx'
import { StateMark } from '../run-list.tsx'
import { stepWords } from '../workflow-words.ts'
import { stepOptions } from '../workflows.queries.ts'
import textStyles from '../../../ui/text-styles.module.css'
import classes from '../workflows.module.css'

interface EvidenceLinkProps {
  evidence: WorkflowEvidence
  className?: string | undefined
  label?: string
  children: ReactNode
}

/** Links to the evidence of a sentence: the document in its report, the study, or the page. */
export const EvidenceLink = ({ evidence, className = textStyles.link, label, children }: EvidenceLinkProps) => {
  const { kind, id, signalId, url } = evidence
  const shared = { className, 'aria-label': label }
  if (kind === 'document' && id !== null && signalId !== null)
    return (
      <Link to="/signals/$signalId" params={{ signalId }} search={{ docs: 'all', ids: id, doc: id }} {...shared}>
        {children}
      </Link>
    )
  if (kind === 'signal' && signalId !== null)
    return (
      <Link to="/signals/$signalId" params={{ signalId }} {...shared}>
        {children}
      </Link>
    )
  if (kind === 'trial' && id !== null)
    return (
      <Link to="/trials/$nctId" params={{ nctId: id }} {...shared}>
        {children}
      </Link>
    )
  return url === null ? <span {...shared}>{children}</span> : <OutsideLink href={url}>{children}</OutsideLink>
}

/** Every step with its progress; each opens its input and its output. */
export const RunSteps = ({ run }: { run: WorkflowRun }) => (
  <ol className={classes.rows}>
    {run.steps.map((step) => (
      <StepRow key={step.id} runId={run.id} step={step} />
    ))}
  </ol>
)

const StepRow = ({ runId, step }: { runId: string; step: WorkflowRunStep }) => {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const { title, state, durationMs, evidenceCount, failure, inputHash, attempt } = step
  const facts = [
    stepWords[state],
    durationMs !== null && state !== 'reused' && formatDuration(durationMs),
    evidenceCount > 0 && formatPlural(evidenceCount, 'piece of evidence', 'pieces of evidence'),
    attempt > 1 && `begun ${attempt === 2 ? 'twice' : `${attempt} times`}, because the server stopped`,
  ]
  return (
    <li className={classes.row}>
      <StateMark state={state} />
      <div className={classes.grow}>
        {inputHash === null ? (
          <p className={textStyles.text}>{title}</p>
        ) : (
          <UnstyledButton
            className={textStyles.text}
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
          >
            {title} <Chevron isOpen={isOpen} size={14} />
          </UnstyledButton>
        )}
        <p className={textStyles.caption}>{facts.filter(Boolean).join(' · ')}</p>
        {failure !== null && <p className={textStyles.fault}>{failure.reason}</p>}
        <div id={id} hidden={!isOpen}>
          {isOpen && <StepDetails runId={runId} stepId={step.id} state={state} />}
        </div>
      </div>
    </li>
  )
}

const StepDetails = ({ runId, stepId, state }: { runId: string; stepId: string; state: string }) => {
  const options = stepOptions(useClient(), runId, stepId)
  const { data, error, refetch } = useQuery({ ...options, queryKey: [...options.queryKey, state] })
  if (data === undefined)
    return error ? (
      <SmallFailure words={describeFailure(error).message} onRetry={() => void refetch()} />
    ) : (
      <p className={textStyles.caption}>Loading the step</p>
    )
  return (
    <>
      <Json label="Input" text={data.input} />
      <Json label="Output" text={data.output} />
      {data.evidence.length > 0 && (
        <ul className={classes.evidence} aria-label="Evidence of this step">
          {data.evidence.slice(0, 20).map((item) => (
            <li key={item.number} className={textStyles.detail}>
              <EvidenceLink evidence={item}>{item.title}</EvidenceLink>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

const maxCharacters = 20_000

const Json = ({ label, text }: { label: string; text: string | null }) => {
  if (text === null) return null
  const formatted = JSON.stringify(JSON.parse(text), null, 2)
  const visibleText = formatted.length > maxCharacters ? `${formatted.slice(0, maxCharacters)}\n…` : formatted
  return (
    <>
      <p className={textStyles.caption}>{label}</p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- focusable so that the keyboard can scroll it */}
      <pre className={classes.json} tabIndex={0} aria-label={label}>
        {visibleText}
      </pre>
    </>
  )
}
