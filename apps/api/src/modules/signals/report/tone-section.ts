import type { DocumentKind, Estimate, ToneCounts, ToneSection } from '@auspex/sdk/types';

/** Counts by tone, and the sums that means are made of. Documents of unknown tone are in no sum. */
export interface ToneSums extends ToneCounts {
  toneSum: number;
}

export interface ToneInput {
  days: readonly (ToneSums & { day: string })[];
  kinds: readonly (ToneSums & { kind: DocumentKind })[];
  mean: Estimate | null;
}

/** Tone over all, by day and by kind, with the share that could not be told. */
export function buildTone({ days, kinds, mean }: ToneInput): ToneSection {
  const counts = kinds.reduce<ToneCounts>(
    (sum, kind) => ({
      positive: sum.positive + kind.positive,
      neutral: sum.neutral + kind.neutral,
      negative: sum.negative + kind.negative,
      unknown: sum.unknown + kind.unknown,
    }),
    { positive: 0, neutral: 0, negative: 0, unknown: 0 },
  );
  const documents = counts.positive + counts.neutral + counts.negative + counts.unknown;
  return {
    section: 'tone',
    mean,
    counts,
    undecidedShare: documents === 0 ? null : (counts.unknown + counts.neutral) / documents,
    days: days.map((day) => ({ day: day.day, ...toCounts(day), mean: toneMean(day) })),
    kinds: kinds.map((kind) => ({ kind: kind.kind, counts: toCounts(kind), mean: toneMean(kind) })),
  };
}

/** Mean tone in [-1, 1] of the documents whose tone is known; null when there is none. */
function toneMean({ positive, neutral, negative, toneSum }: ToneSums): number | null {
  return meanTone(toneSum, positive + neutral + negative);
}

/** `sum / count` to four digits, kept in [-1, 1] against rounding; null for no documents. */
export function meanTone(sum: number, count: number): number | null {
  return count === 0 ? null : Math.round(Math.max(-1, Math.min(1, sum / count)) * 10_000) / 10_000;
}

function toCounts({ positive, neutral, negative, unknown }: ToneCounts): ToneCounts {
  return { positive, neutral, negative, unknown };
}
