import type { CardContent, ChartCard, NumberCard, StoryCard } from '@auspex/sdk'
import { formatCompact, formatCount, formatRatio, formatShare, formatTone } from '../../../lib/numbers/format.ts'
import { sectionWords } from '../../../lib/words/words.ts'

/** The names of the kinds of cards on screens. */
export const kindWords: Record<CardContent['kind'], string> = {
  text: 'Text',
  chart: 'Chart',
  number: 'Number',
  quote: 'Quote',
  document: 'Document',
  signal: 'Signal',
  image: 'Picture',
  section: 'Section',
}

interface MeasureWords {
  readonly name: string
  readonly format: (value: number) => string
  /** For an axis, where space is limited. */
  readonly formatShort: (value: number) => string
}

/** A mean of several days has a fraction, unlike a count. */
const formatPrecise = (value: number): string =>
  Number.isInteger(value) || value >= 100
    ? formatCount(Math.round(value))
    : value.toLocaleString('en', { maximumFractionDigits: 1 })

export const chartWords: Record<ChartCard['measure'], MeasureWords> = {
  documents: { name: 'Documents a day', format: formatPrecise, formatShort: formatCompact },
  share: { name: 'Share of all documents', format: formatShare, formatShort: formatShare },
  tone: { name: 'Mean tone', format: formatTone, formatShort: formatTone },
  attention: { name: 'Page views a day', format: formatPrecise, formatShort: formatCompact },
}

export const numberWords: Record<NumberCard['measure'], MeasureWords & { readonly noun: string }> = {
  documents: { name: 'Documents', noun: 'documents', format: formatCount, formatShort: formatCompact },
  momentum: { name: 'Growth', noun: 'growth', format: formatRatio, formatShort: formatRatio },
  tone: { name: 'Mean tone', noun: 'mean tone', format: formatTone, formatShort: formatTone },
}

/** A short name of a card, for lists, announcements and slides: `Growth: “oat milk”`. */
export const nameOf = ({ caption, content }: StoryCard): string => {
  const words = caption ?? gistOf(content)
  return words === '' ? kindWords[content.kind] : cut(words)
}

const gistOf = (content: CardContent): string => {
  switch (content.kind) {
    case 'text':
      return content.text.replaceAll(/[#*_`>[\]]/g, '').trim()
    case 'chart':
      return ofSignal(chartWords[content.measure].name, content.title)
    case 'number':
      return ofSignal(numberWords[content.measure].name, content.title)
    case 'quote':
      return `“${content.text}”`
    case 'document':
    case 'signal':
      return content.title
    case 'image':
      return content.alt
    case 'section':
    default:
      return `${sectionWords[content.section]}: ${content.title}`
  }
}

const ofSignal = (words: string, title: string | undefined): string =>
  title === undefined ? words : `${words}: ${title}`

const maxLetters = 60

const cut = (words: string): string => {
  const line = words.split('\n', 1)[0] ?? ''
  return line.length > maxLetters ? `${line.slice(0, maxLetters - 1).trimEnd()}…` : line
}

/** Whether the card shows a measurement, and so can be live or frozen. */
export const isMeasured = ({ kind }: CardContent): boolean =>
  kind === 'chart' || kind === 'number' || kind === 'signal' || kind === 'section'
