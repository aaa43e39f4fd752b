import type { SourceDescriptor } from '../source-descriptor.ts'
import { contact, secret } from '../source-settings.ts'
import { pubmedDialect } from './pubmed.dialect.ts'
import { createPubmedSource } from './pubmed.source.ts'

export const pubmed: SourceDescriptor = {
  key: 'pubmed',
  number: 16,
  kind: 'documents',
  label: 'PubMed',
  licence: 'Records are free to use; abstracts belong to their publishers and are shown as excerpts with a link.',
  rate: 'Two requests a second without a key; NCBI allows three, and ten with one.',
  homepage: 'https://www.ncbi.nlm.nih.gov/books/NBK25501/',
  attribution: 'Courtesy of the U.S. National Library of Medicine',
  reach: 'Biomedical papers since 1781, fresh to a day.',
  setting: {
    name: 'NCBI_API_KEY',
    required: false,
    how: 'Free: make one under Settings of an NCBI account; it raises the limit from 3 to 10 requests a second.',
  },
  settings: {
    NCBI_API_KEY: secret('0a1b2c3d4e5f'),
    AUSPEX_CONTACT: contact,
  },
  hosts: {
    'eutils.ncbi.nlm.nih.gov': { intervalMs: 500, burst: 2, concurrency: 2 },
  },
  dialect: pubmedDialect,
  create: ({ http, clock, settings }) =>
    createPubmedSource({ http, clock, apiKey: settings['NCBI_API_KEY'], contact: settings['AUSPEX_CONTACT'] }),
}
