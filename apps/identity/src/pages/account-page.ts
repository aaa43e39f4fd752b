import type { AccountSession } from '../accounts/sessions.ts'
import { escapeHtml, renderPage } from './layout.ts'
import type { Theme } from './theme.ts'

/** What happened, or why nothing did, as a sentence. */
export interface Notice {
  kind: 'done' | 'refused'
  text: string
}

function showNotice(notice: Notice | null): string {
  if (notice === null) return ''
  return `<p role="${notice.kind === 'done' ? 'status' : 'alert'}">${escapeHtml(notice.text)}</p>`
}

function passwordField(name: string, label: string, use: 'current-password' | 'new-password'): string {
  return `<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="password" autocomplete="${use}" required maxlength="1024">`
}

function codeField(label: string): string {
  return `<label for="code">${label}</label>
<input id="code" name="code" type="text" autocomplete="one-time-code" autocapitalize="characters" spellcheck="false" required maxlength="40">`
}

interface Frame {
  /** Path that the forms post to. */
  path: string
  notice: Notice | null
  theme: Theme
}

/** Asks for the password again, because the following pages change who can sign in. */
export function renderAccountSignIn({ path, login, notice, theme }: Frame & { login: string }): string {
  return renderPage({
    title: 'Your account',
    theme,
    body: `<h1>Your account</h1>
<p>Sign in again to change your password, set up a second factor or end sessions.</p>
${showNotice(notice)}
<form method="post" action="${escapeHtml(path)}/sign-in">
<label for="login">Username or email</label>
<input id="login" name="login" type="text" autocomplete="username" autocapitalize="none" spellcheck="false" required maxlength="320" value="${escapeHtml(login)}">
${passwordField('password', 'Password', 'current-password')}
<label for="code">Two-factor code, if you use one</label>
<input id="code" name="code" type="text" autocomplete="one-time-code" autocapitalize="characters" spellcheck="false" maxlength="40">
<button type="submit">Continue</button>
</form>`,
  })
}

export interface AccountPage extends Frame {
  name: string
  hasSecondFactor: boolean
  sessions: readonly AccountSession[]
  homeUrl: string | undefined
}

export function renderAccountPage({
  path,
  name,
  hasSecondFactor,
  sessions,
  homeUrl,
  notice,
  theme,
}: AccountPage): string {
  const action = escapeHtml(path)
  const secondFactor = hasSecondFactor
    ? `<p>On. To sign in, you need a code from your authenticator app or a recovery code.</p>
<form method="post" action="${action}/second-factor/remove">
${codeField('Code to turn it off')}
<button class="quiet" type="submit">Turn off</button>
</form>`
    : `<p>Off. Anyone who has your password can sign in.</p>
<form method="post" action="${action}/second-factor/begin"><button class="quiet" type="submit">Set up an authenticator app</button></form>`
  return renderPage({
    title: 'Your account',
    theme,
    body: `<h1>Account of ${escapeHtml(name)}</h1>
${showNotice(notice)}
<form method="post" action="${action}/password">
<h2>Password</h2>
${passwordField('current', 'Current password', 'current-password')}
${passwordField('password', 'New password, at least 12 characters', 'new-password')}
${passwordField('repeat', 'New password again', 'new-password')}
<button type="submit">Change password</button>
<p>This signs you out everywhere else.</p>
</form>
<h2>Second factor</h2>
${secondFactor}
<h2>Sessions</h2>
${showSessions(sessions, action)}
<form method="post" action="${action}/sessions/end"><button class="quiet" type="submit">Sign out everywhere else</button></form>
${homeUrl === undefined ? '' : `<p><a href="${escapeHtml(homeUrl)}">Go back to the app</a></p>`}`,
  })
}

const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

function showSessions(sessions: readonly AccountSession[], action: string): string {
  if (sessions.length === 0) return '<p>Nobody is signed in to your account.</p>'
  return `<ul class="sessions">
${sessions.map((session) => showSession(session, action)).join('\n')}
</ul>`
}

function showSession({ uid, device, since, lastUsed, isThisBrowser }: AccountSession, action: string): string {
  const name = `${device ?? 'Unknown browser'}${isThisBrowser ? ' (this browser)' : ''}`
  const times = `Signed in on ${moment.format(since)}, last used on ${moment.format(lastUsed)} (UTC).`
  const end = `<form method="post" action="${action}/sessions/end-one">
<input type="hidden" name="session" value="${escapeHtml(uid)}">
<button class="quiet" type="submit" aria-label="Sign out: ${escapeHtml(name)}">Sign out</button>
</form>`
  return `<li><strong>${escapeHtml(name)}</strong><p>${times}</p>${isThisBrowser ? '' : end}</li>`
}

/** `key` is the secret in groups, `address` the URL that authenticator apps open. */
export function renderSecondFactorPage({
  path,
  key,
  address,
  notice,
  theme,
}: Frame & { key: string; address: string }): string {
  return renderPage({
    title: 'Set up an authenticator app',
    theme,
    body: `<h1>Set up an authenticator app</h1>
${showNotice(notice)}
<p>Enter this key in your app, or <a href="${escapeHtml(address)}">open it on this device</a>:</p>
<p><code>${escapeHtml(key)}</code></p>
<p>Then enter the code that the app shows.</p>
<form method="post" action="${escapeHtml(path)}/second-factor/confirm">
${codeField('Code')}
<button type="submit">Turn on</button>
</form>
<p><a href="${escapeHtml(path)}">Leave it off</a></p>`,
  })
}

export function renderRecoveryCodes({
  path,
  codes,
  theme,
}: {
  path: string
  codes: readonly string[]
  theme: Theme
}): string {
  return renderPage({
    title: 'Recovery codes',
    theme,
    body: `<h1>The second factor is on</h1>
<p role="status">Keep these codes somewhere you can reach without your device. Each one works once. They will not be shown again.</p>
<ul>${codes.map((code) => `<li><code>${escapeHtml(code)}</code></li>`).join('')}</ul>
<p><a href="${escapeHtml(path)}">I have saved them</a></p>`,
  })
}

/** The second step of a sign-in. */
export function renderCodePage({ path, notice, theme }: Frame): string {
  return renderPage({
    title: 'Second factor',
    theme,
    body: `<h1>Second factor</h1>
<p>Enter the code from your authenticator app, or a recovery code.</p>
${showNotice(notice)}
<form method="post" action="${escapeHtml(path)}/code">
<label for="code">Code</label>
<input id="code" name="code" type="text" autocomplete="one-time-code" autocapitalize="characters" spellcheck="false" required maxlength="40" autofocus>
<button type="submit">Sign in</button>
</form>
<form method="post" action="${escapeHtml(path)}/abort"><button class="quiet" type="submit">Cancel</button></form>`,
  })
}
