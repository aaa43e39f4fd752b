import { citeAll, titleOf } from './citations.ts'
import type { Citations } from './document.types.ts'
import { bullets, count, decimal, quote, formatDay, table } from './markdown.ts'
import { field, list, number, text } from './read-values.ts'

/** A value with its interval; if unknown, the reason. */
export function describeEstimate(estimate: unknown, reason: string | null = null): string {
  const value = number(estimate, 'value')
  if (value === null) return reason === null ? 'unknown' : `unknown: ${quote(reason)}`
  const [low, high] = [number(estimate, 'low'), number(estimate, 'high')]
  return low === null || high === null ? decimal(value) : `${decimal(value)} (${decimal(low)} to ${decimal(high)})`
}

/** Short reports: a table of the measurements, then what documents say about each signal. */
export function writeReports(reports: readonly unknown[], missing: readonly unknown[], citations: Citations): string[] {
  const rows = reports.map((report) => {
    const momentum = field(report, 'momentum')
    return [
      quote(titleOf(report)),
      count(number(field(report, 'counts'), 'documents')),
      text(report, 'stage') ?? 'unknown',
      describeEstimate(field(momentum, 'ratio'), text(momentum, 'reason')),
      describeEstimate(field(field(report, 'tone'), 'mean')),
    ]
  })
  return [
    table(['Signal', 'Documents', 'Stage', 'Momentum (95%)', 'Tone, −1 to 1 (95%)'], rows),
    ...reports.flatMap((report) => writeReport(report, citations)),
    missing.length === 0
      ? ''
      : bullets(missing.map((one) => `A signal is left out: ${quote(text(one, 'reason') ?? 'it cannot be read.')}`)),
  ]
}

function writeReport(report: unknown, citations: Citations): string[] {
  const signalId = text(report, 'signalId')
  const sentences = list(report, 'summary').slice(0, 4)
  const newest = list(report, 'documents').slice(0, 3)
  const [from, to] = [text(report, 'from'), text(report, 'to')]
  const days = from === null || to === null ? '' : `Measured from ${formatDay(from)} to ${formatDay(to)}.`
  const link =
    signalId === null
      ? ''
      : ` ${citations.cite({ kind: 'signal', id: signalId, signalId, title: titleOf(report), url: null, day: null })}`
  return [
    `### ${quote(titleOf(report))}`,
    `${days}${link}`.trim(),
    bullets(
      sentences.map((sentence) => `“${quote(text(sentence, 'text') ?? '')}”${citeAll(citations, sentence, signalId)}`),
    ),
    newest.length === 0
      ? ''
      : `Newest: ${newest.map((document) => writeDocument(document, citations, signalId)).join('; ')}`,
  ]
}

/** One line for a document, with its mark. */
export function writeDocument(document: unknown, citations: Citations, signalId: string | null): string {
  const id = text(document, 'id')
  const title = text(document, 'title') ?? text(document, 'snippet') ?? 'Without a title'
  const outlet = text(document, 'outlet')
  const day = text(document, 'day') ?? text(document, 'publishedAt')?.slice(0, 10) ?? null
  const where = [outlet === null ? null : quote(outlet), day === null ? null : formatDay(day)].filter(
    (part) => part !== null,
  )
  const mark = id === null ? '' : ` ${citations.citeDocument(id, { signalId, words: title })}`
  return `${quote(title.slice(0, 200))}${where.length === 0 ? '' : ` (${where.join(', ')})`}${mark}`
}

/** The days on which a signal changed, the strongest statements first. */
export function writeChanges(value: unknown, title: string | null, citations: Citations): string[] {
  const signalId = text(value, 'signalId')
  const points = list(value, 'points')
  const heading = title === null ? '' : `### ${quote(title)}`
  if (points.length === 0) return [heading, `No change stands out. ${quote(text(value, 'reason') ?? '')}`.trim()]
  return [heading, ...points.flatMap((point) => writeChange(point, signalId, citations))]
}

function writeChange(point: unknown, signalId: string | null, citations: Citations): string[] {
  const day = formatDay(text(point, 'day') ?? '')
  const endDay = text(point, 'endDay')
  // the levels are shares of everything published, too small to be readable; the statements put them into words
  const change = field(point, 'change')
  const times =
    change == null ? 'by how many times cannot be said' : `${describeEstimate(change)} times the level before`
  const statements = list(point, 'statements').flatMap((statement) => {
    const words = typeof statement === 'string' ? statement : text(statement, 'text')
    return words === null ? [] : [quote(words)]
  })
  const terms = list(point, 'terms')
    .map((term) => (typeof term === 'string' ? term : text(term, 'term')))
    .filter((term) => term !== null)
    .slice(0, 6)
  return [
    `**${day}${endDay === null ? '' : ` to ${formatDay(endDay)}`}**: ${times}.`,
    bullets([
      ...statements.slice(0, 3),
      ...(terms.length === 0 ? [] : [`Words that were new or more frequent: ${terms.map(quote).join(', ')}`]),
      ...list(point, 'summary')
        .slice(0, 3)
        .map((sentence) => `“${quote(text(sentence, 'text') ?? '')}”${citeAll(citations, sentence, signalId)}`),
    ]),
  ]
}
