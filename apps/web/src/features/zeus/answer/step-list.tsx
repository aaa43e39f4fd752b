import { Box, UnstyledButton } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import { formatDuration, formatPlural } from '../../../lib/numbers/format.ts'
import { Chevron } from '../../../ui/disclosure.tsx'
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

/** The steps of the answer: one line while it runs, and each step with its result when expanded. */
export const StepList = ({ answer }: { answer: AnswerModel }) => {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const { steps } = answer
  if (steps.length === 0)
    return isGrowing(answer) && answer.text === '' ? <p className={classes.step}>Reading the question…</p> : null
  const running = steps.findLast(({ result }) => result === null)
  const failed = steps.filter(({ result }) => result?.status === 'failed').length
  return (
    <div>
      <PartToggle id={id} isOpen={isOpen} onToggle={setOpen}>
        {running && isGrowing(answer)
          ? `${stepWords(running.operationId)}…`
          : `${formatPlural(steps.length, 'step')}${failed > 0 ? `, ${failed} failed` : ''}`}
      </PartToggle>
      <Box id={id} component="ol" className={classes.steps} hidden={!isOpen}>
        {isOpen && steps.map((step) => <Step key={step.toolCallId} step={step} />)}
      </Box>
    </div>
  )
}

const Step = ({ step: { operationId, arguments: input, result } }: { step: StepModel }) => (
  <li>
    <span className={textStyles.strong}>{stepWords(operationId)}</span>{' '}
    <span className={textStyles.caption}>
      {result === null ? 'running' : result.status === 'stopped' ? 'stopped' : formatDuration(result.durationMs)}
    </span>
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
