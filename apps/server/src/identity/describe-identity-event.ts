import type { SecurityEvent } from '@auspex/api'
import type { SecurityEvent as IdentityEvent } from '@auspex/identity'

/** First parts of the provider's paths. Any other path is what a stranger typed. */
const ownPaths = new Set(['.well-known', 'account', 'auth', 'interaction', 'jwks', 'me', 'session', 'token'])

/** An event of the embedded provider as the security log takes it. */
export function describeIdentityEvent({
  name,
  at,
  address,
  method,
  path,
  clientId,
  ...fact
}: IdentityEvent): SecurityEvent {
  const { accountId = null, ...facts } = 'accountId' in fact ? fact : { ...fact, accountId: null }
  const [first = ''] = path.split('/').filter(Boolean)
  const operation = `${method} /${ownPaths.has(first) ? first : '…'}`
  return { name, at: new Date(at), address, clientId, accountId, operation, facts }
}
