import type { TurnActions } from '../conversation/use-conversation.ts'
import type { FollowUp, Understanding, Citation, Approval, ApprovalDecision } from '@auspex/sdk'
import { useZeus } from '@auspex/sdk/assistant'
import { UnstyledButton, Box, Button, Group, Menu } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { memo, useId, useState, useCallback } from 'react'
import { useClient } from '../../../lib/api/api.tsx'
import { describeFailure } from '../../../lib/api/failure.ts'
import { formatPlural } from '../../../lib/numbers/format.ts'
import { formatInstant } from '../../../lib/time/format.ts'
import { citationWords, shownText } from '../../../lib/words/answers.ts'
import { GrowingMarkdown } from '../../../ui/markdown/growing-markdown.tsx'
import { InlineMarks, type RenderMarks } from '../../../ui/markdown/markdown-block.tsx'
import { RovingList } from '../../../ui/roving-list.tsx'
import surfaces from '../../../ui/surfaces.module.css'
import textStyles from '../../../ui/text-styles.module.css'
import classes from '../conversation/conversation.module.css'
import { useEvidence } from '../evidence-context.ts'
import { invalidateThreads } from '../zeus.queries.ts'
import { AnswerActions } from './answer-actions.tsx'
import { AnswerEnd } from './answer-end.tsx'
import { isGrowing, type AnswerModel } from './answer-model.ts'
import { ReadingChips } from './reading-chips.tsx'
import { PartToggle, StepList } from './step-list.tsx'

/** A change that awaits approval: its effect, in full, before anything is done. */
const ApprovalCard = ({ approval }: { approval: Approval }) => {
  const client = useClient()
  const queryClient = useQueryClient()
  const { decide } = useZeus()
  const [decided, setDecided] = useState<Approval | null>(null)
  const decision = useMutation({
    mutationFn: (choice: ApprovalDecision['decision']) => decide(approval, choice),
    onSuccess: (after) => {
      setDecided(after)
      return invalidateThreads({ client, queryClient })
    },
  })
  const shownApproval = decided ?? approval
  return (
    <section className={`${surfaces.panel} ${classes.approval}`} aria-label={`Proposed change: ${shownApproval.title}`}>
      <p className={textStyles.strong}>{shownApproval.title}</p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- focusable so that the keyboard can scroll it */}
      <div className={classes.changes} role="group" aria-label="What would change" tabIndex={0}>
        {/* The order of the lines in a proposal never changes. */}
        <ul>
          {shownApproval.changes.map((line, index) => (
            <li key={index}>{line}</li>
          ))}
        </ul>
      </div>
      {shownApproval.state === 'pending' ? (
        <>
          <Group gap={8}>
            <Button size="compact-md" loading={decision.isPending} onClick={() => decision.mutate('approve')}>
              Approve
            </Button>
            <Button
              size="compact-md"
              variant="default"
              disabled={decision.isPending}
              onClick={() => decision.mutate('refuse')}
            >
              Decline
            </Button>
          </Group>
          <Box component="p" className={textStyles.small}>
            Nothing changes until you approve it. This proposal expires on {formatInstant(shownApproval.expiresAt)}.
          </Box>
        </>
      ) : (
        <p className={shownApproval.state === 'failed' ? textStyles.fault : textStyles.detail} role="status">
          {outcomeWords(shownApproval)}
        </p>
      )}
      {decision.error && (
        <p className={textStyles.fault} role="alert">
          {describeFailure(decision.error).detail ?? describeFailure(decision.error).message}
        </p>
      )}
    </section>
  )
}

const outcomeWords = ({ state, result, problem }: Approval): string => {
  if (state === 'approved') return result ?? 'Done.'
  if (state === 'refused') return 'You declined. Nothing was changed.'
  if (state === 'expired') return 'The proposal has expired. Ask again if you still want it.'
  return `It could not be done. ${problem ? `${problem.title}. ${problem.detail ?? ''}` : ''}`.trim()
}

/** Signals through which a cited document can be read: first those whose tools returned it, then those that the answer is about. */
const documentSignals =
  ({ steps, understanding, citations }: AnswerModel) =>
  (citation: Citation): readonly string[] => {
    if (citation.kind === 'measure') return [citation.signalId]
    const brought = steps.filter(({ result }) => result?.documentIds.includes(citation.documentId))
    const measured = citations.flatMap((one) => (one.kind === 'measure' ? [one.signalId] : []))
    return [
      ...new Set([
        ...brought.flatMap((step) => signalsIn(step.arguments)),
        ...(understanding?.signalIds ?? []),
        ...measured,
      ]),
    ]
  }

const signalsIn = (text: string): readonly string[] => text.match(/\bsig_[a-z0-9]{1,40}\b/g) ?? []

/** The text, with its numbers in brackets as chips, and the charts and tables in their places. */
const AnswerText = ({ answer }: { answer: AnswerModel }) => {
  const { renderFigure, open } = useEvidence()
  const { citations, figures } = answer
  const text = shownText(answer)
  const signalIdsOf = documentSignals(answer)
  const renderMarks: RenderMarks = (numbers) => {
    const citedHere = citations.filter(({ number }) => numbers.includes(number))
    return citedHere.length === 0 ? null : (
      <CitationChip citations={citedHere} onOpen={(citation) => open({ citation, signalIds: signalIdsOf(citation) })} />
    )
  }
  const renderAfter = useCallback(
    (from: number, to: number) =>
      figures
        .filter(({ position }) => position > from && position <= to)
        .map((figure) => (
          <div key={figure.number} className={classes.figure}>
            {renderFigure(figure)}
          </div>
        )),
    [figures, renderFigure],
  )
  return (
    <div className={classes.text}>
      <InlineMarks value={renderMarks}>
        <GrowingMarkdown text={text} isGrowing={isGrowing(answer)} topLevel={3} renderAfter={renderAfter} />
      </InlineMarks>
    </div>
  )
}

interface CitationChipProps {
  citations: readonly Citation[]
  onOpen: (citation: Citation) => void
}

/** The number of a citation, which opens the evidence; several that stand together are one chip with a menu, so that a sentence stays readable. */
const CitationChip = ({ citations, onOpen }: CitationChipProps) => {
  const [first, ...others] = citations
  if (first === undefined) return null
  if (others.length > 0)
    return (
      <Menu width="min(360px, calc(100vw - 24px))" position="bottom-start">
        <Menu.Target>
          <UnstyledButton
            component="button"
            className={classes.chip}
            aria-label={`Source ${first.number}+${others.length} more`}
          >
            {first.number}
            <span className={classes.moreSources}>+{others.length}</span>
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          {citations.map((citation) => (
            <Menu.Item
              key={citation.number}
              leftSection={
                <span className={classes.chip} aria-hidden>
                  {citation.number}
                </span>
              }
              aria-label={`Source ${citation.number}: ${citationWords(citation)}`}
              onClick={() => onOpen(citation)}
            >
              {citationWords(citation)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    )
  const words = citationWords(first)
  return (
    <UnstyledButton
      component="button"
      className={classes.chip}
      aria-label={`Source ${first.number}: ${words}`}
      title={words}
      onClick={() => onOpen(first)}
    >
      {first.number}
    </UnstyledButton>
  )
}

/** All evidence of the answer, by number. */
const SourceList = ({ answer }: { answer: AnswerModel }) => {
  const [isOpen, setOpen] = useState(false)
  const { open } = useEvidence()
  const id = useId()
  const signalIdsOf = documentSignals(answer)
  return (
    <div>
      <PartToggle id={id} isOpen={isOpen} onToggle={setOpen}>
        {formatPlural(answer.citations.length, 'source')}
      </PartToggle>
      <div id={id} hidden={!isOpen}>
        {isOpen && (
          <RovingList component="ol" aria-label="Sources of the answer" gap={2}>
            {answer.citations.map((citation) => (
              <li key={citation.number}>
                <UnstyledButton
                  className={`${surfaces.choice} ${surfaces.hover} ${classes.source}`}
                  onClick={() => open({ citation, signalIds: signalIdsOf(citation) })}
                >
                  <span className={classes.chip} aria-hidden>
                    {citation.number}
                  </span>
                  <span className={textStyles.detail}>{citationWords(citation)}</span>
                </UnstyledButton>
              </li>
            ))}
          </RovingList>
        )}
      </div>
    </div>
  )
}

/** How the question was understood, so that a wrong guess is noticed before the numbers are trusted. */
const UnderstandingNote = ({
  understanding: { sentence, looksAt, notUnderstood },
}: {
  understanding: Understanding
}) => (
  <div className={classes.understanding}>
    <p className={textStyles.note}>
      {sentence}
      {looksAt.length > 0 && ` Looked into: ${looksAt.join(', ')}.`}
    </p>
    {notUnderstood.length > 0 && !notUnderstood.every((words) => sentence.includes(`“${words}”`)) && (
      <NotUnderstood words={notUnderstood} />
    )}
  </div>
)

/** How the question was understood: as chips that can be changed, or as a sentence where there is nothing to change. */
const UnderstandingView = ({
  answer: { messageId },
  understanding,
  actions,
}: Pick<AnswerViewProps, 'answer' | 'actions'> & { understanding: Understanding }) => {
  const { reading, notUnderstood } = understanding
  if (reading === null) return <UnderstandingNote understanding={understanding} />
  return (
    <div className={classes.understood}>
      <ReadingChips
        reading={reading}
        isDisabled={!actions.canChange || messageId === null}
        onChange={(next) => messageId !== null && actions.changeReading(messageId, next)}
      />
      {notUnderstood.length > 0 && <NotUnderstood words={notUnderstood} />}
    </div>
  )
}

const NotUnderstood = ({ words }: { words: readonly string[] }) => (
  <p className={textStyles.note}>
    <b>Not understood:</b> {words.map((each) => `“${each}”`).join(', ')}
  </p>
)

/** Follow-up questions; each carries its signals and its period. */
const FollowUps = ({ followUps, onAsk }: FollowUpsProps) => (
  <RovingList wraps gap={8} aria-label="Ask next">
    {followUps.map((followUp) => (
      <li key={followUp.label}>
        <UnstyledButton className={surfaces.chip} title={followUp.message} onClick={() => onAsk(followUp)}>
          {followUp.label}
        </UnstyledButton>
      </li>
    ))}
  </RovingList>
)

/** What the answer did on the screen, and what it renders there. */
const ShownActions = ({ answer: { actions } }: { answer: AnswerModel }) => {
  const { renderAction } = useZeus()
  return actions.map((action) =>
    action.state === 'failed' ? (
      <p key={action.actionId} className={textStyles.fault}>
        {action.name} could not be done: {action.reason}.
      </p>
    ) : (
      <div key={action.actionId}>{renderAction(action)}</div>
    ),
  )
}

interface AnswerViewProps {
  answer: AnswerModel
  /** The question it answers, for "Try again" and copies. */
  question: string | null
  isLast: boolean
  actions: TurnActions
}

/** An answer: how the question was understood, the steps, the text with its sources, and the actions. */
export const AnswerView = memo(({ answer, question, isLast, actions }: AnswerViewProps) => {
  const growing = isGrowing(answer)
  return (
    <article className={classes.answer} aria-label="Answer of Zeus" aria-busy={growing}>
      {answer.understanding && (
        <UnderstandingView answer={answer} understanding={answer.understanding} actions={actions} />
      )}
      <StepList answer={answer} />
      <AnswerText answer={answer} />
      <ShownActions answer={answer} />
      {answer.approvals.map((approval) => (
        <ApprovalCard key={approval.id} approval={approval} />
      ))}
      <AnswerEnd answer={answer} actions={actions} />
      {!growing && (
        <>
          {answer.citations.length > 0 && <SourceList answer={answer} />}
          <AnswerActions answer={answer} question={question} actions={actions} />
          {isLast && answer.followUps.length > 0 && (
            <FollowUps followUps={answer.followUps} onAsk={actions.askFollowUp} />
          )}
        </>
      )}
    </article>
  )
})

interface FollowUpsProps {
  followUps: readonly FollowUp[]
  onAsk: (followUp: FollowUp) => void
}
