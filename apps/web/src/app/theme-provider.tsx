import { MantineProvider } from '@mantine/core'
import { type PropsWithChildren, useState } from 'react'
import { createColorSchemeManager } from './theme/color-scheme.ts'
import { theme } from './theme/theme.ts'

export const ThemeProvider = ({ children }: PropsWithChildren) => {
  const [manager] = useState(createColorSchemeManager)
  return (
    <MantineProvider theme={theme} defaultColorScheme="light" colorSchemeManager={manager}>
      {children}
    </MantineProvider>
  )
}
