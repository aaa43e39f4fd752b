import { localStorageColorSchemeManager, type MantineColorScheme, type MantineColorSchemeManager } from '@mantine/core'

/** Light or dark, stored in localStorage; public/theme.js reads the same key before the first paint. */
const colorSchemeKey = 'auspex.theme'

export const createColorSchemeManager = (): MantineColorSchemeManager => {
  const manager = localStorageColorSchemeManager({ key: colorSchemeKey })
  return {
    ...manager,
    set: (scheme) => {
      manager.set(scheme)
      tellSignInPage(scheme)
    },
  }
}

/** The sign-in page is rendered by the server, which reads the choice from a cookie (docs/decisions/web-app.md). */
const tellSignInPage = (scheme: MantineColorScheme): void => {
  const [prefix, secure] = window.location.protocol === 'https:' ? ['__Secure-', '; Secure'] : ['', '']
  document.cookie = `${prefix}${colorSchemeKey}=${scheme}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`
}
