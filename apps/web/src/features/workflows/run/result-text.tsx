import type { WorkflowResult } from '@auspex/sdk'
import { GrowingMarkdown } from '../../../ui/markdown/growing-markdown.tsx'
import { InlineMarks } from '../../../ui/markdown/inline-marks.ts'
import { EvidenceLink } from './evidence-link.tsx'
import { resultBlocks } from './result-blocks.ts'
import classes from '../workflows.module.css'

/** The text of a run; its numbers in brackets lead to what it stands on. */
export const ResultText = ({ result }: { result: WorkflowResult }) => {
  const known = new Map(result.evidence.map((one) => [one.number, one]))
  const renderMark = (number: number) => {
    const evidence = known.get(number)
    if (evidence === undefined) return null
    return (
      <EvidenceLink evidence={evidence} className={classes.chip} label={`Evidence ${number}: ${evidence.title}`}>
        {number}
      </EvidenceLink>
    )
  }
  return (
    <InlineMarks value={renderMark}>
      <div className={classes.result}>
        {/* The parts of one text never change their order. */}
        {resultBlocks(result.markdown).map((text, place) => (
          <GrowingMarkdown key={place} text={text} isGrowing={false} topLevel={2} />
        ))}
      </div>
    </InlineMarks>
  )
}
