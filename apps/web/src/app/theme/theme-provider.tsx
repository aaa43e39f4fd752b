import {
  ActionIcon,
  Anchor,
  Button,
  createTheme,
  type CSSVariablesResolver,
  localStorageColorSchemeManager,
  type MantineColorScheme,
  type MantineColorSchemeManager,
  MantineProvider,
  Tooltip,
} from '@mantine/core'
import { type PropsWithChildren, useState } from 'react'
import { styleNonce } from '../../lib/page/style-nonce.ts'

/** Purple, tuned so that shade 6 supports white text (5.4:1) and shade 4 is readable on the dark surface (6.9:1). */
const iris = [
  '#f5f3ff',
  '#e9e4fe',
  '#d3c9fc',
  '#b7a6f9',
  '#a08af7',
  '#8469f1',
  '#6f4ee6',
  '#5d3fc9',
  '#4b33a4',
  '#3a287f',
] as const

/** Neutrals with a hint of the primary hue, so that surfaces and accent match. */
const dark = [
  '#e6e4ee',
  '#c3c0cf',
  '#9d99ad',
  '#767287',
  '#4a4659',
  '#383546',
  '#292635',
  '#1d1b27',
  '#15131d',
  '#0f0e15',
] as const
const gray = [
  '#f9f8fb',
  '#f2f1f6',
  '#e7e5ee',
  '#d8d5e2',
  '#bbb7c9',
  '#918ca2',
  '#6b667c',
  '#514d61',
  '#363344',
  '#1f1d29',
] as const

/** Publishes the space available to a floating element; surfaces.module.css limits its height to that. */
function publishAvailableHeight({
  availableHeight,
  elements,
}: {
  availableHeight: number
  elements: { floating: HTMLElement }
}) {
  elements.floating.style.setProperty('--available-height', `${availableHeight}px`)
}

const theme = createTheme({
  colors: { iris, dark, gray },
  primaryColor: 'iris',
  primaryShade: 6,
  white: '#ffffff',
  black: '#1f1d29',
  fontFamily: "'Inter Variable', system-ui, -apple-system, 'Segoe UI', sans-serif",
  fontFamilyMonospace: "ui-monospace, 'SF Mono', 'Cascadia Code', Menlo, monospace",
  headings: { fontFamily: "'Inter Variable', system-ui, sans-serif", fontWeight: '650' },
  // The sizes of tokens.css by their names, and the sizes of the library among them.
  fontSizes: {
    fine: 'var(--font-fine)',
    note: 'var(--font-note)',
    text: 'var(--font-text)',
    lead: 'var(--font-lead)',
    title: 'var(--font-title)',
    display: 'var(--font-display)',
    xs: 'var(--font-fine)',
    sm: 'var(--font-text)',
    md: 'var(--font-lead)',
    lg: 'var(--font-lead)',
    xl: 'var(--font-title)',
  },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
  components: {
    ActionIcon: ActionIcon.extend({ defaultProps: { variant: 'subtle', color: 'gray' } }),
    Anchor: Anchor.extend({ defaultProps: { underline: 'hover' } }),
    Button: Button.extend({ defaultProps: { fw: 550 } }),
    // A closed list that stays mounted is measured while the page renders. Set by name, so that the first page need not load the component.
    Combobox: { defaultProps: { keepMounted: false } },
    // steps of 17 pixels are too small to press, and the arrow keys do the same
    NumberInput: { defaultProps: { hideControls: true } },
    Popover: {
      defaultProps: { middlewares: { flip: true, shift: true, size: { padding: 8, apply: publishAvailableHeight } } },
    },
    // a dialog title is styled like a section heading, not like its text
    Modal: {
      styles: { title: { fontSize: 'var(--font-lead)', fontWeight: 650, lineHeight: 1.3, overflowWrap: 'anywhere' } },
    },
    Tooltip: Tooltip.extend({
      defaultProps: { openDelay: 250, withArrow: true, events: { hover: true, focus: true, touch: false } },
    }),
  },
})

/** Light or dark, stored in localStorage; public/theme.js reads the same key before the first paint. */
const colorSchemeKey = 'auspex.theme'

const createColorSchemeManager = (): MantineColorSchemeManager => {
  const manager = localStorageColorSchemeManager({ key: colorSchemeKey })
  return {
    ...manager,
    set: (scheme) => {
      manager.set(scheme)
      informSignInPage(scheme)
    },
  }
}

/** The sign-in page is rendered by the server, which reads the choice from a cookie (docs/decisions/web-app.md). */
const informSignInPage = (scheme: MantineColorScheme): void => {
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
      // in tests, every look at an element's visibility would match it against these rules again
      withCssVariables={env !== 'test'}
      withGlobalClasses={env !== 'test'}
      getStyleNonce={() => styleNonce}
    >
      {children}
    </MantineProvider>
  )
}
