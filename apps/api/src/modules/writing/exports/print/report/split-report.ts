import type { ReportBlock, ReportBlockContent } from '@auspex/sdk/types'

/** A block as stored in the text of a report: with its values, and whether they are frozen. */
export interface KeptBlock extends ReportBlock {
  frozen: boolean
}

export type ReportPart = { kind: 'text'; text: string } | { kind: 'block'; block: KeptBlock }

/** Whether a value matches the contract's schema for the content of a block. */
export type IsBlockContent = (value: unknown) => value is ReportBlockContent

const fence = /^ {0,3}(`{3,}|~{3,})[ \t]*auspex[ \t]*$/

/** The text of a report and its blocks, in order. Fenced content that is not a block stays text. */
export function splitReport(contents: string, isBlockContent: IsBlockContent): ReportPart[] {
  const parts: ReportPart[] = []
  const lines = contents.replaceAll(/\r\n?/g, '\n').split('\n')
  let buffered: string[] = []
  const flush = () => {
    if (buffered.some((line) => line.trim() !== '')) parts.push({ kind: 'text', text: buffered.join('\n') })
    buffered = []
  }
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? ''
    const mark = fence.exec(line)?.[1]
    const end =
      mark === undefined ? -1 : lines.findIndex((other, position) => position > index && other.trim() === mark)
    const block = end === -1 ? null : readBlock(lines.slice(index + 1, end).join('\n'), isBlockContent)
    if (block === null) buffered.push(line)
    else {
      flush()
      parts.push({ kind: 'block', block })
      index = end
    }
  }
  flush()
  return parts
}

/** A block that matches the contract; null for any other content. */
function readBlock(text: string, isBlockContent: IsBlockContent): KeptBlock | null {
  const { content, asOf, frozen } = readObject(text)
  if (!isBlockContent(content)) return null
  if (asOf !== null && (typeof asOf !== 'string' || Number.isNaN(Date.parse(asOf)))) return null
  return { content, asOf, frozen: frozen === true }
}

function readObject(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}
