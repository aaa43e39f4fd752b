import type { SourceDescriptor } from '../source-descriptor.ts'
import { createGdeltArchiveSource } from './gdelt-archive.source.ts'

export const gdeltArchive: SourceDescriptor = {
  key: 'gdelt_archive',
  number: 7,
  kind: 'documents',
  label: 'GDELT article list',
  licence: 'Free to use and pass on with credit to the GDELT Project; articles belong to their publishers.',
  rate: 'Static files, which are not limited; at most six at a time.',
  homepage: 'https://blog.gdeltproject.org/announcing-the-gdelt-article-list-rss-feed/',
  attribution: 'Data: the GDELT Project (gdeltproject.org)',
  reach: 'Every article that GDELT saw since 2020, fresh to a minute; a search reads the newest hours.',
  hosts: {
    'storage.googleapis.com': { intervalMs: 25, burst: 16, concurrency: 6 },
  },
  create: ({ http, clock }) => createGdeltArchiveSource({ http, clock }),
}
