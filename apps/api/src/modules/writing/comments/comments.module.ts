import type { Handlers } from '../../../http/handlers.ts'
import { toPageRequest } from '../../../kernel/page.ts'
import { createCommentJobs } from './announce-comments.ts'
import {
  addReply,
  createComment,
  deleteComment,
  getComment,
  listComments,
  updateComment,
  updateReply,
} from './comments.usecases.ts'
import type { CommentDependencies } from './subjects.ts'

/** What people of an organization write about signals, stories, cards and documents. */
export function createCommentsModule(deps: CommentDependencies) {
  return { operations: createCommentsOperations(deps), jobs: createCommentJobs(deps) }
}

/** The operations of comments. Each reaches those of the caller's organization about what the caller may read. */
function createCommentsOperations(deps: CommentDependencies) {
  return {
    listComments: async ({ query }, { actor }) => {
      const { kind = null, itemIds = null, resolved: isResolved = null } = query
      const input = { kind, itemIds, isResolved, page: toPageRequest(query) }
      return { status: 200, body: await listComments(input, actor, deps) }
    },

    createComment: async ({ body }, { actor }) => ({ status: 200, body: await createComment(body, actor, deps) }),

    getComment: async ({ path }, { actor }) => ({ status: 200, body: await getComment(path.id, actor, deps) }),

    updateComment: async ({ path: { id }, body }, { actor }) => ({
      status: 200,
      body: await updateComment({ ...body, id }, actor, deps),
    }),

    deleteComment: async ({ path: { id } }, { actor }) => {
      await deleteComment({ id }, actor, deps)
      return { status: 200, body: { id, deleted: true } }
    },

    addCommentReply: async ({ path: { commentId: id }, body: { text } }, { actor }) => ({
      status: 200,
      body: await addReply({ id, text }, actor, deps),
    }),

    updateCommentReply: async ({ path: { commentId: id, replyId }, body: { text } }, { actor }) => ({
      status: 200,
      body: await updateReply({ id, replyId, text }, actor, deps),
    }),

    deleteCommentReply: async ({ path: { commentId: id, replyId } }, { actor }) => {
      await deleteComment({ id, replyId }, actor, deps)
      return { status: 200, body: { id: replyId, deleted: true } }
    },
  } satisfies Partial<Handlers>
}
