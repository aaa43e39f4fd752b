import type {
  PostedComment,
  CommentChanges,
  CommentedKind,
  CommentInput,
  CommentPage,
  CommentPerson,
  CommentReply,
} from '@auspex/sdk/types'
import { type Actor, hasRole } from '../../../kernel/actor.ts'
import { type PageRequest, toPageInfo } from '../../../kernel/page.ts'
import { runForTenant } from '../../../kernel/work.ts'
import { findViewer, requireModules } from '../../people/index.ts'
import {
  cardWithoutStory,
  commentIdDoesNotFit,
  commentNotFound,
  commentOfOthers,
  commentsTooFast,
  isInaccessible,
  itemIdsWithoutKind,
  mentionCannotRead,
  mentionUnknown,
  tooManyComments,
  tooManyMentions,
} from '../writing.errors.ts'
import { announce } from './announce-comments.ts'
import {
  createCommentsRepository,
  type Discussion,
  limits,
  type NewComment,
  type StoredComment,
  type Subject,
} from './comments.repository.ts'
import { canRead, type CommentDependencies, findSubject, mentionedIds, moduleOf, pathOf } from './subjects.ts'

const prefixes: Readonly<Record<CommentedKind, string>> = { signal: 'sig_', story: 'st_', document: 'doc_' }
const allKinds: readonly CommentedKind[] = ['signal', 'story', 'document']

const maxMentions = 20
interface ListInput {
  kind: CommentedKind | null
  itemIds: readonly string[] | null
  isResolved: boolean | null
  page: PageRequest
}

/** Throws `comments.ids_without_kind`, and the error of the first thing if none of them can be read. */
export async function listComments(
  { kind, itemIds, isResolved, page }: ListInput,
  actor: Actor,
  deps: CommentDependencies,
): Promise<CommentPage> {
  if ((kind === null) !== (itemIds === null)) throw itemIdsWithoutKind()
  const readableIds = kind === null || itemIds === null ? null : await filterReadable(kind, itemIds, actor, deps)
  const { off } = await deps.access.find(actor.userId)
  const kinds = allKinds.filter((each) => (kind === null || each === kind) && !off.has(moduleOf[each]))
  const repository = createCommentsRepository(deps.database)
  const filter = { kinds, itemIds: readableIds, isResolved }
  const { items, total, open } = await repository.list(await findViewer(actor, deps), filter, page)
  const discussions = await repository.read(await withoutGone(items, deps))
  return { items: await present(discussions, deps), open, page: toPageInfo(page, total) }
}

/** Those of the things that the person may read. */
async function filterReadable(
  kind: CommentedKind,
  itemIds: readonly string[],
  actor: Actor,
  deps: CommentDependencies,
): Promise<string[]> {
  // one look-up for a whole page of documents
  if (kind === 'document' && itemIds.length > 1) return [...itemIds]
  const readable: string[] = []
  let refusal: unknown = null
  for (const itemId of itemIds)
    try {
      await findSubject({ kind, itemId, cardId: null }, actor, deps)
      readable.push(itemId)
    } catch (error) {
      if (!isInaccessible(error)) throw error
      refusal ??= error
    }
  if (readable.length === 0) throw refusal
  return readable
}

/** Without comments about documents that were deleted; a job deletes these. */
async function withoutGone(
  comments: readonly StoredComment[],
  { documents }: CommentDependencies,
): Promise<StoredComment[]> {
  const ids = comments.filter(({ kind }) => kind === 'document').map(({ itemId }) => itemId)
  if (ids.length === 0) return [...comments]
  const existingIds = new Set(
    (await documents.getDocuments([...new Set(ids)], { withoutTone: null })).map(({ documentId }) => documentId),
  )
  return comments.filter(({ kind, itemId }) => kind !== 'document' || existingIds.has(itemId))
}

/** Throws `comments.not_found` and `module.off`. */
export async function getComment(id: string, actor: Actor, deps: CommentDependencies): Promise<PostedComment> {
  return presentOne(await requireComment(id, actor, deps), deps)
}

/** Throws the errors of `findSubject` and of mentions, `comments.too_fast` and `comments.too_many`. */
export async function createComment(
  { kind, itemId, cardId = null, signalId = null, text }: CommentInput,
  actor: Actor,
  deps: CommentDependencies,
): Promise<PostedComment> {
  if (!itemId.startsWith(prefixes[kind])) throw commentIdDoesNotFit(prefixes[kind])
  if (kind !== 'story' && cardId !== null) throw cardWithoutStory()
  const subject = { kind, itemId, cardId }
  const title = (await findSubject(subject, actor, deps)).slice(0, 4000)
  const context = kind === 'document' ? signalId : null
  const id = await write({ ...subject, parentId: null, signalId: context, title, text }, actor, deps)
  return getComment(id, actor, deps)
}

/** Throws `comments.not_found`, `comments.too_fast`, `comments.too_many` and the errors of mentions. */
export async function addReply(
  { id, text }: { id: string; text: string },
  actor: Actor,
  deps: CommentDependencies,
): Promise<CommentReply> {
  const { kind, itemId, cardId, signalId, title } = await requireComment(id, actor, deps)
  const replyId = await write({ kind, itemId, cardId, signalId, title, parentId: id, text }, actor, deps)
  return presentReply(await requireReply({ id, replyId }, actor, deps), deps)
}

async function write(
  comment: Omit<NewComment, 'id' | 'organizationId' | 'authorId' | 'mentionIds' | 'createdAt'>,
  actor: Actor,
  deps: CommentDependencies,
): Promise<string> {
  const { database, clock, createId } = deps
  const id = createId('cm')
  const mentionIds = await checkMentions(comment, actor, deps)
  const result = await createCommentsRepository(database).insert(await findViewer(actor, deps), {
    ...comment,
    id,
    organizationId: actor.organizationId,
    authorId: actor.userId,
    createdAt: clock.now(),
    mentionIds,
  })
  if (result === 'too-fast') throw commentsTooFast(limits.perMinute)
  if (result === 'too-many')
    throw tooManyComments(comment.parentId !== null, comment.parentId === null ? limits.perItem : limits.replies)
  if (result === 'gone') throw commentNotFound()
  await announceLater(id, deps)
  return id
}

/** A comment is stored even if nobody could be notified: a job repeats that. */
async function announceLater(id: string, deps: CommentDependencies): Promise<void> {
  await runForTenant(null, () => announce(id, deps)).catch((error: unknown) => {
    deps.log.warn({ err: error, commentId: id }, 'a comment could not be announced and will be retried')
  })
}

/** Throws `comments.too_many_mentions`, `comments.mention_unknown` and `comments.mention_cannot_read`. */
async function checkMentions(
  { text, ...subject }: Subject & { text: string },
  { userId, organizationId }: Actor,
  deps: CommentDependencies,
): Promise<string[]> {
  const ids = mentionedIds(text)
  if (ids.length > maxMentions) throw tooManyMentions(maxMentions)
  const others = ids.filter((id) => id !== userId)
  if (others.length === 0) return ids
  const colleagues = organizationId === null ? [] : await deps.people.findColleagues(organizationId, others)
  if (colleagues.length < others.length) throw mentionUnknown()
  const blind: string[] = []
  for (const { id, name, email } of colleagues)
    if (!(await canRead(subject, { userId: id, organizationId }, deps))) blind.push(name ?? email ?? 'A colleague')
  if (blind.length > 0) throw mentionCannotRead(blind)
  return ids
}

/** Throws `comments.not_found`, `comments.not_yours`, `module.off` and the errors of mentions. */
export async function updateComment(
  { id, text, resolved }: CommentChanges & { id: string },
  actor: Actor,
  deps: CommentDependencies,
): Promise<PostedComment> {
  const comment = await requireComment(id, actor, deps)
  if (text !== undefined) await updateText(comment, text, actor, deps)
  if (resolved !== undefined) {
    const change = { isResolved: resolved, at: deps.clock.now() }
    const repository = createCommentsRepository(deps.database)
    if (!(await repository.resolve(await findViewer(actor, deps), id, change))) throw commentNotFound()
  }
  return getComment(id, actor, deps)
}

/** Throws as `updateComment` does. */
export async function updateReply(
  { id, replyId, text }: { id: string; replyId: string; text: string },
  actor: Actor,
  deps: CommentDependencies,
): Promise<CommentReply> {
  await updateText(await requireReply({ id, replyId }, actor, deps), text, actor, deps)
  return presentReply(await requireReply({ id, replyId }, actor, deps), deps)
}

async function updateText(stored: StoredComment, text: string, actor: Actor, deps: CommentDependencies): Promise<void> {
  if (stored.deletedAt !== null) throw commentNotFound()
  if (stored.authorId !== actor.userId) throw commentOfOthers()
  if (stored.text === text) return
  const mentionIds = await checkMentions({ ...stored, text }, actor, deps)
  const change = { text, mentionIds, at: deps.clock.now() }
  const own = { id: stored.id, authorId: actor.userId }
  if (!(await createCommentsRepository(deps.database).updateText(own, change))) throw commentNotFound()
  await announceLater(stored.id, deps)
}

/** Throws `comments.not_found`, `comments.not_yours` and `module.off`. */
export async function deleteComment(
  { id, replyId = null }: { id: string; replyId?: string | null },
  actor: Actor,
  deps: CommentDependencies,
): Promise<void> {
  const comment =
    replyId === null ? await requireComment(id, actor, deps) : await requireReply({ id, replyId }, actor, deps)
  if (comment.authorId !== actor.userId && !hasRole(actor, 'godmode')) throw commentOfOthers()
  const repository = createCommentsRepository(deps.database)
  if (!(await repository.remove(await findViewer(actor, deps), comment, deps.clock.now()))) throw commentNotFound()
}

async function requireStored(id: string, actor: Actor, deps: CommentDependencies): Promise<StoredComment> {
  const comment = await createCommentsRepository(deps.database).find(await findViewer(actor, deps), id)
  if (comment === null) throw commentNotFound()
  await requireModules(deps.access, actor.userId, [moduleOf[comment.kind]])
  if ((await withoutGone([comment], deps)).length === 0) throw commentNotFound()
  return comment
}

async function requireComment(id: string, actor: Actor, deps: CommentDependencies): Promise<StoredComment> {
  const comment = await requireStored(id, actor, deps)
  if (comment.parentId !== null) throw commentNotFound()
  return comment
}

async function requireReply(
  { id, replyId }: { id: string; replyId: string },
  actor: Actor,
  deps: CommentDependencies,
): Promise<StoredComment> {
  const reply = await requireStored(replyId, actor, deps)
  if (reply.parentId !== id) throw commentNotFound()
  return reply
}

async function presentOne(comment: StoredComment, deps: CommentDependencies): Promise<PostedComment> {
  const [shown] = await present(await createCommentsRepository(deps.database).read([comment]), deps)
  if (shown === undefined) throw commentNotFound()
  return shown
}

async function presentReply(reply: StoredComment, deps: CommentDependencies): Promise<CommentReply> {
  const [shown] = await present([{ comment: reply, replies: [reply], changes: [] }], deps)
  const [presented] = shown?.replies ?? []
  if (presented === undefined) throw commentNotFound()
  return presented
}

/** Comments with the names of everybody in them. */
async function present(discussions: readonly Discussion[], { people }: CommentDependencies): Promise<PostedComment[]> {
  const ids = discussions.flatMap(({ comment, replies, changes }) => [
    ...[comment, ...replies].flatMap(({ authorId, text }) => [authorId, ...mentionedIds(text)]),
    comment.resolvedBy,
    ...changes.map(({ by }) => by),
  ])
  const peopleById = await people.find([...new Set(ids.filter((id) => id !== null))])
  const personOf = (id: string | null): CommentPerson => (id === null ? null : (peopleById.get(id) ?? null))
  const wordsOf = ({ id, authorId, text, createdAt, editedAt }: StoredComment) => ({
    id,
    author: personOf(authorId),
    text,
    mentions: mentionedIds(text).flatMap((mentioned) => {
      const person = peopleById.get(mentioned)
      return person === undefined ? [] : [{ id: mentioned, name: person.name ?? person.email ?? 'A colleague' }]
    }),
    createdAt: createdAt.toISOString(),
    editedAt: editedAt?.toISOString() ?? null,
  })
  return discussions.map(({ comment, replies, changes }) => ({
    ...wordsOf(comment),
    kind: comment.kind,
    itemId: comment.itemId,
    cardId: comment.cardId,
    title: comment.title,
    path: pathOf(comment),
    deletedAt: comment.deletedAt?.toISOString() ?? null,
    resolvedAt: comment.resolvedAt?.toISOString() ?? null,
    resolvedBy: personOf(comment.resolvedBy),
    changes: changes.map(({ change, by, at }) => ({ change, by: personOf(by), at: at.toISOString() })),
    replies: replies.map(wordsOf),
  }))
}
