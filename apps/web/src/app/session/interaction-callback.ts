import type { StateStore } from 'oidc-client-ts'
import { MESSAGES, SessionError } from './session-errors.ts'

/**
 * Refuses the callback of a provider that answers with an interaction code, as Okta's Identity Engine does where its own
 * library began the sign-in. This app begins none, so there is never a transaction to go on with; the messages say how
 * far it got. An `interaction_required` without such a code is OpenID Connect's own and passes.
 *
 * @throws SessionError
 */
export async function checkInteractionCallback(parameters: URLSearchParams, store: StateStore): Promise<void> {
  const code = parameters.get('interaction_code')
  if (code === null) return
  // The store of the transactions is that of the tokens too.
  const transactions = (await store.getAllKeys()).filter((key) => !key.startsWith('user:'))
  if (transactions.length === 0) refuse('no_transaction')
  if (!transactions.includes(parameters.get('state') ?? '')) refuse('state')
  if (code === '') refuse('interaction_code')
  refuse('unsaved_transaction')
}

function refuse(code: keyof typeof MESSAGES): never {
  throw new SessionError(code, MESSAGES[code])
}
