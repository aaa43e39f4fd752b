import { sayList } from '@auspex/analytics/claims'
import type { SignalComparison, SignalReport } from '@auspex/sdk/types'
import { type CitedWords, type Sentence, sentence } from '../answer/sentence.ts'
import { toFindings } from '../answer/statement-sentences.ts'

/** How topics differ: their sizes, whether the difference is more than chance, then the tone of each where it is clear. */
export function comparisonSentences(reports: readonly SignalReport[], comparison: SignalComparison | null): Sentence[] {
  const bySize = reports.toSorted((a, b) => b.counts.documents - a.counts.documents)
  const sizes = bySize.flatMap((report) => {
    const cited = sizeOf(report)
    return cited === null ? [] : [{ name: nameOf(report), cited }]
  })
  const [largest, ...others] = sizes
  if (largest === undefined || others.length === 0) return []
  const parts: (string | CitedWords)[] = [`${largest.name} is mentioned most, in `, largest.cited]
  others.forEach(({ name, cited }, place) => {
    parts.push(place === 0 ? ', against ' : place === others.length - 1 ? ' and ' : ', ', cited, ` for ${name}`)
  })
  return [sentence(...parts, '.'), ...verdicts(reports, comparison), ...reports.flatMap(toneOf)]
}

function verdicts(reports: readonly SignalReport[], comparison: SignalComparison | null): Sentence[] {
  const names = new Map(reports.map((report) => [report.signalId, nameOf(report)]))
  const [clear, unclear, untold]: [string[], string[], string[]] = [[], [], []]
  for (const { signalId, documents } of comparison?.differences ?? [])
    (documents.distinct === null ? untold : documents.distinct ? clear : unclear).push(names.get(signalId) ?? '')
  const reference = names.get(comparison?.referenceId ?? '') ?? ''
  const one = (list: string[], words: string) =>
    list.length === 0 ? [] : [sentence(`The difference between ${reference} and ${sayList(list)} ${words}.`)]
  return [
    ...one(clear, 'is more than chance explains'),
    ...one(unclear, 'is within what chance explains, so neither can be called ahead'),
    ...one(untold, 'rests on too few days to tell it from chance'),
  ]
}

/** The tone of one of several topics: the statement of its own report, under its name. */
function toneOf(report: SignalReport): Sentence[] {
  const tone = toFindings(report.signalId, report.summary).find(({ formulas }) => formulas[0] === 'tone')
  if (tone === undefined)
    return [sentence(`${nameOf(report)}: the tone is clear in too few documents to say anything of it.`)]
  const lead = `${nameOf(report)}: ${tone.text.charAt(0).toLowerCase()}`
  const shift = lead.length - 1
  return [
    {
      text: lead + tone.text.slice(1),
      grounds: tone.grounds.map(({ start, end, ground }) => ({ start: start + shift, end: end + shift, ground })),
    },
  ]
}

function sizeOf({ signalId, summary }: SignalReport): CitedWords | null {
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
  return query.title.replaceAll('"', '')
}
