import { yieldToEventLoop } from '../../adapters/database/turns/yield-to-event-loop.ts'
import type { DocumentFilter, DocumentsModule, Headline } from '../documents/index.ts'

/** Headlines that are read before requests have a turn: some ten milliseconds. */
const headlinesATurn = 150

/** Reads the headlines of some days, a day a statement, so that searches come in between. */
export async function readHeadlines(
  { filter, days }: { filter: DocumentFilter; days: readonly string[] },
  read: (headline: Headline) => void,
  { documents }: { documents: Pick<DocumentsModule, 'stories'> },
): Promise<void> {
  for (const day of days) {
    const headlines = await documents.stories.readHeadlines({ ...filter, fromDay: day, toDay: day })
    for (const [index, headline] of headlines.entries()) {
      read(headline)
      if ((index + 1) % headlinesATurn === 0) await yieldToEventLoop()
    }
  }
}
