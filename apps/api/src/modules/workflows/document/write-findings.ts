import { citeAll, titleOf } from './citations.ts'
import type { Citations, Finding } from './document.types.ts'
import { bullets, quote, count, decimal, table, formatDay } from './markdown.ts'
import { field, list, number, text, texts } from './read-values.ts'

const measures = [
  ['documents', 'Documents a day'],
  ['stories', 'Pieces a day'],
  ['outlets', 'Outlets a day'],
  ['share', 'Share of all documents'],
  ['tone', 'Tone'],
] as const

type Write = (output: unknown, citations: Citations, titles: ReadonlyMap<string, string>) => string[]

/** Writers by tool; findings without one are written as a plain list of their fields. */
const forms: Record<string, Write> = {
  read_portfolio: writePortfolio,
  search_topics: (output) => writeSearches(list(output, 'signals')),
  search_topic: (output) => writeSearches([output]),
  read_signals: (output, citations) => writeReports(list(output, 'signals'), list(output, 'missing'), citations),
  get_report: (output, citations) => writeReports([output], [], citations),
  explain_signals: (output, citations, titles) =>
    list(output, 'signals').flatMap((one) =>
      writeChanges(one, titles.get(text(one, 'signalId') ?? '') ?? 'Signal', citations),
    ),
  explain_changes: (output, citations) => writeChanges(output, null, citations),
  compare_signals: writeComparison,
  get_summary: (output, citations) => [
    bullets(
      list(output, 'sentences').map((one) => `“${quote(text(one, 'text') ?? '')}”${citeAll(citations, one, null)}`),
    ) || 'No sentence is informative enough.',
    number(output, 'documentsRead') === null
      ? ''
      : `Chosen from ${number(output, 'documentsRead')} documents, word for word.`,
    quote(text(output, 'note') ?? ''),
  ],
  list_documents: writeDocuments,
  list_documents_by_tone: writeDocuments,
  list_news: writeDocuments,
  search_trials: writeTrials,
}

/** A finding as Markdown blocks. */
export function writeFinding(
  { tool, output }: Finding,
  citations: Citations,
  titles: ReadonlyMap<string, string>,
): string[] {
  const write = Object.hasOwn(forms, tool) ? forms[tool] : undefined
  return (write?.(output, citations, titles) ?? writeAnything(output)).filter((block) => block !== '')
}

/** Titles of all signals that the findings name. */
export function collectTitles(findings: readonly Finding[]): Map<string, string> {
  const titles = new Map<string, string>()
  for (const { output } of findings)
    for (const signal of [output, ...list(output, 'signals')]) {
      const [id, title] = [text(signal, 'signalId'), text(signal, 'title') ?? text(field(signal, 'query'), 'title')]
      if (id !== null && title !== null) titles.set(id, title)
    }
  return titles
}

/** Signals side by side, and how each differs from the first; a difference that may be chance is reported as none. */
function writeComparison(value: unknown): string[] {
  const signals = list(value, 'signals')
  const titles = new Map(signals.map((signal) => [text(signal, 'signalId'), titleOf(signal)]))
  const rows = signals.map((signal) => [
    quote(titleOf(signal)),
    count(number(field(signal, 'counts'), 'documents')),
    text(signal, 'stage') ?? 'unknown',
    formatShare(number(signal, 'share')),
    describeEstimate(field(field(signal, 'tone'), 'mean')),
  ])
  return [
    table(['Signal', 'Documents', 'Stage', 'Share', 'Tone (95%)'], rows),
    ...list(value, 'differences').flatMap((difference) => {
      const signalTitle = titles.get(text(difference, 'signalId')) ?? 'Signal'
      const reference = titles.get(text(difference, 'referenceId')) ?? 'the first'
      return [
        `### ${quote(signalTitle)} against ${quote(reference)}`,
        table(
          ['Measure', 'Difference or ratio (95%)', 'Beyond chance'],
          measures.map(([name, label]) => [label, ...formatDifference(field(difference, name))]),
        ),
      ]
    }),
    quote(text(value, 'limits') ?? ''),
  ]
}

function formatDifference(value: unknown): [string, string] {
  const distinct = field(value, 'distinct')
  const reason = text(value, 'reason')
  const verdict = distinct === true ? 'yes' : distinct === false ? 'no' : 'cannot be told'
  return [describeEstimate(value, reason), verdict]
}

function formatShare(share: number | null): string {
  return share === null ? 'unknown' : `${decimal(share * 100)}%`
}

function writeDocuments(value: unknown, citations: Citations): string[] {
  const documents = [...list(value, 'documents'), ...list(value, 'items')]
  const total = number(value, 'total') ?? number(field(value, 'page'), 'total')
  return [
    total === null
      ? ''
      : `${count(total)} in all${documents.length < total ? `; the first ${documents.length}:` : ':'}`,
    documents.length === 0
      ? 'None was found.'
      : bullets(documents.map((one) => writeDocument(one, citations, text(value, 'signalId')))),
  ]
}

function writeTrials(value: unknown, citations: Citations): string[] {
  const trials = list(value, 'items')
  const total = number(field(value, 'page'), 'total')
  const origin = field(value, 'origin')
  const rows = trials.map((trial) => {
    const id = text(trial, 'nctId') ?? ''
    const title = text(trial, 'title') ?? ''
    const day = text(trial, 'lastUpdateDay')
    const mark = citations.cite({ kind: 'trial', id, signalId: null, title, url: text(trial, 'url'), day })
    return [
      `${quote(title)} ${mark}`,
      text(trial, 'status')?.toLowerCase().replaceAll('_', ' ') ?? 'unknown',
      texts(trial, 'phases').join(', ').toLowerCase().replaceAll('_', ' ') || 'none',
      quote(text(trial, 'sponsor') ?? 'unknown'),
      count(number(trial, 'enrollment')),
      day === null ? 'unknown' : formatDay(day),
    ]
  })
  return [
    total === null ? '' : `${count(total)} studies in all, of which ${rows.length} are shown.`,
    rows.length === 0
      ? 'None was found.'
      : table(['Study', 'Status', 'Phase', 'Sponsor', 'Participants', 'Updated'], rows),
    quote([text(origin, 'attribution'), text(origin, 'notice')].filter((part) => part !== null).join(' ')),
  ]
}

function writePortfolio(value: unknown): string[] {
  const rows = list(value, 'signals').map((signal) => [
    quote(text(signal, 'title') ?? 'Signal'),
    count(number(signal, 'documents')),
    text(signal, 'stage') ?? 'unknown',
  ])
  return [table(['Signal', 'Documents', 'Stage'], rows) || 'The portfolio holds no signal.']
}

function writeSearches(searches: readonly unknown[]): string[] {
  const rows = searches.map((search) => [
    quote(text(search, 'title') ?? 'Topic'),
    count(number(search, 'matched')),
    quote(text(search, 'message') ?? text(search, 'status') ?? 'unknown'),
  ])
  return [table(['Topic', 'Documents that match', 'State'], rows)]
}

/** Fallback form: simple fields as a list, lists of simple values as a table, nothing deeper. */
function writeAnything(value: unknown, depth = 0): string[] {
  if (typeof value !== 'object' || value === null) return [formatValue(value)]
  const fields = Object.entries(value)
  const simple = fields.filter(([, one]) => isSimple(one))
  const lists = depth > 1 ? [] : fields.filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]))
  return [
    bullets(simple.map(([name, one]) => `${quote(formatName(name))}: ${formatValue(one)}`)),
    ...lists.flatMap(([name, items]) => [`**${quote(formatName(name))}**`, writeList(items)]),
  ]
}

function writeList(items: readonly unknown[]): string {
  const firstItems = items.slice(0, 20)
  if (firstItems.every(isSimple)) return bullets(firstItems.map(formatValue)) || 'None.'
  const names = [
    ...new Set(
      firstItems.flatMap((item) => Object.entries(item ?? {}).flatMap(([name, one]) => (isSimple(one) ? [name] : []))),
    ),
  ]
  const columns = names.slice(0, 6)
  return table(
    columns.map((name) => quote(formatName(name))),
    firstItems.map((item) => columns.map((name) => formatValue(field(item, name)))),
  )
}

function isSimple(value: unknown): boolean {
  return typeof value !== 'object' || value === null
}

function formatName(name: string): string {
  return name.replaceAll(/([a-z])([A-Z])/g, (_all, a: string, b: string) => `${a} ${b.toLowerCase()}`)
}

function formatValue(value: unknown): string {
  if (value === null || value === undefined) return 'unknown'
  if (typeof value === 'number') return Number.isInteger(value) ? count(value) : decimal(value)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return quote((typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 400))
}

/** A value with its interval; if unknown, the reason. */
function describeEstimate(estimate: unknown, reason: string | null = null): string {
  const value = number(estimate, 'value')
  if (value === null) return reason === null ? 'unknown' : `unknown: ${quote(reason)}`
  const [low, high] = [number(estimate, 'low'), number(estimate, 'high')]
  return low === null || high === null ? decimal(value) : `${decimal(value)} (${decimal(low)} to ${decimal(high)})`
}

/** Short reports: a table of the measurements, then what documents say about each signal. */
function writeReports(reports: readonly unknown[], missing: readonly unknown[], citations: Citations): string[] {
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
function writeDocument(document: unknown, citations: Citations, signalId: string | null): string {
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
function writeChanges(value: unknown, title: string | null, citations: Citations): string[] {
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
