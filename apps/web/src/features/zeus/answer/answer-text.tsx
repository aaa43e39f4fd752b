import { useCallback } from 'react'
import { GrowingMarkdown } from '../../../ui/markdown/growing-markdown.tsx'
import { InlineMarks, type RenderMark } from '../../../ui/markdown/inline-marks.ts'
import { useEvidence } from '../evidence-context.ts'
import { type AnswerModel, isGrowing } from './answer-model.ts'
import { CitationChip } from './citation-chip.tsx'
import { documentSignals } from './document-signals.ts'
import { shownText } from '../../../lib/answer-text.ts'
import classes from './answer.module.css'

/** The text, with its numbers in brackets as chips, and the charts and tables where they belong. */
export const AnswerText = ({ answer }: { answer: AnswerModel }) => {
  const { renderFigure, open } = useEvidence()
  const { citations, figures } = answer
  const text = shownText(answer)
  const signalIdsOf = documentSignals(answer)
  const renderMark: RenderMark = (number) => {
    const citation = citations.find((one) => one.number === number)
    return (
      citation && (
        <CitationChip citation={citation} onOpen={() => open({ citation, signalIds: signalIdsOf(citation) })} />
      )
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
      <InlineMarks value={renderMark}>
        <GrowingMarkdown text={text} isGrowing={isGrowing(answer)} topLevel={3} renderAfter={renderAfter} />
      </InlineMarks>
    </div>
  )
}
