import { escapeMarkdown } from '@auspex/analyst'

/**
 * Escapes third-party text for Markdown: it is shown as written and never becomes a link, image or heading. Marks such as [3] in it would look like
 * evidence, so an invisible joiner splits them.
 */
export function quote(words: string): string {
  return escapeMarkdown(words.replaceAll(/\s+/g, ' ').trim())
    .text.replaceAll(/\\\[(?=\d+\\\])/g, '\\[\u2060')
    .replace(/^(\d*)(?=[-+](?:[-\s]|$)|(?<=\d)[.)]\s)/, (number) => `${number}\\`)
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return ''
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

export function bullets(lines: readonly string[]): string {
  return lines.map((words) => `- ${words}`).join('\n')
}

const integerFormat = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })
const exact = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 2 })

export function count(value: number | null): string {
  return value === null ? 'unknown' : integerFormat.format(value)
}
/** As many decimals as a reader can compare: two for small values, none for thousands. */
export function decimal(value: number | null): string {
  if (value === null) return 'unknown'
  const size = Math.abs(value)
  const digits = size >= 1000 ? 0 : size >= 10 ? 1 : 2
  const isTiny = size > 0 && size < 0.01
  return (isTiny ? exact.format(value) : value.toLocaleString('en-US', fractionOf(digits))).replace('-', '−')
}

function fractionOf(digits: number) {
  return { minimumFractionDigits: digits, maximumFractionDigits: digits }
}

const months = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
export function formatDay(day: string): string {
  return /^\d{4}-\d{2}-\d{2}$/.test(day) ? months.format(new Date(`${day}T00:00:00Z`)) : day
}
