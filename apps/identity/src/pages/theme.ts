import type { Context } from '../provider/context.ts'

export type Theme = 'light' | 'dark'

/**
 * The app sets this cookie when a person chooses a theme (docs/decisions/web-app.md), with the prefix over https; it is never sent to another
 * host. Over https the plain name is a fallback, because the app wrote it there before the prefix was introduced.
 */
const names = ['__Secure-auspex.theme', 'auspex.theme']

/** The theme that the person chose in the app; light by default, regardless of the device's preference. */
export function readTheme({ cookies }: Context): Theme {
  const choice = names.map((name) => cookies.get(name, { signed: false })).find((value) => value !== undefined)
  return choice === 'dark' ? 'dark' : 'light'
}
