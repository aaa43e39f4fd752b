/** The JSON value of a text, or undefined when it is none (a body that was cut, for instance). */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
