// Runs before the first paint. Key and cookie are those of src/app/theme/theme-provider.tsx.
try {
  var stored = localStorage.getItem('auspex.theme')
  var theme = stored === 'dark' ? 'dark' : 'light'
  document.documentElement.setAttribute('data-mantine-color-scheme', theme)
  // The sign-in page cannot read what the browser keeps for the app, so a choice travels in a cookie.
  if (stored !== null) {
    var isSecure = location.protocol === 'https:'
    document.cookie =
      (isSecure ? '__Secure-' : '') +
      'auspex.theme=' +
      theme +
      '; Path=/; Max-Age=31536000; SameSite=Lax' +
      (isSecure ? '; Secure' : '')
  }
} catch {
  document.documentElement.setAttribute('data-mantine-color-scheme', 'light')
}
