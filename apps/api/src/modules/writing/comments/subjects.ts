import type { CommentedKind } from '@auspex/sdk/types'
import type { Database } from '../../../adapters/database/database.port.ts'
import type { Person } from '../../../kernel/actor.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { CreateId } from '../../../kernel/ids.ts'
import type { Logger } from '../../../kernel/logger.ts'
import { runForTenant } from '../../../kernel/work.ts'
import type { DocumentsModule } from '../../library/index.ts'
import { type AccessReader, type Groups, type People, requireModules } from '../../people/index.ts'
import type { Signals } from '../../reports/index.ts'
import type { Stories } from '../stories/stories.module.ts'
import { cardNotFound, commentedDocumentNotFound, isInaccessible } from '../writing.errors.ts'
import type { StoredComment, Subject } from './comments.repository.ts'

/** A comment for somebody whom it mentions, or who wrote in the same discussion. */
export interface CommentMessage {
  recipientId: string
  senderId: string | null
  kind: 'comment'
  signalId: string | null
  title: string
  message: string
  alert: null
  path: string
  /** Two messages of the same occasion to one person are one. */
  occasion: string
}

/** Delivers messages to the inbox and by email, as each recipient chose, once for each occasion. */
export type DeliverMessages = (messages: readonly CommentMessage[]) => Promise<void>

export interface CommentDependencies {
  database: Database
  documents: DocumentsModule
  signals: Signals
  stories: Stories
  people: People
  groups: Groups
  access: AccessReader
  deliver: DeliverMessages
  clock: Clock
  createId: CreateId
  log: Logger
}

/** The module that a person needs to read comments about a kind of thing. */
export const moduleOf: Readonly<Record<CommentedKind, string>> = {
  signal: 'signals',
  story: 'stories',
  document: 'signals',
}
const mention = /@\[(usr_[a-z0-9]{1,40})\]/g

/** Ids of the people whom a text mentions, each once. */
export function mentionedIds(text: string): string[] {
  return [...new Set(Array.from(text.matchAll(mention), ([, id = '']) => id))]
}

/** The text with the names of those whom it mentions. */
export function withNames(text: string, nameOf: (id: string) => string): string {
  return text.replaceAll(mention, (_, id: string) => `@${nameOf(id)}`)
}

/**
 * The title of what a comment is about, for a person who may read it. Throws `module.off`, and the error of the thing that is not found, also if it
 * belongs to another organization.
 */
export async function findSubject(
  { kind, itemId, cardId }: Subject,
  person: Person,
  { access, signals, stories, documents }: CommentDependencies,
): Promise<string> {
  await requireModules(access, person.userId, [moduleOf[kind]])
  switch (kind) {
    case 'signal':
      return signals.findTitle(itemId)
    case 'story': {
      const { displayTitle, cards } = await stories.find(person, itemId)
      if (cardId !== null && !cards.some(({ id }) => id === cardId)) throw cardNotFound()
      return displayTitle
    }
    case 'document':
    default: {
      const [document] = await documents.getDocuments([itemId], { withoutTone: null })
      if (document === undefined) throw commentedDocumentNotFound()
      return document.title || document.outlet
    }
  }
}

/** Whether a person may read what a comment is about, as they may at this moment. */
export async function canRead(subject: Subject, person: Person, deps: CommentDependencies): Promise<boolean> {
  try {
    // a card that was deleted is no reason: the rest of the story is there
    await runForTenant(person, () => findSubject({ ...subject, cardId: null }, person, deps))
    return true
  } catch (error) {
    if (isInaccessible(error)) return false
    throw error
  }
}

/** Where the app shows a comment. */
export function pathOf({ id, kind, itemId, signalId }: StoredComment): string {
  switch (kind) {
    case 'signal':
      return `/signals/${itemId}?comments=${id}`
    case 'story':
      return `/stories/${itemId}?comments=${id}`
    case 'document':
    default:
      return signalId === null
        ? `/comments?comments=${id}`
        : `/signals/${signalId}?docs=all&ids=${itemId}&doc=${itemId}&comments=${id}`
  }
}
