import type { Context } from '../provider/context.ts'
import { renderErrorPage } from './error-page.ts'
import { createPageHeaders } from './security-headers.ts'
import { readTheme } from './theme.ts'

export interface Refusal {
  status: number
  /** An OAuth error code (RFC 6749), for programs. */
  error: string
  title: string
  detail: string
  returnTo?: string | null | undefined
}

/** Refuses a request before the library handles it: a page for people, JSON for programs, distinguished as the library does. */
export function answerRefusal(ctx: Context, { status, error, title, detail, returnTo }: Refusal): void {
  ctx.set(createPageHeaders())
  ctx.status = status
  if (ctx.accepts('json', 'html') === 'html') {
    ctx.type = 'html'
    ctx.body = renderErrorPage({ title, detail, returnTo, theme: readTheme(ctx) })
  } else ctx.body = { error, error_description: detail }
}
