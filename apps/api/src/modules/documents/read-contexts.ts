import { countTerms, leastTermHits, termRows } from './choose-contexts.ts'
import type { DocumentStore } from './document-store.port.ts'
import type { ContextsQuestion, ContextsRow } from './report-facts.sql.ts'
import { type StoryReading, storiesOf } from './story-contexts.ts'
import type { TermBackground } from './vocabulary/term-background.ts'

/** Reads what stands out in the matching documents. Throws what the database throws. */
export async function readContexts(
  { store, background }: { store: Pick<DocumentStore, 'contexts'>; background: TermBackground },
  question: ContextsQuestion,
): Promise<ContextsRow> {
  const { read, stories, demo } = question
  const answer = await store.contexts(question)
  const hits = countTerms(readWords(answer.words, read))
  const frequent = [...hits].filter(([, one]) => one.stories >= leastTermHits).map(([term]) => term)
  const { sampled_documents: sampled, library_documents: held } = answer
  const terms = await background.find(frequent, { demo, count: `${sampled} of ${held}` })
  const told = storiesOf(read)
  return {
    entities: answer.entities,
    entity_stories: stories,
    entity_library: answer.entity_library,
    terms: termRows(hits, told, { terms, termDocuments: sampled }),
    term_stories: told,
    term_documents: read.reduce((sum, { documents }) => sum + documents, 0),
    term_library: sampled,
  }
}

function* readWords(
  lines: string | null,
  read: readonly StoryReading[],
): Generator<StoryReading & { terms: string[] }, void, undefined> {
  for (const line of lines?.split('\n') ?? []) {
    const [place, ...terms] = line.split(' ')
    const one = read[Number(place) - 1]
    if (one !== undefined) yield { ...one, terms: terms[0] === '' ? [] : terms }
  }
}
