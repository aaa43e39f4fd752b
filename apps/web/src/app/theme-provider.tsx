import { type CSSVariablesResolver, MantineProvider } from '@mantine/core'
import { type PropsWithChildren, useState } from 'react'
import { createColorSchemeManager } from './theme/color-scheme.ts'
import { theme } from './theme/theme.ts'
import { styleNonce } from '../lib/style-nonce.ts'

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
