import { localStorageColorSchemeManager } from '@mantine/core'

/** Light or dark, kept in localStorage; public/theme.js reads the same key before the first paint. */
const colorSchemeKey = 'auspex.theme'

export const createColorSchemeManager = () => localStorageColorSchemeManager({ key: colorSchemeKey })
