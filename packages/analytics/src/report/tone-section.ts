import type { DocumentKind, ToneCounts } from '@auspex/sdk/types'
import { bootstrapTone, countStoryTones, type StoryToneClass, toneReliability } from '../tone/tone-summary.ts'
import type { DailyTone } from './daily-report.ts'

/** Documents by tone, with the sum of the scores of those whose tone is known. */
export interface ToneSums extends ToneCounts {
  sum: number
}

/** The facts that tone is computed from. Sums are over documents of known tone. */
export interface ToneInput {
  tone: ToneSums
  /** The stories read, from which the interval of the mean is computed. */
  storyTones?: readonly StoryToneClass[]
  days: readonly { day: string; tone: ToneSums }[]
  byKind: readonly { kind: DocumentKind; tone: ToneSums }[]
  /** All matching documents, and those that were read; fewer for a sample. */
  documents: number
  documentsRead: number
}

/** Tone overall, by day and by kind, with the share of documents of unknown tone. */
export function buildTone({ tone, storyTones, days, byKind, documents, documentsRead }: ToneInput): DailyTone {
  const knownDocuments = knownOf(tone)
  // counts of a sample are scaled up, but the interval depends on the documents read
  const part = documents === 0 ? 1 : documentsRead / documents
  const interval = bootstrapTone(storyTones ?? [])
  return {
    section: 'tone',
    mean:
      interval === null || knownDocuments === 0
        ? null
        : {
            value: roundTone(tone.sum / knownDocuments),
            low: roundTone(interval.low),
            high: roundTone(interval.high),
            n: Math.round(knownDocuments * part),
            method: 'mean with bootstrap over stories',
          },
    counts: toCounts(tone),
    stories: countStoryTones(storyTones ?? []),
    undecidedShare:
      knownDocuments + tone.unknown === 0 ? null : (tone.unknown + tone.neutral) / (knownDocuments + tone.unknown),
    reliability: toneReliability.map((one) => ({ ...one })),
    days: days.map((facts) => ({ day: facts.day, ...toCounts(facts.tone), mean: meanTone(facts.tone) })),
    kinds: byKind.map((facts) => ({ kind: facts.kind, counts: toCounts(facts.tone), mean: meanTone(facts.tone) })),
  }
}

/** Mean tone in [-1, 1] of the documents of known tone, to four digits; null when there are none. */
export function meanTone(tone: ToneSums): number | null {
  const n = knownOf(tone)
  return n === 0 ? null : roundTone(tone.sum / n)
}

function knownOf({ positive, neutral, negative }: ToneSums): number {
  return positive + neutral + negative
}

/** Four digits, clamped to [-1, 1] against rounding. */
function roundTone(value: number): number {
  return Math.round(Math.max(-1, Math.min(1, value)) * 10_000) / 10_000
}

function toCounts({ positive, neutral, negative, unknown }: ToneSums): ToneCounts {
  return { positive, neutral, negative, unknown }
}
