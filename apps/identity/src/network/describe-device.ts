import bowser from 'bowser'

/** No browser says more of itself; the rest of a longer text is somebody's game. */
const mostCharacters = 512

/** A browser and its system in words, such as "Firefox on Windows"; null when the text says neither. */
export function describeDevice(userAgent: string): string | null {
  if (userAgent === '') return null
  // a module of CommonJS: only its default is sure to be there
  // oxlint-disable-next-line import/no-named-as-default-member
  const parsed = bowser.getParser(userAgent.slice(0, mostCharacters))
  const [browser, system] = [parsed.getBrowserName(), parsed.getOSName()].map((name) => name.slice(0, 40))
  if (!browser) return system || null
  return system ? `${browser} on ${system}` : browser
}
