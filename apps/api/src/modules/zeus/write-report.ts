import { escapeMarkdown } from '@auspex/analyst'
import { formatDay } from '@auspex/analytics'
import { type AuspexClient, getSignalDocument, measureReportBlock, saveZeusReport } from '@auspex/sdk'
import type { Citation, Figure, PublishedDocument, ReportBlockInput, ZeusReport } from '@auspex/sdk/types'
import { toTitle } from './begin-run.ts'
import { listConversation } from './threads.usecases.ts'
import { messageNotFound, noAnswerYet } from './zeus.errors.ts'
import type { Person, RunDependencies } from './zeus.ports.ts'
import type { StoredMessage } from './zeus.types.ts'

export interface ReportRequest {
  threadId: string
  /** Null for all answers of the thread. */
  messageId: string | null
  client: AuspexClient
  signal: AbortSignal
}

/** Documents whose titles footnotes give; the footnotes of further ones have their quotation alone. */
const maxDocuments = 60
const readsAtOnce = 6
/** The contract's limit for the text of a report, with some room. */
const maxLength = 195_000

/** An answer below its question. */
interface Section {
  question: string
  answer: StoredMessage
}

/**
 * Makes a report of a thread's answers, and saves it with the person's own rights. Throws `zeus.thread_not_found`, `zeus.message_not_found` and
 * `zeus.no_answer`.
 */
export async function createThreadReport(
  { threadId, messageId, client, signal }: ReportRequest,
  person: Person,
  deps: RunDependencies,
): Promise<ZeusReport> {
  const messages = await listConversation(threadId, person, deps)
  const sections = toSections(messages).filter(({ answer }) => messageId === null || answer.id === messageId)
  const [first] = sections
  if (first === undefined) throw messageId === null ? noAnswerYet() : messageNotFound()
  const answers = sections.map(({ answer }) => answer)
  const [documents, figures] = await Promise.all([
    readDocuments(answers, { client, signal }),
    measureFigures(answers, { client, signal }),
  ])
  const contents = writeContents(sections, { ...figures, documents, signalNames: namesOfSignals(answers) })
  return saveZeusReport(
    { title: toTitle(first.question), contents, threadId, signalIds: signalsOf(answers), selectedMessages: [] },
    { client, signal },
  )
}

interface Evidence extends MeasuredFigures {
  documents: ReadonlyMap<string, PublishedDocument>
  signalNames: ReadonlyMap<string, string>
}

/** The text of a report. Where not all fits, charts are left out and then the last answers, each whole and with a word about it. */
function writeContents(sections: readonly Section[], evidence: Evidence): string {
  const { documents, signalNames, blocks, unmeasured } = evidence
  for (let shown = sections.length; ; shown = Math.max(1, Math.floor(shown * 0.9))) {
    const notes = createNotes(documents, signalNames)
    const [first, ...others] = sections.slice(0, shown)
    if (first === undefined) return ''
    const parts =
      others.length === 0 ? writeSingle(first, { notes, blocks }) : writeMany([first, ...others], { notes, blocks })
    const remarks = [describeLeftOut(sections.length - shown), describeUnmeasured(unmeasured)].filter(
      (text) => text !== '',
    )
    const contents = fit([...parts, ...remarks.map(toText)], notes.list())
    if (contents.length <= maxLength || shown === 1) return contents.slice(0, maxLength)
  }
}

function describeLeftOut(answers: number): string {
  if (answers === 0) return ''
  const which =
    answers === 1 ? 'The last answer of the conversation is' : `The last ${answers} answers of the conversation are`
  return `*${which} left out because a report has at most ${maxLength.toLocaleString('en')} characters.*`
}

function describeUnmeasured(charts: number): string {
  if (charts === 0) return ''
  return charts === 1
    ? '*One chart is left out because it could not be measured.*'
    : `*${charts} charts are left out because they could not be measured.*`
}

function toSections(messages: readonly StoredMessage[]): Section[] {
  return messages.flatMap((answer, index) => {
    if (answer.role !== 'assistant' || answer.content.trim() === '') return []
    const before = messages[index - 1]
    return [{ question: before?.role === 'user' ? before.content : 'Answer', answer }]
  })
}

function signalsOf(answers: readonly StoredMessage[]): string[] {
  return [...new Set(answers.flatMap(({ details }) => details?.understanding?.signalIds ?? []))].slice(0, 50)
}

function namesOfSignals(answers: readonly StoredMessage[]): ReadonlyMap<string, string> {
  const topics = answers.flatMap(({ details }) => details?.understood?.topics ?? [])
  return new Map(topics.flatMap(({ query, signalId }) => (signalId === null ? [] : [[signalId, query] as const])))
}

interface PartOptions {
  notes: Notes
  blocks: ReadonlyMap<Figure, string>
}

/** A part of a report's text; a chart is left out where the text would get too long. */
type Part = { kind: 'text' | 'chart'; text: string }

/** One answer: its first paragraph is the summary, and its headings are those of the report. */
function writeSingle({ answer }: Section, options: PartOptions): Part[] {
  const [lead, ...rest] = writeAnswer(answer, options)
  if (lead === undefined) return []
  const hasHeadings = rest.some(({ kind, text }) => kind === 'text' && text.startsWith('#'))
  const charts = rest.filter(({ kind }) => kind === 'chart')
  const words = rest
    .filter(({ kind }) => kind === 'text')
    .map((part) => ({ ...part, text: part.text.replace(/^#{3,6} /u, '## ') }))
  if (!isProse(lead)) return [lead, ...charts, ...words]
  const middle = hasHeadings || words.length === 0 ? [] : [toText('## Findings')]
  // charts show what the summary says, so they stand before the first section
  return [toText('## Summary'), lead, ...charts, ...middle, ...words]
}

/** Several answers: the first sentence of each is the summary, as it is the answer to its question. */
function writeMany(sections: readonly Section[], options: PartOptions): Part[] {
  const written = sections.map(({ question, answer }) => ({ question, parts: writeAnswer(answer, options) }))
  const leads = written.flatMap(({ parts }) => parts.find(isProse)?.text.match(firstSentence)?.[0] ?? [])
  return [
    ...(leads.length === 0 ? [] : [toText('## Summary'), toText([...new Set(leads)].join(' '))]),
    ...written.flatMap(({ question, parts }) => [toText(`## ${toMarkdown(toTitle(question))}`), ...parts]),
  ]
}

/** Up to a full stop with its footnotes; "3.5" and "e.g." go on. */
const firstSentence = /^.*?[.!?][”"’')]*(?:\[\^\d+\])*(?=\s+[\p{Lu}\p{N}“]|\s*$)/su

function isProse({ kind, text }: Part): boolean {
  return kind === 'text' && !/^(?:#|\||[-*] |\d+\. )/u.test(text)
}

function toText(text: string): Part {
  return { kind: 'text', text }
}

/** The paragraphs of an answer with footnotes for its numbers in brackets, and its charts where they stood. */
function writeAnswer({ content, details }: StoredMessage, { notes, blocks }: PartOptions): Part[] {
  const figures = details?.figures ?? []
  const text = withoutReading(content, details?.understanding?.sentence ?? null)
  const parts: Part[] = []
  let begin = 0
  const paragraphs = text.split('\n\n')
  for (const [at, paragraph] of paragraphs.entries()) {
    const end = begin + paragraph.length + 2
    const isLast = at === paragraphs.length - 1
    if (paragraph.trim() !== '') parts.push(toText(notes.cite(paragraph.trim(), content, details?.citations ?? [])))
    for (const figure of figures) {
      const block = blocks.get(figure)
      const isHere = figure.position >= begin && (figure.position < end || isLast)
      if (block !== undefined && isHere) parts.push({ kind: 'chart', text: block })
    }
    begin = end
  }
  return parts
}

/** An answer ends by saying how the question was read, which a report does not need; what follows that sentence stays. */
function withoutReading(content: string, sentence: string | null): string {
  const at = sentence === null ? -1 : content.lastIndexOf(`*${sentence}`)
  if (sentence === null || at === -1) return content
  const rest = content.slice(at + sentence.length + 1).trim()
  return `${content.slice(0, at).trimEnd()}${rest === '' || rest === '*' ? '' : `\n\n*${rest}`}`
}

/** Joins the parts with their footnotes, without the charts that no longer fit. */
function fit(parts: readonly Part[], notes: string): string {
  let left =
    maxLength - notes.length - parts.reduce((sum, { kind, text }) => sum + (kind === 'text' ? text.length + 2 : 0), 0)
  const shown = parts.filter(({ kind, text }) => {
    if (kind === 'text') return true
    if (text.length + 2 > left) return false
    left -= text.length + 2
    return true
  })
  return [...shown.map(({ text }) => text), notes].join('\n\n').trim()
}

interface Notes {
  /** Replaces the numbers in brackets of a part of an answer by footnotes; the same evidence has the same footnote everywhere. */
  cite(text: string, answer: string, citations: readonly Citation[]): string
  list(): string
}

function createNotes(
  documents: ReadonlyMap<string, PublishedDocument>,
  signalNames: ReadonlyMap<string, string>,
): Notes {
  const notes: string[] = []
  const noteOf = (citation: Citation, answer: string): number => {
    const words =
      citation.kind === 'measure'
        ? describeMeasure(citation, answer, signalNames.get(citation.signalId))
        : describeQuote(citation.quote, documents.get(citation.documentId))
    if (!notes.includes(words)) notes.push(words)
    return notes.indexOf(words) + 1
  }
  return {
    cite: (text, answer, citations) =>
      text.replaceAll(/(?: ?\[\d{1,4}\])+/g, (marks) => {
        const parts = (marks.match(/\d+/g) ?? []).map((number) => {
          const citation = citations.find((each) => each.number === Number(number))
          return citation === undefined ? ` [${number}]` : `[^${noteOf(citation, answer)}]`
        })
        // two numbers of one document have one footnote
        return [...new Set(parts)].join('')
      }),
    list: () => notes.map((words, at) => `[^${at + 1}]: ${words}`).join('\n\n'),
  }
}

type MeasureCitation = Extract<Citation, { kind: 'measure' }>

const maxClaim = 80

/** The words of the answer that a measurement stands behind, and where it is measured. */
function describeMeasure(
  { section, value, claimStart, claimEnd }: MeasureCitation,
  answer: string,
  name: string | undefined,
): string {
  const report = name === undefined ? 'the report' : `the report of “${toMarkdown(name.replaceAll('"', ''))}”`
  const claim = answer.slice(claimStart, claimEnd).replaceAll(/\s+/g, ' ').trim()
  const shown = claim === '' || claim.length > maxClaim ? (value?.toLocaleString('en') ?? 'Unknown') : claim
  return `${toMarkdown(shown)}: measured in ${report}, ${section}.`
}

const maxQuote = 300

function describeQuote(quote: string, document: PublishedDocument | undefined): string {
  const words = quote.replaceAll(/\s+/g, ' ').trim()
  const quoted = `“${toMarkdown(words.length > maxQuote ? `${words.slice(0, maxQuote).trimEnd()}…` : words)}”`
  if (document === undefined) return `${quoted}.`
  const { title, url, outlet, publishedAt } = document
  const where = `${toMarkdown(outlet)}, ${formatDay(publishedAt)}`
  const isLinked = url !== null && /^https?:\/\/[^\s()<>]+$/u.test(url)
  if (title.trim() === '' || title.includes(words.replace(/…$/u, '')))
    return isLinked ? `[${quoted}](${url}), ${where}.` : `${quoted}, ${where}.`
  const name = toMarkdown(title.replaceAll(/\s+/g, ' ').trim().slice(0, maxQuote))
  return `${quoted}, ${isLinked ? `[${name}](${url})` : name}, ${where}.`
}

function toMarkdown(words: string): string {
  return escapeMarkdown(words).text
}

interface Reading {
  client: AuspexClient
  signal: AbortSignal
}

/** The documents that answers quote, as far as the person may read them. */
async function readDocuments(
  answers: readonly StoredMessage[],
  { client, signal }: Reading,
): Promise<ReadonlyMap<string, PublishedDocument>> {
  const wanted = new Map<string, string>()
  for (const { details } of answers)
    for (const citation of details?.citations ?? []) {
      if (citation.kind !== 'document' || wanted.has(citation.documentId)) continue
      const call = details?.trace.tools.find(({ documentIds }) => documentIds.includes(citation.documentId))
      const signalId = /\bsig_[a-z0-9]{1,40}\b/.exec(call?.arguments ?? '')?.[0] ?? details?.understanding?.signalIds[0]
      if (signalId !== undefined) wanted.set(citation.documentId, signalId)
    }
  const found = await inTurns([...wanted].slice(0, maxDocuments), async ([documentId, signalId]) => {
    const { document } = await getSignalDocument(signalId, documentId, {}, { client, signal })
    return [documentId, document] as const
  })
  return new Map(found.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : [])))
}

/** What a chart of an answer is in a report; sections without a chart there are left out. */
const blockOf: Readonly<Partial<Record<Figure['section'], (signalId: string) => ReportBlockInput['content']>>> = {
  volume: (signalId) => ({ kind: 'chart', signalId, measure: 'documents', points: [] }),
  tone: (signalId) => ({ kind: 'chart', signalId, measure: 'tone', points: [] }),
  voices: (signalId) => sectionBlock(signalId, 'voices'),
  locations: (signalId) => sectionBlock(signalId, 'places'),
  events: (signalId) => sectionBlock(signalId, 'changes'),
}

function sectionBlock(signalId: string, section: 'voices' | 'places' | 'changes'): ReportBlockInput['content'] {
  return { kind: 'section', signalId, section, title: '', text: '', points: [], rows: [] }
}

interface MeasuredFigures {
  blocks: ReadonlyMap<Figure, string>
  /** How many charts could not be measured. */
  unmeasured: number
}

/** The charts of answers as blocks of a report, which keep the values of now beside the words that speak of them. */
async function measureFigures(
  answers: readonly StoredMessage[],
  { client, signal }: Reading,
): Promise<MeasuredFigures> {
  const figures = answers.flatMap(({ details }) => details?.figures ?? [])
  const measured = await inTurns(figures, async (figure) => {
    const content = blockOf[figure.section]?.(figure.signalId)
    if (content === undefined) return null
    const block = await measureReportBlock({ content }, { client, signal })
    const { asOf } = block
    return [figure, `\`\`\`auspex\n${JSON.stringify({ content: block.content, asOf, frozen: true })}\n\`\`\``] as const
  })
  return {
    blocks: new Map(
      measured.flatMap((each) => (each.status === 'fulfilled' && each.value !== null ? [each.value] : [])),
    ),
    unmeasured: measured.filter(({ status }) => status === 'rejected').length,
  }
}

/** The results for all items, a few at a time, so that one that cannot be read keeps no other out of the report. */
async function inTurns<Item, Result>(
  items: readonly Item[],
  read: (item: Item) => Promise<Result>,
): Promise<PromiseSettledResult<Result>[]> {
  const results: PromiseSettledResult<Result>[] = []
  for (let at = 0; at < items.length; at += readsAtOnce)
    results.push(...(await Promise.allSettled(items.slice(at, at + readsAtOnce).map(read))))
  return results
}
