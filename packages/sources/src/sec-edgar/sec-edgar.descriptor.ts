import type { SourceDescriptor } from '../source-descriptor.ts'
import { contact } from '../source-settings.ts'
import { secEdgarDialect } from './sec-edgar.dialect.ts'
import { createSecEdgarSource } from './sec-edgar.source.ts'

export const secEdgar: SourceDescriptor = {
  key: 'sec_edgar',
  number: 19,
  kind: 'documents',
  label: 'SEC EDGAR',
  licence: 'Filings are public; the SEC asks for a contact and no more than ten requests a second.',
  rate: 'Five requests a second, with the contact in the user agent.',
  homepage: 'https://www.sec.gov/search-filings',
  attribution: 'Source: U.S. Securities and Exchange Commission, EDGAR',
  reach: 'The text of every filing since 2001, fresh to minutes.',
  setting: {
    name: 'AUSPEX_CONTACT',
    required: true,
    how: 'Set it to an e-mail address of yours; the SEC blocks requests that name no contact.',
  },
  settings: {
    AUSPEX_CONTACT: contact,
  },
  hosts: {
    'efts.sec.gov': { intervalMs: 500, burst: 2, concurrency: 1 },
    'www.sec.gov': { intervalMs: 200, burst: 5, concurrency: 4 },
  },
  dialect: secEdgarDialect,
  create: ({ http, clock, settings }) =>
    settings['AUSPEX_CONTACT'] === undefined ? null : createSecEdgarSource({ http, clock }),
}
