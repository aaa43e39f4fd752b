import { explainTone, formulas, styleOfKind, type TextStyle } from '@auspex/analytics'
import type { DocumentTone, SentenceTone } from '@auspex/sdk/types'
import type { StoredDocument } from '../documents/index.ts'

/** A tone shows in the first pages: so much of title and body is read for it when a document is stored. */
const readLength = 5_000
const joint = '. '

/** The sentences of a stored document with the words that make their tone; words of a query that have none are left out. */
export function toDocumentTone(document: StoredDocument, withoutTone: readonly string[] = []): DocumentTone {
  const { documentId, kind, title, body, lang, tone, toneLabel } = document
  const told = { lang, style: styleOfKind(kind), without: new Set(withoutTone) }
  const read = title.slice(0, readLength)
  const readBody = (body ?? '').slice(0, Math.max(0, readLength - read.length - joint.length))
  return {
    documentId,
    language: lang,
    label: toneLabel,
    score: tone,
    sentences: [...sentencesOf('title', read, told), ...sentencesOf('body', readBody, told)],
    isCut: title.length > read.length || (body ?? '').length > readBody.length,
    formula: formulas.tone,
  }
}

function sentencesOf(
  part: SentenceTone['part'],
  text: string,
  { lang, style, without }: { lang: string | null; style: TextStyle; without: ReadonlySet<string> },
): SentenceTone[] {
  return explainTone(text, lang, { style, without }).map(({ start, end, label, score, words }) => ({
    part,
    text: text.slice(start, end),
    label,
    score,
    words: words.map((word) => ({ start: word.start - start, end: word.end - start, valence: word.valence })),
  }))
}
