import type { KoaContextWithOIDC } from 'oidc-provider'
import type { Context } from '../provider/context.ts'
import type { Clock } from '../storage/database.ts'
import type { SecurityEvent, SecurityFact } from './security-event.ts'

/** Writes what happened during a request to the operator's log. */
export type ReportSecurity = (ctx: Context, fact: SecurityFact) => void

export interface ReporterOptions {
  onSecurityEvent: ((event: SecurityEvent) => void) | undefined
  clock: Clock
  onError: (error: unknown) => void
}

/** Adds the request's facts to each event. A failing log must not make the sign-in fail. */
export function createSecurityReporter({ onSecurityEvent, clock, onError }: ReporterOptions): ReportSecurity {
  return (ctx, fact) => {
    if (!onSecurityEvent) return
    // `oidc` is set once the library's own steps have started.
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
