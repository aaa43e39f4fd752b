import type { ReportBlock } from '@auspex/sdk'

/** A block of a report: what it shows of a signal, at which moment, and whether it is pinned to that moment. */
export interface SignalBlock extends ReportBlock {
  readonly frozen: boolean
}

const kinds = new Set(['chart', 'number', 'quote', 'section'])

/** Reads the content of a fence with the language `auspex`; null if it is invalid, which is then shown as code. */
export const readBlock = (text: string): SignalBlock | null => {
  try {
    const value: unknown = JSON.parse(text)
    return isBlock(value) && writeBlock(value) === text.trim() ? value : null
  } catch {
    return null
  }
}

/** One line of JSON: the fields in a fixed order. */
export const writeBlock = ({ content, asOf, frozen }: SignalBlock): string => JSON.stringify({ content, asOf, frozen })

const isBlock = (value: unknown): value is SignalBlock => {
  if (typeof value !== 'object' || value === null) return false
  const { content, asOf, frozen } = value as Partial<Record<keyof SignalBlock, unknown>>
  return (
    typeof content === 'object' &&
    content !== null &&
    'kind' in content &&
    kinds.has(String(content.kind)) &&
    (asOf === null || typeof asOf === 'string') &&
    typeof frozen === 'boolean'
  )
}
