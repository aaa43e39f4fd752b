import { escapeHtml, renderPage } from './layout.ts'
import type { Theme } from './theme.ts'

/** Asks for the code that a device shows. `form` comes from oidc-provider and contains its CSRF token. */
export function renderUserCodePage({
  form,
  error,
  theme,
}: {
  form: string
  error: string | null
  theme: Theme
}): string {
  return renderPage({
    title: 'Connect a device',
    theme,
    body: `<h1>Connect a device</h1>
<p>Type the code that your device or terminal shows.</p>
${error === null ? '' : `<p role="alert" id="error">${escapeHtml(error)}</p>`}
${withField(form, error !== null)}`,
  })
}

/** The library's field has an inline handler, which our policy forbids, and no label. */
function withField(form: string, isInvalid: boolean): string {
  const invalid = isInvalid ? ' aria-invalid="true" aria-describedby="error"' : ''
  return form.replace(
    /<input\s[^>]*name="user_code"[^>]*>(<\/input>)?/,
    `<label for="user_code">Code</label>
<input id="user_code" name="user_code" type="text" autocomplete="off" autocapitalize="characters" spellcheck="false" required maxlength="20" placeholder="XXXX-XXXX" autofocus${invalid}>
<button type="submit">Continue</button>`,
  )
}

export interface DeviceConfirmation {
  form: string
  clientName: string
  userCode: string
  /** Where the device asked from, such as "Firefox on Windows, 192.0.2.1". */
  requester: string
  theme: Theme
}

/** Asks whether the person started this themselves: whoever shows them a code of theirs would get their access. */
export function renderDevicePage({ form, clientName, userCode, requester, theme }: DeviceConfirmation): string {
  const complete = form.replace(
    '</form>',
    `<button type="submit">Yes, connect it</button>
<button class="quiet" type="submit" name="abort" value="yes">No, stop</button></form>`,
  )
  return renderPage({
    title: 'Is this your device?',
    theme,
    body: `<h1>Is this your device?</h1>
<p>${escapeHtml(clientName)} asks to act as you. It shows this code:</p>
<p><code>${escapeHtml(userCode)}</code></p>
<p>It asked from ${escapeHtml(requester)}.</p>
<p role="alert">Continue only if you started this yourself just now. If somebody sent you the code, stop: they would get access to your data.</p>
${complete}`,
  })
}

export function renderDeviceConnectedPage({ clientName, theme }: { clientName: string; theme: Theme }): string {
  return renderPage({
    title: 'Connected',
    theme,
    body: `<h1>${escapeHtml(clientName)} is connected</h1><p>You can close this window and go back to your device.</p>`,
  })
}
