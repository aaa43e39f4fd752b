import { defineTool } from '@auspex/tools'
import { z } from 'zod'
import { createCitations } from '../document/citations.ts'
import { quote } from '../document/markdown.ts'
import { collectTitles, writeFinding } from '../document/write-findings.ts'

export const mostCharacters = 200_000

const section = z.object({
  heading: z.string().min(1).max(300),
  of: z
    .object({ tool: z.string(), output: z.unknown() })
    .describe('What a step found, for example {{results.signals}}'),
})

/** Writes down what steps found: no number in it comes from anywhere else, and no model words it. */
export const writeDocumentTool = defineTool({
  name: 'write_document',
  title: 'Write a document',
  operationId: 'getWorkflowRun',
  description:
    'Writes what other steps found as one readable document with its evidence: it is the result of the run. Each section shows one step, as {{results.step}}.',
  input: z.object({
    title: z.string().min(1).max(300),
    sections: z.array(section).min(1).max(20),
  }),
  answer: async ({ title, sections }) => {
    const findings = sections.map(({ of }) => of)
    const citations = createCitations(findings.map(({ output }) => output))
    const titles = collectTitles(findings)
    const blocks = sections.flatMap(({ heading, of }) => [
      `## ${quote(heading)}`,
      ...writeFinding(of, citations, titles),
    ])
    return { title, markdown: shorten([`# ${quote(title)}`, ...blocks]), evidence: citations.list() }
  },
})

/** Leaves whole blocks out at the end, and says so. */
function shorten(blocks: readonly string[]): string {
  const kept: string[] = []
  let length = 0
  for (const block of blocks) {
    length += block.length + 2
    if (length > mostCharacters)
      return [...kept, '*The rest is left out: the document would be too long.*'].join('\n\n')
    kept.push(block)
  }
  return kept.join('\n\n')
}
