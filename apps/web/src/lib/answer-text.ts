import type { Understanding } from '@auspex/sdk'

/** The answer without its closing sentence on how the question was understood: this page already shows it above the answer. */
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
