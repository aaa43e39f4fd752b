import type { Context } from '../provider/context.ts'

export type Theme = 'light' | 'dark'

/** The app writes it where somebody chose a theme (decision 0125); on another host it never arrives. */
const cookie = 'auspex.theme'

/** The theme that the person chose in the app; light without a choice, whatever the device prefers. */
export function readTheme({ cookies }: Pick<Context, 'cookies'>): Theme {
  return cookies.get(cookie, { signed: false }) === 'dark' ? 'dark' : 'light'
}
