import { sayList } from '@auspex/analytics/claims'
import type { SignalComparison, SignalReport } from '@auspex/sdk/types'
import { behind, withCapital, type CitedWords, type Sentence, sentence } from '../answer/sentence.ts'
import { toFindings } from '../answer/statement-sentences.ts'

/** How topics differ: their sizes, then the result of their comparison. */
export function comparisonSentences(reports: readonly SignalReport[], comparison: SignalComparison | null): Sentence[] {
  const sizes = sizesSentence(reports)
  return sizes === null ? [] : [sizes, ...differenceSentences(reports, comparison)]
}

/** Which of several topics is mentioned most; null unless at least two have a size. Needs only their reports. */
export function sizesSentence(reports: readonly SignalReport[]): Sentence | null {
  const bySize = reports.toSorted((a, b) => b.counts.documents - a.counts.documents)
  const sizes = bySize.flatMap((report) => {
    const cited = sizeOf(report)
    return cited === null ? [] : [{ name: nameOf(report), cited }]
  })
  const [largest, ...others] = sizes
  if (largest === undefined || others.length === 0) return null
  const parts: (string | CitedWords)[] = [`${largest.name} is mentioned most, in `, largest.cited]
  others.forEach(({ name, cited }, place) => {
    parts.push(place === 0 ? ', against ' : place === others.length - 1 ? ' and ' : ', ', cited, ` for ${name}`)
  })
  return withCapital(sentence(...parts, '.'))
}

/** Whether the topics differ by more than chance, then the tone of each where it is clear, and what stood out. */
export function differenceSentences(reports: readonly SignalReport[], comparison: SignalComparison | null): Sentence[] {
  return [...verdicts(reports, comparison), ...reports.flatMap((report) => [toneOf(report), ...eventOf(report)])].map(
    withCapital,
  )
}

function verdicts(reports: readonly SignalReport[], comparison: SignalComparison | null): Sentence[] {
  const names = new Map(reports.map((report) => [report.signalId, nameOf(report)]))
  const reference = names.get(comparison?.referenceId ?? '') ?? ''
  const of = (measure: 'documents' | 'tone', difference: string, likewise: string) => {
    const [clear, unclear, untold]: [string[], string[], string[]] = [[], [], []]
    for (const { signalId, [measure]: compared } of comparison?.differences ?? [])
      (compared.distinct === null ? untold : compared.distinct ? clear : unclear).push(names.get(signalId) ?? '')
    const one = (list: string[], words: string) =>
      list.length === 0 ? [] : [sentence(`The ${difference} between ${reference} and ${sayList(list)} ${words}.`)]
    return [
      ...one(clear, 'is more than chance explains'),
      ...one(unclear, `is within what chance explains, so ${likewise}`),
      ...one(untold, 'rests on too few days to tell it from chance'),
    ]
  }
  return [
    ...of('documents', 'difference', 'neither can be called ahead'),
    ...of('tone', 'difference in tone', 'neither can be called the more positive'),
  ]
}

/** The tone of one of several topics: the statement of its own report, under its name. */
function toneOf(report: SignalReport): Sentence {
  const tone = toFindings(report.signalId, report.summary).find(({ formulas }) => formulas[0] === 'tone')
  return tone === undefined
    ? sentence(`${nameOf(report)}: the tone is clear in too few documents to say anything of it.`)
    : behind(`${nameOf(report)}: `, { ...tone, text: tone.text.charAt(0).toLowerCase() + tone.text.slice(1) })
}

/** What stood out most in the period of one of several topics; empty where nothing did. */
function eventOf(report: SignalReport): Sentence[] {
  const event = toFindings(report.signalId, report.summary).find(
    ({ formulas, part }) => formulas[0] === 'events' && part !== 'title',
  )
  return event === undefined ? [] : [event]
}

export function sizeOf({ signalId, summary }: SignalReport): CitedWords | null {
  for (const [place, { numbers }] of summary.claims.entries()) {
    const number = numbers.find(({ pointer }) => pointer === '/counts/documents')
    if (number === undefined) continue
    const pointer = `/claims/${place}/numbers/${numbers.indexOf(number)}/value`
    return {
      text: number.text,
      ground: { kind: 'measure', signalId, section: 'summary', pointer, value: number.value },
    }
  }
  return null
}

function nameOf({ query }: SignalReport): string {
  return (query.subject ?? query.title).replaceAll('"', '')
}
