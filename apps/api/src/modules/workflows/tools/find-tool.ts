import { type Tool, tools as assistantTools } from '@auspex/tools'
import { readingTools } from './reading.tools.ts'
import { writeDocumentTool } from './write-document.tool.ts'

/** What steps can do: the tools of assistants, and those that read many signals at once or write down what was found. */
export const workflowTools: readonly Tool[] = [...readingTools, ...assistantTools, writeDocumentTool]

const byName = new Map(workflowTools.map((tool) => [tool.name, tool]))

export function findTool(name: string): Tool | undefined {
  return byName.get(name)
}
