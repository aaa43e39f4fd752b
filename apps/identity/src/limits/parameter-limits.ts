import { answerRefusal } from '../pages/answer-refusal.ts'
import type { Middleware } from '../provider/context.ts'

/** Maximum length of each parameter in an address; most are stored until the sign-in ends. */
const parameterLengths: Record<string, number> = {
  redirect_uri: 2048,
  post_logout_redirect_uri: 2048,
  resource: 2048,
  claims: 2048,
  id_token_hint: 4096,
  state: 1024,
  scope: 512,
  login_hint: 320,
  logout_hint: 320,
}
const parameterLength = 256

/** Maximum length of the entire query: what a sign-in can store. */
const queryLength = 8192

/** PostgreSQL cannot store NUL, and no other control character is of any use here. */
const control = /\p{Cc}/u

/**
 * Refuses parameters that are longer than any of ours, or contain control characters. The library stores them unchanged,
 * and requests of people, unlike those of programs, carry all of theirs in the address.
 */
export function createParameterStep({ homeUrl }: { homeUrl: string | undefined }): Middleware {
  return async (ctx, next) => {
    const detail = findFault(ctx.querystring, ctx.query)
    if (detail === null) await next()
    else {
      const title = 'Sign-in could not continue'
      answerRefusal(ctx, { status: 400, error: 'invalid_request', title, detail, returnTo: homeUrl })
    }
  }
}

function findFault(text: string, query: Readonly<Record<string, string | string[] | undefined>>): string | null {
  if (text.length > queryLength) return `The address is longer than ${queryLength} characters.`
  for (const [name, value] of Object.entries(query)) {
    const length = parameterLengths[name] ?? parameterLength
    for (const each of [value].flat()) {
      if (each === undefined) continue
      if (control.test(name) || control.test(each)) return 'The address contains a control character.'
      // These names are safe to repeat; any other name is the caller's text, of any length.
      if (each.length > length)
        return name in parameterLengths || /^[a-z_]{1,32}$/.test(name)
          ? `The parameter ${name} is longer than ${length} characters.`
          : `A parameter is longer than ${length} characters.`
    }
  }
  return null
}
