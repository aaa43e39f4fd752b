import { MantineProvider } from '@mantine/core'
import { type PropsWithChildren, useState } from 'react'
import { createColorSchemeManager } from './theme/color-scheme.ts'
import { theme } from './theme/theme.ts'

interface ThemeProviderProps {
  /** In a test nothing is animated, and nothing is hidden for where jsdom says it stands. */
  env?: 'default' | 'test'
}

export const ThemeProvider = ({ env = 'default', children }: PropsWithChildren<ThemeProviderProps>) => {
  const [manager] = useState(createColorSchemeManager)
  return (
    <MantineProvider theme={theme} defaultColorScheme="light" colorSchemeManager={manager} env={env}>
      {children}
    </MantineProvider>
  )
}
