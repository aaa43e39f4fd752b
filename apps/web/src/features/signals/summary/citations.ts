import type { SummarySection } from '@auspex/sdk'

export interface CitedSentence {
  readonly text: string
  readonly citations: readonly { readonly number: number; readonly documentId: string }[]
}

/** Numbers the documents in the order in which sentences cite them, as a printed report does. */
export const numberCitations = ({
  sentences,
}: SummarySection): { readonly sentences: readonly CitedSentence[]; readonly order: readonly string[] } => {
  const numbers = new Map<string, number>()
  const numbered = sentences.map(({ text, documentIds }) => ({
    text,
    citations: documentIds.map((documentId) => {
      const number = numbers.get(documentId) ?? numbers.size + 1
      numbers.set(documentId, number)
      return { number, documentId }
    }),
  }))
  return { sentences: numbered, order: [...numbers.keys()] }
}
