import type { CardContent } from '@auspex/sdk/types'
import { CodedError } from '../../../kernel/errors.ts'
import type { DocumentsModule } from '../../library/index.ts'
import { isMeasured, type MeasureCard, type MeasuredContent } from './measure-card.ts'
import { documentNotFound, pictureNotFound, quoteDiffers } from '../writing.errors.ts'
import type { StoredCard, RequestedCard } from './stories.types.ts'

/** A card ready for storage, except for the revision that writes it. */
export type SettledCard = Omit<StoredCard, 'revision'>

interface CardValues {
  content: CardContent
  asOf: Date | null
  deletion: StoredCard['deletion']
}

export interface SettleDependencies {
  measure: MeasureCard
  documents: DocumentsModule
  /** Whether documents are demo documents. */
  isDemo: () => Promise<boolean>
  /** Whether the story has the picture at a URL. */
  hasPicture: (address: string) => Promise<boolean>
}

interface SettleInput {
  requested: RequestedCard
  /** The story's current and earlier cards with this id, the current one first. */
  previousCards: readonly StoredCard[]
  /** JSON pointer of its content in the request. */
  pointer: string
}

/**
 * Fills in the content of a card. Measured values are never taken from the request: a card that stays frozen keeps its stored values, and any other
 * is measured now, so that every number of a story comes from a report.
 */
export async function settleCard(
  { requested, previousCards, pointer }: SettleInput,
  deps: SettleDependencies,
): Promise<SettledCard> {
  const before = previousCards.find(({ content }) => subjectOf(content) === subjectOf(requested.content))
  const { content } = requested
  if (isMeasured(content)) return { ...requested, ...(await settleMeasured({ ...requested, content }, before, deps)) }
  const settled = before?.content ?? (await settleWords(content, pointer, deps))
  return { ...requested, content: settled, asOf: null, deletion: before?.deletion ?? null }
}

/** Whether a card is requested exactly as stored, so that nothing has to be looked up or written. */
export function isUnchanged(requested: RequestedCard, stored: StoredCard): boolean {
  return (
    stored.caption === requested.caption &&
    stored.frozen === requested.frozen &&
    subjectOf(stored.content) === subjectOf(requested.content)
  )
}

async function settleMeasured(
  { content, frozen }: { content: MeasuredContent; frozen: boolean },
  before: StoredCard | undefined,
  { measure }: SettleDependencies,
): Promise<CardValues> {
  const storedValues = before && { content: before.content, asOf: before.asOf, deletion: before.deletion }
  if (storedValues !== undefined && before?.frozen === true && frozen) return storedValues
  try {
    return { ...(await measure(content)), deletion: null }
  } catch (error) {
    // an existing card keeps its last values when its signal was deleted; a new one is refused
    if (storedValues === undefined || !(error instanceof CodedError) || error.code === 'module.off') throw error
    return storedValues
  }
}

async function settleWords(
  content: Exclude<CardContent, MeasuredContent>,
  pointer: string,
  { documents, isDemo, hasPicture }: SettleDependencies,
): Promise<CardContent> {
  if (content.kind === 'text') return content
  if (content.kind === 'image') {
    if (!(await hasPicture(content.image))) throw pictureNotFound()
    return content
  }
  const [document] = await documents.getDocuments([content.documentId], { withoutTone: null })
  // real and demo documents are never shown together
  if (document === undefined || (document.sourceKey === 'demo') !== (await isDemo())) throw documentNotFound()
  if (content.kind === 'document') return { ...content, title: document.title, url: document.url }
  if (!isQuoted(content.text, [document.title, document.body ?? ''])) throw quoteDiffers(`${pointer}/text`)
  return content
}

/** Whether one of the texts contains the words. Ignores line breaks and the ellipses of shortened passages. */
function isQuoted(words: string, texts: readonly string[]): boolean {
  const collapseSpace = (text: string) => text.replaceAll(/\s+/gu, ' ').trim()
  const quoted = collapseSpace(words.replaceAll(/^[\s…]+|[\s…]+$/gu, ''))
  return quoted !== '' && texts.some((text) => collapseSpace(text).includes(quoted))
}

/** The subject of a card, without measured or looked-up values. */
function subjectOf(content: CardContent): string {
  return JSON.stringify([content.kind, ...namesOf(content)])
}

function namesOf(content: CardContent): string[] {
  if (content.kind === 'text') return [content.text]
  if (content.kind === 'signal') return [content.signalId]
  if (content.kind === 'section') return [content.signalId, content.section]
  if (content.kind === 'quote') return [content.documentId, content.text]
  if (content.kind === 'document') return [content.documentId]
  if (content.kind === 'image') return [content.image, content.alt]
  return [content.signalId, content.measure]
}
