import { globSync, readFileSync } from 'node:fs'
import type { AssistantEvent, Citation } from '@auspex/sdk/types'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'

const folder = `${import.meta.dirname}/../../../openapi/examples`
const readExample = (file: string): unknown => (parse(readFileSync(file, 'utf8')) as { value: unknown }).value

/** Titles, by id, of all documents in any example. */
const titles = new Map<string, string>()
const collectTitles = (value: unknown): void => {
  if (typeof value !== 'object' || value === null) return
  const { id, title } = value as { id?: unknown; title?: unknown }
  if (typeof id === 'string' && id.startsWith('doc_') && typeof title === 'string') titles.set(id, title)
  for (const child of Object.values(value)) collectTitles(child)
}
for (const file of globSync(`${folder}/*.yaml`)) collectTitles(readExample(file))

const eventsOf = (stream: string): AssistantEvent[] =>
  [...stream.matchAll(/^id: (.+)\nevent: (.+)\ndata: (.+)\n\n/gm)].map(([, id, name, data]) => {
    const event = JSON.parse(data ?? '') as AssistantEvent // validated against the contract by contract.ts
    expect({ id, name }).toEqual({ id: `${event.runId}.${event.sequence}`, name: event.type })
    return event
  })

describe.each(['streamZeusReply', 'regenerateZeusReply'])('the example of %s', (operation) => {
  const events = eventsOf(readExample(`${folder}/${operation}.response.yaml`) as string)
  const answer = events.map((event) => (event.type === 'text-delta' ? event.delta : '')).join('')
  const citations = events.flatMap((event) => (event.type === 'citation-added' ? [event.citation] : []))

  test('is one run from start to end, numbered without gaps', () => {
    expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_event, index) => index + 1))
    expect(new Set(events.map(({ runId }) => runId)).size).toBe(1)
    expect([events.at(0)?.type, events.at(-1)?.type]).toEqual(['run-start', 'run-end'])
  })

  test('ends with the length and the citations of the streamed answer', () => {
    expect(events.at(-1)).toMatchObject({ textLength: answer.length, citations: citations.length })
    expect(citations.map(({ number }) => number)).toEqual(citations.map((_citation, index) => index + 1))
  })

  const claimOf = ({ claimStart, claimEnd }: Citation): string => answer.slice(claimStart, claimEnd).toLowerCase()

  test('cites numbers that occur in the answer', () => {
    const measures = citations.filter((citation) => citation.kind === 'measure')
    expect(measures.filter((citation) => !claimOf(citation).includes(String(citation.value)))).toEqual([])
  })

  test('cites text that occurs verbatim in the document', () => {
    const quotes = citations.filter((citation) => citation.kind === 'document')
    expect(quotes.map((citation) => citation.quote)).toEqual(
      quotes.map(({ documentId, quoteStart, quoteEnd }) => titles.get(documentId)?.slice(quoteStart, quoteEnd)),
    )
    expect(quotes.map(claimOf)).toEqual(quotes.map(({ quote }) => quote.toLowerCase()))
  })

  test('answers every tool call once', () => {
    const idsOf = (type: AssistantEvent['type']): string[] =>
      events.flatMap((event) => (event.type === type && 'toolCallId' in event ? [event.toolCallId] : []))
    expect(idsOf('tool-result')).toEqual(idsOf('tool-call'))
  })
})
