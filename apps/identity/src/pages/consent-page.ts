import { escapeHtml, renderPage } from './layout.ts'
import type { Theme } from './theme.ts'

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

export interface ConsentPage {
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
