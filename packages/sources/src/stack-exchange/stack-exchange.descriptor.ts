import type { SourceDescriptor } from '../source-descriptor.ts'
import { secret } from '../source-settings.ts'
import { stackExchangeDialect } from './stack-exchange.dialect.ts'
import { createStackExchangeSource } from './stack-exchange.source.ts'

export const stackExchange: SourceDescriptor = {
  key: 'stack_exchange',
  number: 12,
  kind: 'documents',
  label: 'Stack Exchange',
  licence: 'CC BY-SA; the author, the link and the licence are shown.',
  rate: 'One request a second; 300 a day without a key and 10,000 with one.',
  homepage: 'https://api.stackexchange.com/docs',
  attribution: 'Questions from Stack Exchange, CC BY-SA',
  reach: 'Questions since 2008, fresh to minutes.',
  setting: {
    name: 'STACKEXCHANGE_KEY',
    required: false,
    how: 'Free: register an application at stackapps.com; it raises the limit from 300 to 10,000 requests a day and asks more sites.',
  },
  settings: {
    STACKEXCHANGE_KEY: secret('0a1b2c3d4e5f'),
  },
  hosts: {
    'api.stackexchange.com': { intervalMs: 1000, burst: 3, concurrency: 1 },
  },
  dialect: stackExchangeDialect,
  create: ({ http, clock, settings }) =>
    createStackExchangeSource({ http, clock, apiKey: settings['STACKEXCHANGE_KEY'] }),
}
