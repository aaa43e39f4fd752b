import { Box, Loader, Progress, UnstyledButton } from '@mantine/core'
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { useClient } from '../../../lib/api/api.tsx'
import { formatPlural } from '../../../lib/numbers/format.ts'
import { formatDuration } from '../../../lib/time/format.ts'
import { Chevron } from '../../../ui/disclosure.tsx'
import { budgetOptions } from '../zeus.queries.ts'
import { type AnswerModel, isGrowing, type StepModel } from './answer-model.ts'
import classes from '../conversation/conversation.module.css'
import textStyles from '../../../ui/text-styles.module.css'

/** A readable description of each tool, by the contract operation that it calls. */
const words: Readonly<Record<string, string>> = {
  parseQuery: 'Reading the question',
  getSearchHelp: 'Looking for what is meant',
  getDocumentCount: 'Counting documents',
  topicQuery: 'Searching the topic',
  signalBySources: 'Searching the topic',
  getQueryStatus: 'Waiting for the sources',
  getSignalReport: 'Reading the report',
  getSignalSection: 'Reading a part of the report',
  listSignalDocuments: 'Looking through the documents',
  getSignalDocument: 'Reading a document',
  getTone: 'Reading the tone',
  listTonePosts: 'Reading posts by their tone',
  getInfluentialVoices: 'Looking at who speaks',
  getChatter: 'Looking at forum and social posts',
  fetchLocationMetrics: 'Looking at places',
  getInflectionPointSummary: 'Looking at what changed',
  getExecutiveSummary: 'Reading the summary',
  getContextSnippets: 'Reading passages',
  getSignalNumber: 'Looking up how a number was counted',
  compareSignals: 'Comparing signals',
  correlateStock: 'Correlating with a price',
  correlateCrypto: 'Correlating with a price',
  getStockForecast: 'Forecasting a price',
  getAudienceEstimate: 'Estimating the audience',
  getInterests: 'Looking at interests',
  listGeneralTrends: 'Looking at trends',
  listCategoryTrends: 'Looking at trends',
  searchTopics: 'Looking for topics',
  searchTrials: 'Searching trials',
  searchPubmed: 'Searching the literature',
  getPortfolio: 'Reading the portfolio',
  listPortfolios: 'Looking through the portfolios',
  getProject: 'Reading the project',
  listNews: 'Reading the news',
}

/** `getSomeThing` as "Some thing" if there is no description. */
const readable = (operationId: string): string => {
  const text = operationId
    .replace(/^(get|list|fetch)(?=[A-Z])/, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const stepWords = (operationId: string): string => words[operationId] ?? readable(operationId)

interface PartToggleProps {
  /** The id of the part. */
  id: string
  isOpen: boolean
  onToggle: (isOpen: boolean) => void
  children: ReactNode
}

/** Expands a part of the answer, and collapses it again. */
export const PartToggle = ({ id, isOpen, onToggle, children }: PartToggleProps) => (
  <UnstyledButton className={classes.step} aria-expanded={isOpen} aria-controls={id} onClick={() => onToggle(!isOpen)}>
    <Chevron isOpen={isOpen} size={14} /> {children}
  </UnstyledButton>
)

/**
 * The steps of the answer: one line while it runs, and each step with its result when expanded. Research shows its plan and what its last steps found
 * while it runs, and is collapsed afterwards.
 */
export const StepList = ({ answer }: { answer: AnswerModel }) => {
  const [chosen, setChosen] = useState<boolean | null>(null)
  const id = useId()
  const { steps, plan } = answer
  const growing = isGrowing(answer)
  const isResearch = plan.length > 0
  const isOpen = chosen ?? false
  if (steps.length === 0 && !isResearch)
    return growing && answer.text === '' ? <p className={classes.step}>Reading the question…</p> : null
  const running = steps.findLast(({ result }) => result === null)
  const failed = steps.filter(({ result }) => result?.status === 'failed').length
  const counted = `${formatPlural(steps.length, isResearch ? 'look-up' : 'step')}${failed > 0 ? `, ${failed} failed` : ''}`
  return (
    <div>
      {isResearch && growing && <ResearchProgress answer={answer} />}
      <PartToggle id={id} isOpen={isOpen} onToggle={setChosen}>
        {running && growing
          ? `${stepWords(running.operationId)}…`
          : isResearch && !growing
            ? `Plan and ${counted}`
            : counted}
      </PartToggle>
      <div id={id} hidden={!isOpen}>
        {isOpen && isResearch && !growing && <PlanList plan={plan} isRunning={false} />}
        {isOpen && (
          <Box component="ol" className={classes.steps} aria-label="What was looked up">
            {steps.map((step) => (
              <Step key={step.toolCallId} step={step} />
            ))}
          </Box>
        )}
      </div>
    </div>
  )
}

/** The look-ups that are shown while more of them follow; all of them are behind the toggle. */
const shownWhileRunning = 4

/** How far the research is: its plan, what it found last, and what it used of what one answer may use. */
const ResearchProgress = ({ answer: { plan, steps, timestamp } }: { answer: AnswerModel }) => {
  const { data: budget } = useQuery({ ...budgetOptions(useClient()), staleTime: Infinity })
  const limits = budget?.modes.find(({ mode }) => mode === 'research')
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  const elapsedMs = timestamp === null ? 0 : Math.max(0, now - Date.parse(timestamp))
  const usedShare = limits ? Math.max(steps.length / limits.maxToolCalls, elapsedMs / limits.maxDurationMs) : 0
  return (
    <div className={classes.research}>
      <PlanList plan={plan} isRunning />
      {steps.length > 0 && (
        <ol className={classes.latest} aria-label="Found last">
          {steps.slice(-shownWhileRunning).map(({ toolCallId, operationId, result }) => (
            <li key={toolCallId}>{result?.summary || `${stepWords(operationId)}…`}</li>
          ))}
        </ol>
      )}
      {limits && <Progress size={4} value={Math.min(100, usedShare * 100)} aria-label="Used of the budget" />}
      <p className={`${textStyles.small} ${textStyles.tabular}`}>
        {limits
          ? `${steps.length} of ${formatPlural(limits.maxToolCalls, 'look-up')}`
          : formatPlural(steps.length, 'look-up')}
        {' · '}
        {formatDuration(Math.floor(elapsedMs / 1000) * 1000)}
        {limits && ` of ${formatDuration(limits.maxDurationMs)}`}
      </p>
    </div>
  )
}

const PlanList = ({ plan, isRunning }: { plan: AnswerModel['plan']; isRunning: boolean }) => {
  const current = plan.findIndex(({ isDone }) => !isDone)
  return (
    <ol className={classes.plan} aria-label="Plan">
      {plan.map(({ title, isDone }, at) => (
        // the same step may be named twice, and a plan only grows
        <li key={at} data-done={isDone || undefined} aria-current={isRunning && at === current ? 'step' : undefined}>
          {isDone ? (
            <IconCircleCheckFilled size={16} aria-label="Done" />
          ) : isRunning && at === current ? (
            <Loader size={14} aria-label="In progress" />
          ) : (
            <IconCircle size={16} stroke={1.5} aria-label="Not done" />
          )}
          <span>{title}</span>
        </li>
      ))}
    </ol>
  )
}

const describeState = (result: StepModel['result']): string => {
  if (result === null) return 'running'
  return result.status === 'stopped' ? 'stopped' : formatDuration(result.durationMs)
}

const Step = ({ step: { operationId, arguments: input, result } }: { step: StepModel }) => (
  <li>
    <span className={textStyles.strong}>{stepWords(operationId)}</span>{' '}
    <span className={textStyles.caption}>{describeState(result)}</span>
    {result !== null && (
      <p className={textStyles.detail}>
        {result.summary}
        {result.status === 'failed' && (
          <span className={textStyles.fault}>
            {' '}
            {result.problem ? `${result.problem.title}. ${result.problem.detail ?? ''}` : 'It failed.'}
          </span>
        )}
      </p>
    )}
    <p className={`${textStyles.code} ${textStyles.quiet}`}>
      {operationId} {input === '{}' ? '' : input}
    </p>
  </li>
)
