/** Browsers by an identifier that only they send; Chrome and Safari last, since the others claim to be them too. */
const browsers: readonly (readonly [name: string, mark: RegExp])[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
]

const systems: readonly (readonly [name: string, mark: RegExp])[] = [
  ['Android', /Android/],
  ['iOS', /iPhone|iPad/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X/],
  ['Linux', /Linux/],
]

const nameBy = (marks: typeof browsers, text: string) => marks.find(([, mark]) => mark.test(text))?.[0]

/** "Firefox on Linux", as far as the user agent identifies them. */
export const browserOf = (userAgent: string): string => {
  const browser = nameBy(browsers, userAgent)
  const system = nameBy(systems, userAgent)
  if (browser === undefined) return userAgent === '' ? 'unknown' : (userAgent.split(/[\s/]/)[0] ?? 'unknown')
  return system === undefined ? browser : `${browser} on ${system}`
}
