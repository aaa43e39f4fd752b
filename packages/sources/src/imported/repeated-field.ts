/** Fields of the import format, of which a row of JSON may hold each once. */
const fields = [
  'id',
  'source',
  'kind',
  'url',
  'title',
  'body',
  'author',
  'published_at',
  'country',
  'lang',
  'engagement',
]
const namesInJson = fields.map((field) => `"${field}"`)

/**
 * A field that stands twice in an object: JSON leaves open which of the two counts, and a parser takes the last without a word. Null for none. The text
 * is valid JSON of an object.
 */
export function findRepeatedField(text: string): string | null {
  // nearly every row is told by this glance, which takes a hundredth of the walk below
  const suspects = namesInJson.filter((name) => text.indexOf(name) !== text.lastIndexOf(name))
  if (suspects.length === 0) return null
  const seen = new Set<string>()
  let depth = 0
  let isName = false
  for (const { 0: token } of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]/g)) {
    if (token === '{' || token === '[') depth += 1
    else if (token === '}' || token === ']') depth -= 1
    if (token.startsWith('"')) {
      if (depth === 1 && isName && suspects.includes(token)) {
        if (seen.has(token)) return token.slice(1, -1)
        seen.add(token)
      }
      isName = false
    } else isName = token === '{' || token === ','
  }
  return null
}
