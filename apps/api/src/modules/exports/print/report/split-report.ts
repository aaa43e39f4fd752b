import type { ReportBlock } from '@auspex/sdk/types'
import { ReportBlock as blockSchema } from '@auspex/sdk/zod'

/** A block as it is kept in the text of a report: with its values, and whether it keeps them. */
export interface KeptBlock extends ReportBlock {
  frozen: boolean
}

export type ReportPart = { kind: 'text'; text: string } | { kind: 'block'; block: KeptBlock }

const fence = /^ {0,3}(`{3,}|~{3,})[ \t]*auspex[ \t]*$/

/** The text of a report and its blocks, in their order. What stands in a fence and is no block stays text. */
export function splitReport(contents: string): ReportPart[] {
  const parts: ReportPart[] = []
  const lines = contents.replaceAll(/\r\n?/g, '\n').split('\n')
  let held: string[] = []
  const flush = () => {
    if (held.some((line) => line.trim() !== '')) parts.push({ kind: 'text', text: held.join('\n') })
    held = []
  }
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    const mark = fence.exec(line)?.[1]
    const end = mark === undefined ? -1 : lines.findIndex((other, place) => place > at && other.trim() === mark)
    const block = end === -1 ? null : readBlock(lines.slice(at + 1, end).join('\n'))
    if (block === null) held.push(line)
    else {
      flush()
      parts.push({ kind: 'block', block })
      at = end
    }
  }
  flush()
  return parts
}

/** A block of the contract's form; null for anything else that somebody wrote there. */
function readBlock(text: string): KeptBlock | null {
  try {
    const value: unknown = JSON.parse(text)
    const read = blockSchema.safeParse(value)
    if (!read.success || typeof value !== 'object' || value === null) return null
    return { ...read.data, frozen: 'frozen' in value && value.frozen === true }
  } catch {
    return null
  }
}
