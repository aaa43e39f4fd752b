import type { SourceDescriptor } from '../source-descriptor.ts'
import { secret } from '../source-settings.ts'
import { openfdaDialect } from './openfda.dialect.ts'
import { createOpenfdaSource } from './openfda.source.ts'

export const openfda: SourceDescriptor = {
  key: 'openfda',
  number: 18,
  kind: 'documents',
  label: 'openFDA recalls',
  licence: 'CC0; openFDA asks not to rely on it for decisions about medical care.',
  rate: 'Two requests a second; 1,000 a day without a key and 120,000 with one.',
  homepage: 'https://open.fda.gov/apis/',
  attribution: 'Data: openFDA. Do not rely on it for decisions about medical care.',
  reach: 'Recalls of drugs, devices and food since 2004, fresh to a week.',
  setting: {
    name: 'OPENFDA_API_KEY',
    required: false,
    how: 'Free from open.fda.gov/apis/authentication; it raises the limit from 1,000 to 120,000 requests a day.',
  },
  settings: {
    OPENFDA_API_KEY: secret('0a1b2c3d4e5f'),
  },
  hosts: {
    'api.fda.gov': { intervalMs: 500, burst: 4, concurrency: 2 },
  },
  dialect: openfdaDialect,
  create: ({ http, clock, settings }) => createOpenfdaSource({ http, clock, apiKey: settings['OPENFDA_API_KEY'] }),
}
