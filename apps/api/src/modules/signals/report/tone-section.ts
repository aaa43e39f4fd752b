import { bootstrapTone, countStoryTones, type StoryToneClass, toneReliability } from '@auspex/analytics'
import type { DocumentKind, ToneCounts as ContractCounts } from '@auspex/sdk/types'
import type { DailyTone } from './daily-series.ts'
import type { ToneCounts } from '../../documents/index.ts'

/** The parts of the facts that tone is made of. Sums are over documents of known tone. */
export interface ToneInput {
  tone: ToneCounts
  /** What the interval of the mean is drawn from: the stories of what was read. */
  storyTones?: readonly StoryToneClass[]
  days: readonly { day: string; tone: ToneCounts }[]
  byKind: readonly { kind: DocumentKind; tone: ToneCounts }[]
  /** All matching documents, and those that were read; fewer when a sample was. */
  documents: number
  documentsRead: number
}

/** Tone over all, by day and by kind, with the share that could not be told. */
export function buildTone({ tone, storyTones, days, byKind, documents, documentsRead }: ToneInput): DailyTone {
  const known = knownOf(tone)
  // counts of a sample are scaled up; the interval rests on what was read
  const part = documents === 0 ? 1 : documentsRead / documents
  const interval = bootstrapTone(storyTones ?? [])
  return {
    section: 'tone',
    mean:
      interval === null || known === 0
        ? null
        : {
            value: roundTone(tone.sum / known),
            low: roundTone(interval.low),
            high: roundTone(interval.high),
            n: Math.round(known * part),
            method: 'mean with bootstrap over stories',
          },
    counts: toCounts(tone),
    stories: countStoryTones(storyTones ?? []),
    undecidedShare: known + tone.unknown === 0 ? null : (tone.unknown + tone.neutral) / (known + tone.unknown),
    reliability: toneReliability.map((one) => ({ ...one })),
    days: days.map((facts) => ({ day: facts.day, ...toCounts(facts.tone), mean: meanTone(facts.tone) })),
    kinds: byKind.map((facts) => ({ kind: facts.kind, counts: toCounts(facts.tone), mean: meanTone(facts.tone) })),
  }
}

/** Mean tone in [-1, 1] of the documents whose tone is known, to four digits; null when there is none. */
export function meanTone(tone: ToneCounts): number | null {
  const n = knownOf(tone)
  return n === 0 ? null : roundTone(tone.sum / n)
}

function knownOf({ positive, neutral, negative }: ToneCounts): number {
  return positive + neutral + negative
}

/** Four digits, kept in [-1, 1] against rounding. */
function roundTone(value: number): number {
  return Math.round(Math.max(-1, Math.min(1, value)) * 10_000) / 10_000
}

function toCounts({ positive, neutral, negative, unknown }: ToneCounts): ContractCounts {
  return { positive, neutral, negative, unknown }
}
