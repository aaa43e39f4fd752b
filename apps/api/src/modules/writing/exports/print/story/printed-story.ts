import { formatDay } from '@auspex/analytics'
import type { CardRow, Story, StoryCard } from '@auspex/sdk/types'
import { number, signedTone } from '../print-numbers.ts'
import { type CardChart, toCardChart } from './card-chart.ts'
import { type MarkdownBlock, readMarkdown } from './markdown.ts'

type NumberContent = Extract<StoryCard['content'], { kind: 'number' }>

/** The content of a card in print. */
export type PrintedBody =
  /** With the original Markdown. */
  | { kind: 'text'; blocks: MarkdownBlock[]; source: string }
  | { kind: 'chart'; chart: CardChart | null }
  | { kind: 'number'; name: string; value: string; note: string; figure: Omit<NumberContent, 'kind' | 'signalId'> }
  | { kind: 'quote'; text: string }
  | { kind: 'document'; title: string; url: string | null }
  | { kind: 'signal'; title: string; stage: string }
  | { kind: 'image'; imageId: string; alt: string }
  | { kind: 'section'; paragraphs: string[]; chart: CardChart | null; rows: readonly CardRow[] }

export interface PrintedCard {
  /** Names the measurement and its subject; null for text and pictures by the author. */
  title: string | null
  caption: string | null
  /** When its values were measured, and whether they are frozen; null if it is not measured. */
  moment: string | null
  /** Why it does not show current values; null when it does. */
  warning: string | null
  body: PrintedBody
}

/** A story, report, conversation or collection of signals ready for print: what all its files show. */
export interface PrintedStoryPage {
  noun: 'Story' | 'Report' | 'Conversation' | 'Portfolio' | 'Project'
  title: string
  imageId: string | null
  /** When it was changed and printed. */
  made: string
  printedAt: string
  cards: PrintedCard[]
}

/** The printed form of a story. Pure; `titleOf` names signals. */
export function toPrintedStory(
  { displayTitle, image, cards, updatedAt }: Story,
  { printedAt, titleOf }: { printedAt: Date; titleOf: (signalId: string) => string },
): PrintedStoryPage {
  return {
    noun: 'Story',
    title: displayTitle,
    imageId: image === null ? null : idIn(image),
    made: `Last changed on ${formatDay(updatedAt)}. Printed on ${formatMoment(printedAt.toISOString())}.`,
    printedAt: printedAt.toISOString(),
    cards: cards.map((card) => toPrintedCard(card, titleOf)),
  }
}

/** Markdown written by a person: none of it is measured. */
export function toTextCard(source: string): PrintedCard {
  const body = { kind: 'text' as const, blocks: readMarkdown(source), source }
  return { title: null, caption: null, moment: null, warning: null, body }
}

export function listPictures({ imageId, cards }: PrintedStoryPage): string[] {
  const imageIds = cards.flatMap(({ body }) => (body.kind === 'image' ? [body.imageId] : []))
  return [...new Set(imageId === null ? imageIds : [imageId, ...imageIds])]
}

export function toPrintedCard(card: StoryCard, titleOf: (signalId: string) => string): PrintedCard {
  const { caption, asOf, frozen, unavailable = null, deletion = null, content } = card
  const date = asOf === null ? null : formatMoment(asOf)
  return {
    // the note that stands in place of deleted words is no quotation
    ...(content.kind === 'quote' && deletion !== null
      ? { title: null, body: { kind: 'text', blocks: readMarkdown(content.text), source: content.text } }
      : toBody(content, titleOf)),
    caption,
    moment: date === null ? null : frozen ? `Frozen: as measured on ${date}.` : `Measured on ${date}.`,
    warning: unavailable ?? deletion,
  }
}

const sectionNames = {
  summary: 'summary',
  volume: 'over time',
  tone: 'tone',
  voices: 'voices',
  places: 'places',
  audience: 'audience',
  changes: 'what happened',
} as const

function toBody(
  content: StoryCard['content'],
  titleOf: (signalId: string) => string,
): { title: string | null; body: PrintedBody } {
  if (content.kind === 'text')
    return { title: null, body: { kind: 'text', blocks: readMarkdown(content.text), source: content.text } }
  if (content.kind === 'image') {
    return { title: null, body: { kind: 'image', imageId: idIn(content.image), alt: content.alt } }
  }
  if (content.kind === 'quote') return { title: null, body: content }
  if (content.kind === 'document') return { title: null, body: content }
  if (content.kind === 'signal')
    return { title: null, body: { kind: 'signal', title: content.title, stage: content.stage ?? 'stage unknown' } }
  if (content.kind === 'number') return { title: titleOf(content.signalId), body: toNumber(content) }
  if (content.kind === 'chart') {
    const chart = toCardChart(content.points, content.measure)
    return { title: titleOf(content.signalId), body: { kind: 'chart', chart } }
  }
  const { section, title, signalId, text, points, rows } = content
  const chart = section === 'tone' || section === 'volume' ? toCardChart(points, measureOf(section)) : null
  return {
    title: `${title || titleOf(signalId)}: ${sectionNames[section]}`,
    body: { kind: 'section', paragraphs: text.split(/\n{2,}/).filter((line) => line !== ''), chart, rows },
  }
}

function measureOf(section: 'tone' | 'volume') {
  return section === 'tone' ? 'tone' : 'documents'
}

function toNumber({ measure, value, low, high }: NumberContent): Extract<PrintedBody, { kind: 'number' }> {
  const formatValue = { documents: number, momentum: (ratio: number) => `× ${ratio.toFixed(2)}`, tone: signedTone }[
    measure
  ]
  const name = { documents: 'Documents', momentum: 'Growth', tone: 'Mean tone' }[measure]
  const isExact = low === null || high === null || low === high
  return {
    kind: 'number',
    name,
    value: value === null ? 'unknown' : formatValue(value),
    note: isExact ? '' : `95% interval ${formatValue(low)} to ${formatValue(high)}`,
    figure: { measure, value, low, high },
  }
}

function idIn(address: string): string {
  return address.slice(address.lastIndexOf('/') + 1)
}

/** `21 November 2026, 08:00 UTC`. */
export function formatMoment(at: string): string {
  return `${formatDay(at)}, ${at.slice(11, 16)} UTC`
}
