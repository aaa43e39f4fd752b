import type { Handlers } from '../../http/handlers.ts'
import { toPageRequest } from '../../kernel/page.ts'
import type { InboxUsecases } from './inbox.usecases.ts'

export type InboxOperations = Pick<Handlers, 'listInbox' | 'markInboxMessage' | 'sendSignalMessage'>

/** The operations of the inbox; each reaches only what was sent to the caller. */
export function createInboxOperations(inbox: InboxUsecases): InboxOperations {
  return {
    listInbox: async ({ query }, { actor }) => ({
      status: 200,
      body: await inbox.list(actor.userId, { ...toPageRequest(query), cursor: query.cursor }),
    }),
    markInboxMessage: async ({ path, body }, { actor }) => ({
      status: 200,
      body: await inbox.mark(actor.userId, path.id, body.read),
    }),
    sendSignalMessage: async ({ body }, { actor, recordSecurityEvent }) => {
      const sent = await inbox.sendSignal(actor, body)
      recordSecurityEvent('signal.shared', { signalId: sent.signalId, recipients: sent.to.map(({ id }) => id) })
      return { status: 200, body: sent }
    },
  }
}
