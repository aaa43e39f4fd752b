import type { CommentedKind } from '@auspex/sdk/types'
import { createJob, type Job, type Queue } from '../../../adapters/jobs/jobs.port.ts'
import { createCommentsRepository, type StoredComment } from './comments.repository.ts'
import { canRead, type CommentDependencies, type CommentMessage, mentionedIds, pathOf, withNames } from './subjects.ts'

const maxTitle = 200
const maxMessage = 4000

/**
 * Tells those whom a comment mentions, and those who wrote in the same discussion, if they may read it now. Safe to repeat: nobody is told twice. An
 * edited comment is only for whom it newly mentions.
 */
export async function announce(id: string, deps: CommentDependencies): Promise<void> {
  const { database, people, deliver, clock } = deps
  const repository = createCommentsRepository(database)
  const discussion = await repository.findDiscussion(id)
  if (discussion === null) return
  const { comment, all } = discussion
  const { authorId, organizationId, editedAt, parentId, title } = comment
  const mentioned = mentionedIds(comment.text)
  const writers = parentId === null || editedAt !== null ? [] : all.flatMap((one) => one.authorId ?? [])
  const others = [...new Set([...mentioned, ...writers])].filter((one) => one !== authorId)
  const peopleById = await people.find([...others, ...(authorId === null ? [] : [authorId])])
  const nameOf = (personId: string | null) => {
    const person = personId === null ? undefined : peopleById.get(personId)
    return person?.name ?? person?.email ?? 'A colleague'
  }
  const colleagues = organizationId === null ? [] : await people.findColleagues(organizationId, others)
  const messages: CommentMessage[] = []
  for (const { id: recipientId } of colleagues)
    if (await canRead(comment, { userId: recipientId, organizationId }, deps))
      messages.push({
        recipientId,
        senderId: authorId,
        kind: 'comment',
        signalId: comment.kind === 'signal' ? comment.itemId : null,
        title: `${nameOf(authorId)} ${mentioned.includes(recipientId) ? 'mentioned you' : 'replied'}: ${shorten(title)}`,
        message: withNames(comment.text, nameOf).slice(0, maxMessage),
        alert: null,
        path: pathOf(rootOf(comment, all)),
        occasion: `comment:${id}`,
      })
  await deliver(messages)
  await repository.markAnnounced(id, clock.now())
}

function rootOf(comment: StoredComment, all: readonly StoredComment[]): StoredComment {
  return all.find(({ id }) => id === comment.parentId) ?? comment
}

function shorten(title: string): string {
  return title.length <= maxTitle ? title : `${title.slice(0, maxTitle - 1)}…`
}

const announceQueue: Queue = { name: 'comments-unannounced', isExclusive: true, schedule: '* * * * *' }
const sweepQueue: Queue = { name: 'comments-of-deleted', isExclusive: true, schedule: '37 * * * *', pollSeconds: 60 }

/** Longer than a request takes to announce its own. */
const graceMs = 60_000
const batch = 200

/** Announces comments whose server stopped before it could, and deletes those about what no longer exists. */
export function createCommentJobs(deps: CommentDependencies): Job[] {
  return [
    createJob({
      queue: announceQueue,
      run: async (_, { signal }) => {
        const before = new Date(deps.clock.now().getTime() - graceMs)
        await announceMissed(before, deps, signal)
      },
    }),
    createJob({ queue: sweepQueue, run: async (_, { signal }) => void (await sweepComments(deps, signal)) }),
  ]
}

/** Announces what was written before a time and not announced. One that fails is tried again in the next minute, and keeps no other waiting. */
export async function announceMissed(before: Date, deps: CommentDependencies, signal: AbortSignal): Promise<void> {
  const repository = createCommentsRepository(deps.database)
  for (let after = ''; ;) {
    const missed = await repository.listUnannounced(before, after, batch)
    for (const { id } of missed) {
      if (signal.aborted) return
      await announce(id, deps).catch((error: unknown) =>
        deps.log.error({ err: error, commentId: id }, 'a comment could not be announced'),
      )
    }
    if (missed.length < batch) return
    after = missed.at(-1)?.id ?? ''
  }
}

/**
 * Deletes the comments about documents and signals that no longer exist. They are looked up, because documents are deleted in many ways, and may be in
 * another database. Nothing is deleted while a part of the library does not answer.
 */
export async function sweepComments(deps: CommentDependencies, signal?: AbortSignal): Promise<number> {
  const { database, documents, signals, log } = deps
  if ((await documents.findAnswering()) !== null) return 0
  const findExisting: Readonly<Record<Exclude<CommentedKind, 'story'>, (ids: readonly string[]) => Promise<string[]>>> =
    {
      document: async (ids) =>
        (await documents.getDocuments(ids, { withoutTone: null })).map(({ documentId }) => documentId),
      signal: async (ids) => [...(await signals.findTitles(ids)).keys()],
    }
  const repository = createCommentsRepository(database)
  let deleted = 0
  for (const kind of ['document', 'signal'] as const)
    for (let after = ''; ;) {
      if (signal?.aborted === true) return deleted
      const ids = await repository.listItems(kind, after, batch)
      const existing = new Set(ids.length === 0 ? [] : await findExisting[kind](ids))
      deleted += await repository.removeOf(
        kind,
        ids.filter((id) => !existing.has(id)),
      )
      if (ids.length < batch) break
      after = ids.at(-1) ?? ''
    }
  if (deleted > 0) log.info({ deleted }, 'comments about deleted documents and signals were deleted')
  return deleted
}
