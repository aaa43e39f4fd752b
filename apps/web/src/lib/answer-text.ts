import type { Understanding } from '@auspex/sdk'

/** The text without how the question was read, which an answer ends with for whoever reads it elsewhere and which stands above it here. */
export const shownText = ({
  text,
  understanding,
}: {
  readonly text: string
  readonly understanding: Understanding | null
}): string => {
  if (understanding === null) return text
  const reading = `*${understanding.sentence}`
  const at = text.lastIndexOf(reading)
  if (at === -1) return text
  const rest = text.slice(at + reading.length)
  return rest === '*' ? text.slice(0, at).trimEnd() : `${text.slice(0, at)}*${rest.trimStart()}`
}
