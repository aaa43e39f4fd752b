import type { SourceDescriptor } from '../source-descriptor.ts'
import { arxivDialect } from './arxiv.dialect.ts'
import { createArxivSource } from './arxiv.source.ts'

export const arxiv: SourceDescriptor = {
  key: 'arxiv',
  number: 15,
  kind: 'documents',
  label: 'arXiv',
  licence: 'Titles and abstracts are CC0; papers belong to their authors.',
  rate: 'One request every three seconds, one at a time, as arXiv asks.',
  homepage: 'https://info.arxiv.org/help/api',
  attribution: 'Thank you to arXiv for use of its open access interoperability.',
  reach: 'Every preprint since 1991, a day late.',
  hosts: {
    'export.arxiv.org': { intervalMs: 3000, burst: 1, concurrency: 1 },
  },
  dialect: arxivDialect,
  create: ({ http, clock }) => createArxivSource({ http, clock }),
}
