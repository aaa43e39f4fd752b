import type { SourceDescriptor } from '../source-descriptor.ts'
import { gdeltDialect } from './gdelt.dialect.ts'
import { createGdeltSource } from './gdelt.source.ts'

export const gdelt: SourceDescriptor = {
  key: 'gdelt',
  number: 3,
  kind: 'documents',
  label: 'GDELT news',
  licence: 'Free to use with credit to the GDELT Project; articles belong to their publishers.',
  rate: 'One request every five seconds; under load the service refuses more.',
  homepage: 'https://www.gdeltproject.org',
  attribution: 'Data: the GDELT Project (gdeltproject.org)',
  reach: 'The last three months, fresh to 15 minutes.',
  hosts: {
    'api.gdeltproject.org': { intervalMs: 5000, burst: 1, concurrency: 1 },
  },
  dialect: gdeltDialect,
  create: ({ http, clock }) => createGdeltSource({ http, clock }),
}
