import type { KoaContextWithOIDC } from 'oidc-provider'
import type { Context } from '../provider/context.ts'
import type { Clock } from '../storage/database.ts'
import type { SecurityEvent, SecurityFact } from './security-event.ts'

/** Tells the operator's log what happened during a request. */
export type ReportSecurity = (ctx: Context, fact: SecurityFact) => void

export interface ReporterOptions {
  onSecurityEvent: ((event: SecurityEvent) => void) | undefined
  clock: Clock
  onError: (error: unknown) => void
}

/** Adds the facts of the request to each event. A log that fails must not fail the sign-in. */
export function createSecurityReporter({ onSecurityEvent, clock, onError }: ReporterOptions): ReportSecurity {
  return (ctx, fact) => {
    if (!onSecurityEvent) return
    // `oidc` is there once the library's own steps have begun.
    const { oidc } = ctx as Partial<KoaContextWithOIDC>
    try {
      onSecurityEvent({
        ...fact,
        at: clock(),
        address: ctx.ip,
        method: ctx.method,
        path: ctx.path.replace(/^\/(auth|interaction)\/[^/]+/, '/$1/…'),
        clientId: oidc?.client?.clientId ?? null,
      })
    } catch (error) {
      onError(error)
    }
  }
}
