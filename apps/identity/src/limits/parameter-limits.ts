import { answerRefusal } from '../pages/answer-refusal.ts'
import type { Middleware } from '../provider/context.ts'

/** Maximum lengths of parameters; most are stored until the sign-in ends. A map, because a caller may name a parameter `constructor`. */
const maxLengths: ReadonlyMap<string, number> = new Map([
  ['redirect_uri', 2048],
  ['post_logout_redirect_uri', 2048],
  ['resource', 2048],
  ['claims', 2048],
  ['id_token_hint', 4096],
  ['state', 1024],
  ['scope', 512],
  ['login_hint', 320],
  ['logout_hint', 320],
])
const defaultMaxLength = 256

/** Maximum length of the entire query string, and so of what one sign-in can store. */
const maxQueryLength = 8192

/** PostgreSQL cannot store NUL, and no valid parameter contains any other control character. */
const controlCharacter = /\p{Cc}/u

/**
 * Refuses query parameters that are too long or contain control characters: the library stores them unchanged, before anyone has signed in. Only
 * the query is checked, because a sign-in in a browser sends all its parameters there.
 */
export function createParameterStep({ homeUrl }: { homeUrl: string | undefined }): Middleware {
  return async (ctx, next) => {
    const detail = findProblem(ctx.querystring, ctx.query)
    if (detail === null) await next()
    else {
      const title = 'Sign-in could not continue'
      answerRefusal(ctx, { status: 400, error: 'invalid_request', title, detail, returnTo: homeUrl })
    }
  }
}

function findProblem(
  queryString: string,
  query: Readonly<Record<string, string | string[] | undefined>>,
): string | null {
  if (queryString.length > maxQueryLength)
    return `The address has more than ${maxQueryLength} characters of parameters.`
  for (const [name, values] of Object.entries(query)) {
    const maxLength = maxLengths.get(name) ?? defaultMaxLength
    for (const value of [values].flat()) {
      if (value === undefined) continue
      if (controlCharacter.test(name) || controlCharacter.test(value))
        return 'The address contains a control character.'
      if (value.length > maxLength) return `${describeParameter(name)} is longer than ${maxLength} characters.`
    }
  }
  return null
}

/** Only a plain short name is repeated on the page: any other is the caller's text, of any length. */
function describeParameter(name: string): string {
  return /^[a-z_]{1,32}$/.test(name) ? `The parameter ${name}` : 'A parameter'
}
