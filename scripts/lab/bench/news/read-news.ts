import { readDocuments, type SourceDocument } from '@auspex/sources'

/** A document of an imported file. */
export type NewsDocument = SourceDocument & { sourceKey: 'imported' }

/** The articles of these days in order of publication. */
export async function readNews(path: string, firstDay: string, lastDay: string): Promise<NewsDocument[]> {
  const articles: NewsDocument[] = []
  for await (const row of readDocuments({ path, clock: () => new Date() })) {
    if (!('document' in row)) continue
    const day = row.document.publishedAt.slice(0, 10)
    if (day >= firstDay && day <= lastDay) articles.push({ ...row.document, sourceKey: 'imported' })
  }
  return articles.toSorted((a, b) => (a.publishedAt < b.publishedAt ? -1 : a.publishedAt > b.publishedAt ? 1 : 0))
}
