// Runs before the first paint. The key is that of src/app/theme/color-scheme.ts.
try {
  var stored = localStorage.getItem('auspex.theme')
  document.documentElement.setAttribute('data-mantine-color-scheme', stored === 'dark' ? 'dark' : 'light')
} catch {
  document.documentElement.setAttribute('data-mantine-color-scheme', 'light')
}
