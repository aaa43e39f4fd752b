import type { RealApi } from './real-api.ts'

/** Topics that sequences search for: two that the library contains, and one that it does not. */
export const topics = ['oat milk', 'solar power', 'unheard topic'] as const

const each = 40

/** Imports documents about the first two topics, as an importer would. */
export async function importSamples(api: RealApi): Promise<void> {
  const post = async (method: string, path: string, body: object): Promise<{ importId: string }> => {
    const headers = { authorization: 'Bearer importer', 'content-type': 'application/json' }
    const reply = await api.send({ method, path, headers, body: JSON.stringify(body) })
    if (reply.status !== 200) throw new Error(`The samples cannot be imported: ${reply.status} ${reply.body}`)
    return JSON.parse(reply.body) as { importId: string } // an import's response is an Import
  }
  const { importId } = await post('POST', '/imports', {
    name: 'samples.jsonl',
    sha256: '0'.repeat(63).concat('1'),
    bytes: 1,
  })
  const documents = topics.slice(0, 2).flatMap((topic, block) =>
    Array.from({ length: each }, (_, index) => ({
      sourceKey: 'imported',
      nativeId: `sample-${block}-${index}`,
      kind: index % 3 === 0 ? 'comment' : 'article',
      url: `https://news.example/${block}/${index}`,
      title: `${topic} is a good thing, number ${index}`,
      body: `People love ${topic}. Some hate it. Report ${index}.`,
      author: `author${index % 5}`,
      outlet: `outlet${index % 7}.example`,
      publishedAt: new Date(Date.UTC(2026, 9, 1 + (index % 45))).toISOString(),
      datePrecision: 'second',
      country: index % 2 === 0 ? 'SE' : 'DE',
      countryBasis: 'source',
      engagement: null,
      lang: 'en',
    })),
  )
  await post('POST', `/imports/${importId}/batches`, {
    firstLine: 1,
    lastLine: documents.length,
    documents,
    rejected: [],
  })
  await post('PATCH', `/imports/${importId}`, { state: 'completed' })
}
