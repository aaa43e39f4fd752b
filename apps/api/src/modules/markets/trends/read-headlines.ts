import { yieldToEventLoop } from '../../../adapters/database/turns/yield-to-event-loop.ts'
import type { Headline } from '@auspex/analytics'
import type { DocumentFilter, DocumentsModule } from '../../library/index.ts'

/** Headlines read before yielding to requests: about ten milliseconds. */
const headlinesATurn = 150

/** Reads the headlines of a range of days, one day per statement, so that searches can run in between. */
export async function readHeadlines(
  { filter, days }: { filter: DocumentFilter; days: readonly string[] },
  read: (headline: Headline) => void,
  { documents }: { documents: DocumentsModule },
): Promise<void> {
  for (const day of days) {
    const headlines = await documents.stories.readHeadlines({ ...filter, fromDay: day, toDay: day })
    for (const [index, headline] of headlines.entries()) {
      read(headline)
      if ((index + 1) % headlinesATurn === 0) await yieldToEventLoop()
    }
  }
}
