import { createHash, randomBytes } from 'node:crypto'
import type { Context } from '../provider/context.ts'
import { cookieName } from '../provider/cookie-name.ts'

const cookie = 'op_browser'

/** The longest that browsers keep a cookie. */
const maxAgeMs = 400 * 86_400_000

/** People who share a browser; the one who signed in longest ago is forgotten first. */
const maxAccounts = 5

/** A browser in which people signed in before. It is no proof of anybody, only no stranger. */
export interface KnownBrowser {
  id: string
  /** A mark for each account, that says nothing without the id of the browser. */
  marks: readonly string[]
}

/**
 * Reads which accounts signed in from this browser before, from a signed cookie (a "device cookie"). A stranger who
 * guesses an account's password everywhere can then not slow its owner down.
 */
export function readBrowser(ctx: Context): KnownBrowser | null {
  const [id, ...marks] = ctx.cookies.get(cookieName(cookie, ctx), { signed: true })?.split('.') ?? []
  return id ? { id, marks } : null
}

export function isKnownTo(browser: KnownBrowser | null, accountId: string): browser is KnownBrowser {
  return browser?.marks.includes(toMark(browser.id, accountId)) === true
}

/** Remembers that the account signed in here. */
export function rememberAccount(ctx: Context, { accountId, path }: { accountId: string; path: string }): void {
  const { id, marks } = readBrowser(ctx) ?? { id: randomBytes(16).toString('base64url'), marks: [] }
  const mark = toMark(id, accountId)
  const kept = [mark, ...marks.filter((each) => each !== mark)].slice(0, maxAccounts)
  ctx.cookies.set(cookieName(cookie, ctx), [id, ...kept].join('.'), {
    signed: true,
    httpOnly: true,
    // As all cookies here (specification §9). It gains nobody anything elsewhere: only the login form reads it, from our own pages.
    sameSite: ctx.secure ? 'none' : 'lax',
    path,
    maxAge: maxAgeMs,
    overwrite: true,
  })
}

function toMark(browserId: string, accountId: string): string {
  return createHash('sha256').update(`${browserId}:${accountId}`).digest('base64url').slice(0, 22)
}
