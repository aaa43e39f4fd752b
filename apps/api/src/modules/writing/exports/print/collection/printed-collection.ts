import { formatDay, formatDayRange } from '@auspex/analytics'
import type { PortfolioTrend, ProjectSource } from '@auspex/sdk/types'
import type { CollectionRow } from '../../collection-rows.ts'
import { number, signedTone } from '../print-numbers.ts'
import type { MarkdownBlock } from '../story/markdown.ts'
import { formatMoment, type PrintedCard, type PrintedStoryPage } from '../story/printed-story.ts'

export interface PrintableCollection {
  noun: 'Portfolio' | 'Project'
  title: string
  /** When it was last changed. */
  updatedAt: string
  printedAt: string
  /** Its portfolios as cards. */
  cards: PrintedCard[]
  sources: readonly ProjectSource[]
}

/** The printed form of a portfolio or a project. */
export function toPrintedCollection({
  noun,
  title,
  updatedAt,
  printedAt,
  cards,
  sources,
}: PrintableCollection): PrintedStoryPage {
  const isDemo = sources.some(({ source, documents }) => source === 'demo' && documents > 0)
  return {
    noun,
    title,
    imageId: null,
    made: `Last changed on ${formatDay(updatedAt)}. Printed on ${formatMoment(printedAt)}. Ranges are 95% intervals.`,
    printedAt,
    cards:
      cards.length === 0
        ? [toCard(null, [paragraph(`This ${noun.toLowerCase()} has no portfolio that you can see.`)])]
        : [
            ...(isDemo ? [demoCard] : []),
            ...cards,
            ...(sources.length === 0 ? [] : [toCard('Sources', listSources(sources))]),
          ],
  }
}

/** A printed portfolio: the figures of its signals, the days they cover, and what happened. */
export function toPrintedPortfolio(title: string, rows: readonly CollectionRow[]): PrintedCard {
  if (rows.length === 0) return toCard(title, [paragraph('This portfolio has no signals yet.')])
  const gaps = rows.flatMap(listGaps)
  const events = rows.filter(({ newestEvent }) => newestEvent !== null)
  return toCard(title, [
    paragraph(describeMeasured(rows)),
    table(['Signal', 'Stage'], ['Documents', 'Documents a day', 'Growth', 'Mean tone'], rows.map(toFigures)),
    ...(gaps.length === 0 ? [] : [heading('What is not known'), list(gaps)]),
    heading('What was counted'),
    paragraph(
      '“Documents a day” is the average over the covered days of the last seven. A day is covered if a source that reaches back to it has been read. At most the last 60 days are shown.',
    ),
    table(['Signal', 'Counted', 'Last covered day', 'Covered days', 'Measured'], [], rows.map(toDays)),
    heading('What happened last'),
    ...(events.length === 0
      ? [paragraph('No period stands out from the usual level.')]
      : [table(['Signal', 'Since', 'Headline'], ['Stories', 'Times the usual level'], events.map(toEvent))]),
  ])
}

function describeMeasured(rows: readonly CollectionRow[]): string {
  const moments = rows.flatMap(({ refreshedAt }) => refreshedAt ?? []).toSorted()
  const [oldest] = moments
  const all = rows.length === 1 ? '1 signal' : `${number(rows.length)} signals`
  if (oldest === undefined) return `${all}, none measured yet.`
  const measured = moments.length === rows.length ? '' : `, ${number(moments.length)} of them measured`
  return `${all}${measured}. The oldest figures are from ${formatMoment(oldest)}.`
}

function toFigures({ title, stage, documents, level, momentum, tone }: CollectionRow): string[] {
  return [
    title,
    stage ?? 'unknown',
    documents === null ? 'unknown' : number(documents),
    level === null ? 'unknown' : level.average.toLocaleString('en', { maximumFractionDigits: 1 }),
    momentum === null ? 'unknown' : formatRange(momentum, (value) => `× ${value.toFixed(2)}`),
    tone === null ? 'unknown' : formatRange(tone, signedTone),
  ]
}

function formatRange(
  { value, low, high }: Record<'value' | 'low' | 'high', number>,
  format: (value: number) => string,
) {
  return `${format(value)} (${format(low)} to ${format(high)})`
}

function toDays(row: CollectionRow): string[] {
  const { title, query, level, refreshedAt } = row
  return [
    title,
    describeCounted(query),
    level === null ? 'unknown' : formatDay(level.day),
    describeCoverage(row),
    refreshedAt === null ? 'not yet' : formatMoment(refreshedAt),
  ]
}

function describeCoverage({ level, coverage }: CollectionRow): string {
  if (level === null || coverage === null) return 'unknown'
  const { coveredDays, days, firstDay } = coverage
  return `${level.coveredDays} of the last 7, ${coveredDays} of ${days} since ${formatDay(firstDay)}`
}

function toEvent({ title, newestEvent }: PortfolioTrend): string[] {
  if (newestEvent === null) return []
  const { day, title: headline, stories, ratio, isOver } = newestEvent
  return [
    title,
    isOver ? `${formatDay(day)}, over` : formatDay(day),
    headline ?? 'None of the documents from these days can be read.',
    number(stories),
    ratio === null ? 'usually none' : ratio.toLocaleString('en', { maximumFractionDigits: 1 }),
  ]
}

function listSources(sources: readonly ProjectSource[]): MarkdownBlock[] {
  return [
    paragraph('A document that matches two signals is counted twice.'),
    table(
      ['Source', 'Newest document', 'Last answer'],
      ['Documents', 'Signals with its documents', 'Signals it failed for'],
      sources.map(({ label, lastDay, status, reason, documents, signals, failing }) => [
        label,
        lastDay === null ? 'none' : formatDay(lastDay),
        status === null ? 'never searched' : reason === null ? status : `${status}: ${reason}`,
        number(documents),
        number(signals),
        number(failing),
      ]),
    ),
  ]
}

/** Names are typed by people and go into cells as plain text: their characters are never markup. */
function table(texts: readonly string[], numbers: readonly string[], rows: readonly string[][]): MarkdownBlock {
  const toCells = (cells: readonly string[]) => cells.map((text) => [{ text }])
  return {
    kind: 'table',
    align: [...texts.map(() => 'left' as const), ...numbers.map(() => 'right' as const)],
    head: toCells([...texts, ...numbers]),
    rows: rows.map(toCells),
  }
}

function heading(text: string): MarkdownBlock {
  return { kind: 'heading', level: 2, runs: [{ text }] }
}

function paragraph(text: string): MarkdownBlock {
  return { kind: 'paragraph', runs: [{ text }] }
}

function list(items: readonly string[]): MarkdownBlock {
  return { kind: 'list', isOrdered: false, items: items.map((text) => [{ text }]) }
}

const demoCard: PrintedCard = {
  ...toCard(null, []),
  warning: 'The documents behind these figures were made up for the demo.',
}

function toCard(title: string | null, blocks: MarkdownBlock[]): PrintedCard {
  return { title, caption: null, moment: null, warning: null, body: { kind: 'text', blocks, source: '' } }
}

/** What is counted for a signal, with the requested days: the title can be any text a person typed. */
export function describeCounted({ subject, title, startDate, endDate }: PortfolioTrend['query']): string {
  const subjectText = subject ?? title
  if (startDate !== null && endDate !== null) return `${subjectText}, ${formatDayRange(startDate, endDate)}`
  if (startDate !== null) return `${subjectText}, since ${formatDay(startDate)}`
  return endDate === null ? subjectText : `${subjectText}, until ${formatDay(endDate)}`
}

/** Why values of a signal are unknown, one sentence each. */
export function listGaps({ title, momentumReason, outcome, refreshedAt }: PortfolioTrend): string[] {
  const failure = outcome?.state === 'failed' ? (outcome.reason ?? 'No reason is known.') : null
  if (refreshedAt === null)
    return [failure === null ? `${title} has not been measured yet.` : `${title} could not be measured: ${failure}`]
  return [
    ...(failure === null ? [] : [`${title} could not be measured again, so its figures are older: ${failure}`]),
    ...(momentumReason === null ? [] : [`${title} has no growth: ${momentumReason}`]),
  ]
}
