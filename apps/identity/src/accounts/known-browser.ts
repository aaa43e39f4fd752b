import { createHash, randomBytes } from 'node:crypto'
import { type Context, cookieName } from '../provider/context.ts'

const cookie = 'op_browser'

/** The longest time that browsers store a cookie. */
const maxAgeMs = 400 * 86_400_000

/** Maximum number of people who share a browser; the one with the oldest sign-in is forgotten first. */
const maxAccounts = 5

/** A browser in which people have signed in before. It proves no identity, but is not a stranger either. */
export interface KnownBrowser {
  id: string
  /** A mark for each account, which reveals nothing without the browser's id. */
  marks: readonly string[]
}

/**
 * Reads from a signed cookie (a "device cookie") which accounts have signed in from this browser before. This way a stranger who
 * guesses an account's password from many places cannot slow its owner down.
 */
export function readBrowser(ctx: Context): KnownBrowser | null {
  const [id, ...marks] = ctx.cookies.get(cookieName(cookie, ctx), { signed: true })?.split('.') ?? []
  return id ? { id, marks } : null
}

export function isKnownTo(browser: KnownBrowser | null, accountId: string): browser is KnownBrowser {
  return browser?.marks.includes(toMark(browser.id, accountId)) === true
}

/** Records that the account signed in from this browser. */
export function rememberAccount(ctx: Context, { accountId, path }: { accountId: string; path: string }): void {
  const { id, marks } = readBrowser(ctx) ?? { id: randomBytes(16).toString('base64url'), marks: [] }
  const mark = toMark(id, accountId)
  const retainedMarks = [mark, ...marks.filter((each) => each !== mark)].slice(0, maxAccounts)
  ctx.cookies.set(cookieName(cookie, ctx), [id, ...retainedMarks].join('.'), {
    signed: true,
    httpOnly: true,
    // Like all cookies here (specification §9). Other sites cannot exploit that: only the login form reads it, from our own pages.
    sameSite: ctx.secure ? 'none' : 'lax',
    path,
    maxAge: maxAgeMs,
    overwrite: true,
  })
}

function toMark(browserId: string, accountId: string): string {
  return createHash('sha256').update(`${browserId}:${accountId}`).digest('base64url').slice(0, 22)
}
