import type { Context } from '../provider/context.ts'

export type Theme = 'light' | 'dark'

/**
 * The app writes it where somebody chose a theme (decision 0125), over https with the prefix; on another host it never arrives. Over
 * https too, the plain name is read where there is no other: it was written there before the prefix was.
 */
const names = ['__Secure-auspex.theme', 'auspex.theme']

/** The theme that the person chose in the app; light without a choice, whatever the device prefers. */
export function readTheme({ cookies }: Pick<Context, 'cookies'>): Theme {
  const choice = names.map((name) => cookies.get(name, { signed: false })).find((value) => value !== undefined)
  return choice === 'dark' ? 'dark' : 'light'
}
