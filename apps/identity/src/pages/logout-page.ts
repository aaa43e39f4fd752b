import { renderPage } from './layout.ts'
import type { Theme } from './theme.ts'

/** Submits the form at once; only used if the request proved whose session it ends. */
export const logoutScript = 'document.forms[0].submit()'

/** Asks for confirmation before signing out. `form` comes from oidc-provider and contains its CSRF token. */
export function renderLogoutPage({
  form,
  isConfirmed,
  theme,
}: {
  form: string
  isConfirmed: boolean
  theme: Theme
}): string {
  const complete = form.replace(
    '</form>',
    '<input type="hidden" name="logout" value="yes"><button type="submit" autofocus>Sign out</button></form>',
  )
  return renderPage({
    title: 'Sign out',
    theme,
    body: `<h1>Sign out?</h1>
<p>This ends your session on this device.</p>
${complete}
${isConfirmed ? `<script>${logoutScript}</script>` : ''}`,
  })
}

export function renderSignedOutPage(theme: Theme): string {
  return renderPage({
    title: 'Signed out',
    theme,
    body: '<h1>You are signed out</h1><p>You can close this window.</p>',
  })
}
