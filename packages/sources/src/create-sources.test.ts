import type { SourceSettings } from './source-descriptor.ts'
import { SourceKey } from '@auspex/sdk/values'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anySourceAnswers, createSources, sourceCatalogue, sourceSettings } from './create-sources.ts'
import { nextSourceNumber, sourceRegistry } from './create-sources.ts'
import {
  answer,
  type FaultServer,
  redirectedHttp,
  startFaultServer,
  testGuardedHttp,
  testNow,
} from './testing/fault-server.ts'

describe('sources registry', () => {
  describe('the registry', () => {
    test('has every source of the contract once', () => {
      expect(sourceRegistry.map(({ key }) => key).toSorted()).toEqual(Object.values(SourceKey).toSorted())
    })

    test('gives each source a unique number, which the database stores', () => {
      const keysByNumber = Map.groupBy(sourceRegistry, ({ number }) => number)
      const claimedTwice = [...keysByNumber].filter(([, sources]) => sources.length > 1)
      expect(
        claimedTwice.map(([number, sources]) => `${number}: ${sources.map(({ key }) => key).join(', ')}`),
        `the next free number is ${nextSourceNumber}`,
      ).toEqual([])
      for (const number of keysByNumber.keys())
        expect(Number.isInteger(number) && number > 0 && number < nextSourceNumber).toBe(true)
      expect(nextSourceNumber).toBeLessThanOrEqual(32_767)
    })

    test('states the terms, rate, range and access requirements of each source', () => {
      for (const source of sourceCatalogue) {
        for (const sentence of [source.licence, source.rate, source.reach, source.setting?.how ?? 'None.'])
          expect(sentence).toMatch(/^[A-Z].*\.$/)
        expect(source.homepage).toMatch(/^https:\/\//)
        expect(Object.keys(sourceSettings)).toEqual(
          expect.arrayContaining(source.setting === undefined ? [] : [source.setting.name]),
        )
      }
    })

    test('accepts every setting that it gives as an example', () => {
      for (const { schema, example } of Object.values(sourceSettings)) expect(schema.parse(example)).toBe(example)
    })
  })

  describe('createSources', () => {
    let server: FaultServer
    beforeAll(async () => {
      server = await startFaultServer()
    })
    afterAll(() => server.close())

    function create(mode: 'live' | 'demo', settings: SourceSettings = {}) {
      return createSources({
        mode,
        clock: () => testNow,
        http: redirectedHttp({ url: server.url, timeoutMs: 500 }),
        guardedHttp: testGuardedHttp({ endpoint: server.endpoint, timeoutMs: 500 }),
        settings,
      })
    }

    const keysOf = (sources: ReturnType<typeof create>) =>
      [...sources.documents, ...sources.series, ...sources.prices].map(({ key }) => key)
    const everything = Object.fromEntries(Object.entries(sourceSettings).map(([name, { example }]) => [name, example]))

    test('the live set has every source without requirements once, in the order of the catalogue', () => {
      const listed = sourceCatalogue.filter(({ setting }) => setting?.required !== true).map(({ key }) => key)
      expect(keysOf(create('live'))).toEqual(listed)
    })

    test('all sources are available when every setting is present', () => {
      expect(keysOf(create('live', everything))).toEqual(sourceCatalogue.map(({ key }) => key))
    })

    test.each(sourceCatalogue.filter(({ setting }) => setting?.required === true))(
      '$label is left out when its setting alone is missing',
      ({ key, setting }) => {
        const { [setting?.name ?? '']: _missing, ...others } = everything
        expect(keysOf(create('live', others))).not.toContain(key)
      },
    )

    test('the demo set sends no requests', async () => {
      const sources = create('demo')
      expect(sources).toEqual({ documents: [], series: [], prices: [] })
      expect(await anySourceAnswers(sources, AbortSignal.timeout(1000))).toBe(false)
      expect(server.requestPaths).toEqual([])
    })

    test('counts as available when one source answers, and not when none does', async () => {
      server.behave((request, response) => {
        const status = request.url?.startsWith('/api/v1/search_by_date') ? 200 : 503
        answer({ status, body: '{"hits":[],"nbHits":0}' })(request, response)
      })
      expect(await anySourceAnswers(create('live'), AbortSignal.timeout(5000))).toBe(true)
      server.behave(answer({ status: 503, body: '' }))
      expect(await anySourceAnswers(create('live'), AbortSignal.timeout(5000))).toBe(false)
    })
  })
})
