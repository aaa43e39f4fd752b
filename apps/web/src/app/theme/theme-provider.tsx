import {
  localStorageColorSchemeManager,
  type MantineColorScheme,
  type MantineColorSchemeManager,
  type CSSVariablesResolver,
  MantineProvider,
} from '@mantine/core'
import { type PropsWithChildren, useState } from 'react'
import { theme } from './theme.ts'
import { styleNonce } from '../../lib/page/style-nonce.ts'

/** Light or dark, stored in localStorage; public/theme.js reads the same key before the first paint. */
const colorSchemeKey = 'auspex.theme'

const createColorSchemeManager = (): MantineColorSchemeManager => {
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

interface ThemeProviderProps {
  /** In tests nothing is animated, and nothing is hidden because of jsdom's missing layout. */
  env?: 'default' | 'test'
}

/** Tints use the accent of the palette in both themes; the library's own purple tint is almost invisible on a dark background. */
const tints: CSSVariablesResolver = () => {
  const variables = {
    '--mantine-color-iris-light': 'var(--accent-soft)',
    '--mantine-color-iris-light-hover': 'var(--accent-soft)',
    '--mantine-color-iris-light-color': 'var(--accent-ink)',
  }
  return { variables: {}, light: variables, dark: variables }
}

export const ThemeProvider = ({ env = 'default', children }: PropsWithChildren<ThemeProviderProps>) => {
  const [manager] = useState(createColorSchemeManager)
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={tints}
      defaultColorScheme="light"
      colorSchemeManager={manager}
      env={env}
      getStyleNonce={() => styleNonce}
    >
      {children}
    </MantineProvider>
  )
}
