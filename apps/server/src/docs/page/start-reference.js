// Runs in the browser. The page's policy allows no inline scripts, so the configuration comes from an attribute.
const mount = document.getElementById('reference')
window.Scalar.createApiReference(mount, JSON.parse(mount.dataset.configuration))

// Names that the reference omits, or that differ from the visible text of the button (WCAG 4.1.2 and 2.5.3).
function nameButtons() {
  for (const button of document.querySelectorAll('button.scalar-code-copy:not([aria-label])'))
    button.setAttribute('aria-label', 'Copy the code')
  for (const button of document.querySelectorAll('button.show-more[aria-label]')) button.removeAttribute('aria-label')
}
new MutationObserver(nameButtons).observe(document.body, { childList: true, subtree: true })
