import { escapeHtml, productName, renderPage } from './layout.ts'
import type { Theme } from './theme.ts'

export interface LoginPage {
  /** Path of the interaction; the forms post to paths below it. */
  path: string
  /** Where people change how they sign in. */
  accountPath: string
  /** What the person typed before, or the client's hint. */
  login: string
  clientName: string
  /** Why the last attempt failed, as a sentence. */
  error?: string
  theme: Theme
}

export function renderLoginPage({ path, accountPath, login, clientName, error, theme }: LoginPage): string {
  const invalid = error ? ' aria-invalid="true" aria-describedby="error"' : ''
  return renderPage({
    title: error ? 'Sign-in failed' : 'Sign in',
    theme,
    body: `<h1>Sign in to ${productName}</h1>
${clientName === productName ? '' : `<p>to continue to ${escapeHtml(clientName)}</p>`}
${error ? `<p role="alert" id="error">${escapeHtml(error)}</p>` : ''}
<form method="post" action="${escapeHtml(path)}/login">
<label for="login">Username or email</label>
<input id="login" name="login" type="text" autocomplete="username" autocapitalize="none" spellcheck="false" required maxlength="320" value="${escapeHtml(login)}"${invalid}${login ? '' : ' autofocus'}>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required maxlength="1024"${invalid}${login ? ' autofocus' : ''}>
<button type="submit">Sign in</button>
</form>
<form method="post" action="${escapeHtml(path)}/abort"><button class="quiet" type="submit">Cancel</button></form>
<p><a href="${escapeHtml(accountPath)}">Change your password or second factor</a></p>`,
  })
}

const meanings: Record<string, string> = {
  openid: 'Know who you are',
  profile: 'Read your name and username',
  email: 'Read your email address',
  organization: 'Read your organization, groups and roles',
  offline_access: 'Stay connected when you are away',
  read: 'See everything in Auspex that you can see',
  write: 'Search, import, create, change and delete in Auspex what you can',
  administer: 'Manage people, organizations and settings as you can',
}

interface ConsentPage {
  /** Path of the interaction; the forms post to paths below it. */
  path: string
  clientName: string
  scopes: readonly string[]
  theme: Theme
}

export function renderConsentPage({ path, clientName, scopes, theme }: ConsentPage): string {
  const items = scopes.map((scope) => `<li>${escapeHtml(meanings[scope] ?? scope)}</li>`).join('')
  return renderPage({
    title: 'Allow access',
    theme,
    body: `<h1>${escapeHtml(clientName)} wants access</h1>
<p>If you allow it, ${escapeHtml(clientName)} can:</p>
<ul>${items}</ul>
<p>It keeps this access until you sign out, or sign out everywhere else.</p>
<form method="post" action="${escapeHtml(path)}/confirm"><button type="submit">Allow</button></form>
<form method="post" action="${escapeHtml(path)}/abort"><button class="quiet" type="submit">Cancel</button></form>`,
  })
}
