import { formatCount } from '../../../lib/format.ts'

/** Topics of one request, and characters of one topic, as the contract says. */
export const mostTopics = 100
const longestTopic = 500

/** The topics of a text, a line each, each once whatever its case; or why they cannot be asked. */
export const readTopics = (text: string): { readonly topics: readonly string[] } | { readonly fault: string } => {
  const lines = text.split(/\r\n|\n|\r/).map((line) => line.trim())
  const tooLong = lines.findIndex((line) => line.length > longestTopic)
  if (tooLong >= 0) return { fault: `Line ${tooLong + 1} is longer than ${longestTopic} characters. Shorten it.` }
  const byName = new Map<string, string>()
  for (const line of lines) {
    const name = line.toLowerCase()
    if (line !== '' && !byName.has(name)) byName.set(name, line)
  }
  const topics = [...byName.values()]
  if (topics.length === 0) return { fault: 'Write at least one topic, one per line' }
  return topics.length > mostTopics
    ? { fault: `These are ${formatCount(topics.length)} topics; at most ${mostTopics} can be measured at once.` }
    : { topics }
}
