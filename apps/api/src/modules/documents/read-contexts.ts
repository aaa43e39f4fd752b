import type { Database } from '../../adapters/database/database.port.ts'
import { countTerms, leastTermHits, termRows } from './choose-contexts.ts'
import { backgroundStatement, type ContextsQuestion, type ContextsRow, contextsStatement } from './report-facts.sql.ts'
import { type StoryReading, storiesOf } from './story-contexts.ts'

/** Reads what stands out in the matching documents. Throws what the database throws. */
export async function readContexts(
  { analysis }: Pick<Database, 'analysis'>,
  question: ContextsQuestion,
): Promise<ContextsRow> {
  const { read, stories, demo } = question
  const [answer] = (await contextsStatement(question).execute(analysis)).rows
  if (answer === undefined) throw new TypeError('A statement without a table answered no row')
  const hits = countTerms(readWords(answer.words, read))
  const frequent = [...hits].filter(([, one]) => one.stories >= leastTermHits).map(([term]) => term)
  const [background] = (await backgroundStatement(frequent, demo).execute(analysis)).rows
  if (background === undefined) throw new TypeError('A statement without a table answered no row')
  const told = storiesOf(read)
  return {
    entities: answer.entities,
    entity_stories: stories,
    entity_library: answer.entity_library,
    terms: termRows(hits, told, {
      terms: Object.fromEntries(background.terms ?? []),
      termDocuments: background.documents,
    }),
    term_stories: told,
    term_documents: read.reduce((sum, { documents }) => sum + documents, 0),
    term_library: background.documents,
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
