import type { WorkflowEvidence } from '@auspex/sdk/types'
import type { Citations } from './document.types.ts'
import { field, list, text } from './read-values.ts'

export const maxEvidence = 500

type EvidenceSource = Omit<WorkflowEvidence, 'number'>

/** Every document, trial and signal that a finding describes, without duplicates. */
export function collectEvidence(value: unknown): EvidenceSource[] {
  const sources = new Map<string, EvidenceSource>()
  visit(value, null)
  return [...sources.values()]

  function visit(node: unknown, signalId: string | null): void {
    if (sources.size >= maxEvidence || typeof node !== 'object' || node === null) return
    if (Array.isArray(node)) {
      for (const item of node) visit(item, signalId)
      return
    }
    const within = text(node, 'signalId') ?? signalId
    const evidence = toEvidence(node, within)
    if (evidence !== null && !sources.has(evidence.id ?? '')) sources.set(evidence.id ?? '', evidence)
    for (const part of Object.values(node)) visit(part, within)
  }
}

function toEvidence(node: object, signalId: string | null): EvidenceSource | null {
  const id = text(node, 'id')
  const nctId = text(node, 'nctId')
  const title = (text(node, 'title') ?? text(node, 'snippet') ?? 'Without a title').slice(0, 600)
  const url = addressOf(node)
  if (id?.startsWith('doc_') === true)
    return { kind: 'document', id, signalId, title, url, day: dayOf(node, 'day', 'publishedAt') }
  if (nctId !== null) return { kind: 'trial', id: nctId, signalId: null, title, url, day: dayOf(node, 'lastUpdateDay') }
  return null
}

function addressOf(node: object): string | null {
  const url = text(node, 'url')
  return url !== null && url.length <= 2000 && /^https?:\/\//.test(url) ? url : null
}

function dayOf(node: object, ...names: string[]): string | null {
  const day = names.map((name) => text(node, name)?.slice(0, 10)).find((value) => value !== undefined)
  return day !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(day) ? day : null
}

/** Numbers citations in order of first use; the same evidence keeps its number. */
export function createCitations(findings: readonly unknown[]): Citations {
  const evidenceById = new Map(findings.flatMap(collectEvidence).map((evidence) => [evidence.id, evidence]))
  const cited = new Map<string, WorkflowEvidence>()
  const cite = (evidence: EvidenceSource): string => {
    const key = `${evidence.kind} ${evidence.id ?? evidence.url ?? evidence.title}`
    const before = cited.get(key)
    if (before !== undefined) return `[${before.number}]`
    if (cited.size >= maxEvidence) return ''
    cited.set(key, { number: cited.size + 1, ...evidence })
    return `[${cited.size}]`
  }
  return {
    cite,
    citeDocument: (id, { signalId, words }) => {
      const title = (words ?? 'A document of the signal').slice(0, 600)
      return cite(evidenceById.get(id) ?? { kind: 'document', id, signalId, title, url: null, day: null })
    },
    list: () => [...cited.values()],
  }
}

/** The marks of the documents behind a sentence: at most three, because more add nothing. */
export function citeAll(citations: Citations, sentence: unknown, signalId: string | null): string {
  const ids = list(sentence, 'documentIds').filter((id): id is string => typeof id === 'string')
  const marks = ids.slice(0, 3).map((id) => citations.citeDocument(id, { signalId, words: text(sentence, 'text') }))
  return marks.length === 0 ? '' : ` ${marks.join('')}`
}

export function titleOf(value: unknown): string {
  return text(value, 'title') ?? text(field(value, 'query'), 'title') ?? 'Signal'
}
