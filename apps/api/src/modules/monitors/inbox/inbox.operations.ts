import type { Handlers } from '../../../http/handlers.ts'
import { toPageRequest } from '../../../kernel/page.ts'
import { type InboxDependencies, listInbox, markMessage, sendSignal } from './inbox.usecases.ts'

/** The operations of the inbox; each reaches only what was sent to the caller. */
export function createInboxOperations(deps: InboxDependencies) {
  return {
    listInbox: async ({ query }, { actor }) => ({
      status: 200,
      body: await listInbox({ ...toPageRequest(query), cursor: query.cursor }, actor, deps),
    }),
    markInboxMessage: async ({ path, body }, { actor }) => ({
      status: 200,
      body: await markMessage({ id: path.id, isRead: body.read }, actor, deps),
    }),
    sendSignalMessage: async ({ body }, { actor, recordSecurityEvent }) => {
      const sent = await sendSignal(body, actor, deps)
      recordSecurityEvent('signal.shared', { signalId: sent.signalId, recipients: sent.to.map(({ id }) => id) })
      return { status: 200, body: sent }
    },
  } satisfies Partial<Handlers>
}
