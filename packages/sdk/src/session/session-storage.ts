/** The address to return to after signing in. Per tab. */
export const returnToKey = 'auth.returnTo'

/** When somebody signed out in any tab, in milliseconds. Shared by the tabs. */
export const signedOutAtKey = 'auth.signedOutAt'

/** Set in the tab that signed out: `closing` while the provider closes its session, `closed` from then until the next sign-in. Per tab. */
export const signingOutKey = 'auth.signingOut'

/** When the API last refused a token, and which one: `<milliseconds>:<end of the token>`. Per tab, survives a reload. */
export const refusedTokenKey = 'auth.refused'

/** Set once the page has retried a sign-in automatically; cleared by a successful sign-in. Per tab. */
export const triedAgainKey = 'auth.triedAgain'

/** Logs session events to the browser's console, whose output support asks people for. Never tokens. */
export const logSession = (event: string, error?: unknown): void => {
  console.info('[session]', event, ...(error === undefined ? [] : [error instanceof Error ? error.message : error]))
}
