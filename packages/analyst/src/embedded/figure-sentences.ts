import { busiestPeriodWords, joinWithAnd, volumeStatement } from '@auspex/analytics/claims'
import type { DocumentCount, SignalComparison, SignalReport } from '@auspex/sdk/types'
import {
  withLead,
  type CitedWords,
  type Finding,
  type Ground,
  type Sentence,
  sentence,
  toFindings,
  withCapital,
} from '../answer/sentence.ts'

/** With fewer documents the highest bar of a chart is chance. */
const fewDocuments = 5

/** When most was published, for a topic without an event; null where it is too little to notice. */
export function busiestSentence({ signalId, volume: { points, interval } }: SignalReport): Sentence | null {
  const place = points.reduce((best, { documents }, at) => (documents > (points[best]?.documents ?? 0) ? at : best), 0)
  const point = points[place]
  if (point === undefined || point.documents < fewDocuments) return null
  const { firstDay, documents, storyClusters: stories } = point
  const measure = (field: 'documents' | 'storyClusters', value: number): Ground => ({
    kind: 'measure',
    signalId,
    section: 'volume',
    pointer: `/points/${place}/${field}`,
    value,
  })
  const { period } = busiestPeriodWords(interval, firstDay)
  const published = { text: `${documents.toLocaleString('en')} documents`, ground: measure('documents', documents) }
  if (stories === null || stories >= documents) return sentence(`${period}, with `, published, '.')
  // copies of one article make a high bar
  return sentence(
    `${period}: its `,
    published,
    stories > 1 && stories * 2 < documents ? ' come down to only ' : ' come down to ',
    {
      text: stories === 1 ? 'a single piece' : `${stories.toLocaleString('en')} pieces`,
      ground: measure('storyClusters', stories),
    },
    '.',
  )
}

/** The volume of a topic, in the words of its report: the count is available long before the report. */
export function volumeSentence(topic: string, { counts, firstDay, lastDay }: DocumentCount): string | null {
  const { documents, documentsLow, documentsHigh, sampleFraction, outlets, sampled, laterDocuments } = counts
  const statement = volumeStatement({
    topic: topic.replaceAll('"', '').trim(),
    firstDay,
    lastDay,
    documents,
    documentsLow,
    documentsHigh,
    sampledDocuments: Math.round(documents * sampleFraction),
    outlets,
    isSampled: sampled,
    laterDocuments: laterDocuments ?? 0,
  })
  return statement?.text ?? null
}

/** Whether a finding is that sentence, with the sources of its numbers. */
export function isVolumeFinding(finding: Finding): boolean {
  return finding.part !== 'title' && statesVolume(finding)
}

/** Whether a finding says how many documents there are. */
export function statesVolume({ claims }: Finding): boolean {
  return claims.some(({ numbers }) => numbers.some(({ pointer }) => pointer === '/counts/documents'))
}

/** The sources of a sentence's numbers, from the finding that states the same; null where it states another number. */
export function findGrounds(text: string, { text: found, grounds }: Finding): Sentence['grounds'] | null {
  let from = 0
  const placed: Sentence['grounds'][number][] = []
  for (const { start, end, ground } of grounds) {
    const words = found.slice(start, end).toLowerCase()
    const at = text.toLowerCase().indexOf(words, from)
    if (at === -1) return null
    from = at + words.length
    placed.push({ start: at, end: from, ground })
  }
  return placed.length === 0 ? null : placed
}

/** How topics differ: their sizes, then the result of their comparison. */
export function comparisonSentences(reports: readonly SignalReport[], comparison: SignalComparison | null): Sentence[] {
  const sizes = sizesSentence(reports)
  return sizes === null ? [] : [sizes, ...differenceSentences(reports, comparison, true)]
}

/** Which of several topics is mentioned most; null unless at least two have a size. Needs only their reports. */
export function sizesSentence(reports: readonly SignalReport[]): Sentence | null {
  const bySize = reports.toSorted((a, b) => b.counts.documents - a.counts.documents)
  const sizes = bySize.flatMap((report) => {
    const cited = citedVolume(report)
    return cited === null ? [] : [{ name: topicName(report), cited }]
  })
  const [largest, ...others] = sizes
  if (largest === undefined || others.length === 0) return null
  const parts: (string | CitedWords)[] = [`${largest.name} is mentioned most, in `, largest.cited]
  others.forEach(({ name, cited }, place) => {
    parts.push(place === 0 ? ', against ' : place === others.length - 1 ? ' and ' : ', ', cited, ` for ${name}`)
  })
  return withCapital(sentence(...parts, '.'))
}

/** How much was said of a topic in each of several periods, and in what tone where that is asked. */
export function periodSentences(
  periods: readonly { readonly report: SignalReport; readonly period: string }[],
  withTone: boolean,
): Sentence[] {
  const sizes = periods.flatMap(({ report, period }) => {
    const cited = citedVolume(report)
    return cited === null ? [] : [{ report, period, cited }]
  })
  const [first, ...others] = sizes
  if (first === undefined) return []
  const parts: (string | CitedWords)[] = [`${topicName(first.report)}: `, first.cited, ` ${daysWords(first.period)}`]
  others.forEach(({ period, cited }, at) =>
    parts.push(at === 0 ? ', against ' : ' and ', cited, ` ${daysWords(period)}`),
  )
  const tones = withTone
    ? sizes.map(({ report, period }) => withLead(`${daysWords(period)}: `, toneSentence(report)))
    : []
  return [sentence(...parts, '.'), ...tones].map(withCapital)
}

function daysWords(period: string): string {
  return /^(?:since|until|all)/u.test(period) ? period : /\sto\s/u.test(period) ? `from ${period}` : `on ${period}`
}

/** Whether the topics differ by more than chance, then the tone of each where it is clear, and what stood out. */
export function differenceSentences(
  reports: readonly SignalReport[],
  comparison: SignalComparison | null,
  asksForTone: boolean,
): Sentence[] {
  return [
    ...verdicts(reports, comparison, asksForTone),
    ...reports.flatMap((report) => [toneSentence(report), ...eventSentences(report)]),
  ].map(withCapital)
}

function verdicts(
  reports: readonly SignalReport[],
  comparison: SignalComparison | null,
  asksForTone: boolean,
): Sentence[] {
  const names = new Map(reports.map((report) => [report.signalId, topicName(report)]))
  const reference = names.get(comparison?.referenceId ?? '') ?? ''
  const compareMeasure = (measure: 'documents' | 'tone', difference: string, likewise: string) => {
    const [clear, unclear, untold]: [string[], string[], string[]] = [[], [], []]
    for (const { signalId, [measure]: compared } of comparison?.differences ?? [])
      (compared.distinct === null ? untold : compared.distinct ? clear : unclear).push(names.get(signalId) ?? '')
    const one = (list: string[], words: string) =>
      list.length === 0 ? [] : [sentence(`The ${difference} between ${reference} and ${joinWithAnd(list)} ${words}.`)]
    const clearly = one(clear, 'is more than chance explains')
    // that tones cannot be told apart is worth a sentence only to somebody who asked for them
    if (measure === 'tone' && !asksForTone) return clearly
    return [
      ...clearly,
      ...one(unclear, `is within what chance explains, so ${likewise}`),
      ...one(untold, 'rests on too few days to tell it from chance'),
    ]
  }
  return [
    ...compareMeasure('documents', 'difference', 'neither can be called ahead'),
    ...compareMeasure('tone', 'difference in tone', 'neither can be called the more positive'),
  ]
}

/** The tone of one of several topics: the statement of its own report, under its name. */
function toneSentence(report: SignalReport): Sentence {
  const tone = toFindings(report.signalId, report.summary).find(({ formulas }) => formulas[0] === 'tone')
  return tone === undefined
    ? sentence(`${topicName(report)}: the tone is clear in too few documents to say anything about it.`)
    : withLead(`${topicName(report)}: `, { ...tone, text: tone.text.charAt(0).toLowerCase() + tone.text.slice(1) })
}

/** What stood out most in the period of one of several topics; empty where nothing did. */
function eventSentences(report: SignalReport): Sentence[] {
  const event = toFindings(report.signalId, report.summary).find(
    ({ formulas, part }) => formulas[0] === 'events' && part !== 'title',
  )
  return event === undefined ? [] : [event]
}

export function citedVolume({ signalId, summary }: SignalReport): CitedWords | null {
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

function topicName({ query }: SignalReport): string {
  return (query.subject ?? query.title).replaceAll('"', '')
}
