import { createClient } from '@auspex/sdk'
import { createSession } from '@auspex/sdk/auth/browser'

const { auspex = '', clientId = '' } = document.querySelector<HTMLElement>('#root')?.dataset ?? {}

/** At module level: a session that React created would exist twice, and renew with the same token twice. */
export const session = createSession({
  issuer: `${auspex}/identity`,
  clientId,
  scopes: ['openid', 'profile', 'email', 'read', 'write'],
  callbackPath: '/signed-in',
})

export const client = createClient({
  baseUrl: `${auspex}/api`,
  assistantUrl: `${auspex}/assistant`,
  auth: session.auth,
})
