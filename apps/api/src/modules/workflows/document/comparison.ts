import { titleOf } from './citations.ts'
import { count, decimal, quote, table } from './markdown.ts'
import { field, list, number, text } from './read-values.ts'
import { sayEstimate } from './signals.ts'

const measures = [
  ['documents', 'Documents a day'],
  ['stories', 'Stories a day'],
  ['outlets', 'Outlets a day'],
  ['share', 'Share of all documents'],
  ['tone', 'Tone'],
] as const

/** Signals side by side, and how each differs from the first; a difference that may be chance is called none. */
export function writeComparison(value: unknown): string[] {
  const signals = list(value, 'signals')
  const titles = new Map(signals.map((signal) => [text(signal, 'signalId'), titleOf(signal)]))
  const rows = signals.map((signal) => [
    quote(titleOf(signal)),
    count(number(field(signal, 'counts'), 'documents')),
    text(signal, 'stage') ?? 'unknown',
    sayShare(number(signal, 'share')),
    sayEstimate(field(field(signal, 'tone'), 'mean')),
  ])
  return [
    table(['Signal', 'Documents', 'Stage', 'Share', 'Tone (95 %)'], rows),
    ...list(value, 'differences').flatMap((difference) => {
      const own = titles.get(text(difference, 'signalId')) ?? 'Signal'
      const reference = titles.get(text(difference, 'referenceId')) ?? 'the first'
      return [
        `### ${quote(own)} against ${quote(reference)}`,
        table(
          ['Measure', 'Difference or ratio (95 %)', 'Beyond chance'],
          measures.map(([name, label]) => [label, ...sayDifference(field(difference, name))]),
        ),
      ]
    }),
    quote(text(value, 'limits') ?? ''),
  ]
}

function sayDifference(value: unknown): [string, string] {
  const distinct = field(value, 'distinct')
  const reason = text(value, 'reason')
  const verdict = distinct === true ? 'yes' : distinct === false ? 'no' : 'cannot be told'
  return [sayEstimate(value, reason), verdict]
}

function sayShare(share: number | null): string {
  return share === null ? 'unknown' : `${decimal(share * 100)} %`
}
