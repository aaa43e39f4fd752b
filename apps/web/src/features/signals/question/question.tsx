import type { SignalReport } from '@auspex/sdk'
import type { SeriesRange } from '../series/use-series-range.ts'
import { DaysChip } from './days-chip.tsx'
import { NameChip } from './name-chip.tsx'
import { PlaceChip } from './place-chip.tsx'
import { SourcesChip } from './sources-chip.tsx'
import { Topic } from './topic.tsx'
import classes from './question.module.css'

/** What the report answers, as a sentence of parts: topic, sources, place and days. */
export const Question = ({ report: { query }, range }: { report: SignalReport; range: SeriesRange }) => (
  <div className={classes.question}>
    <Topic query={query} />
    <div className={classes.chips} role="group" aria-label="What is asked">
      <SourcesChip query={query} />
      <PlaceChip query={query} />
      <NameChip query={query} />
      <DaysChip range={range} />
    </div>
  </div>
)
