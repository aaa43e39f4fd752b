import { describe, expect, test } from 'vitest'
import { createFixedClock } from '../../kernel/clock.ts'
import { createProvenance, type SourceMode } from './provenance.ts'

const probeAnswer = (answers: boolean) => ({ status: answers ? ('ok' as const) : ('upstream_down' as const) })

function decide({ mode, reachable, imported }: { mode: SourceMode; reachable: boolean; imported: boolean }) {
  const connectors = [
    { key: 'demo', probe: async () => probeAnswer(true) },
    { key: 'rss', probe: async () => probeAnswer(true) },
    { key: 'gdelt', probe: async () => probeAnswer(reachable) },
  ]
  return createProvenance({
    mode,
    connectors,
    hasRealDocuments: async () => imported,
    clock: createFixedClock('2026-11-21T08:00:00Z'),
  })()
}

describe('provenance', () => {
  test.each([
    ['demo', true, true, 'demo'],
    ['live', false, false, 'real'],
    ['auto', true, false, 'real'],
    ['auto', false, true, 'real'],
    ['auto', false, false, 'demo'],
  ] as const)(
    'in mode %s, with live sources reachable %s and documents imported %s, is %s',
    async (mode, reachable, imported, expected) => {
      expect(await decide({ mode, reachable, imported })).toBe(expected)
    },
  )

  test('probes the network again after ten minutes, not earlier', async () => {
    const clock = createFixedClock('2026-11-21T08:00:00Z')
    let reachable = false
    const connectors = [{ key: 'gdelt', probe: async () => probeAnswer(reachable) }]
    const provenance = createProvenance({ mode: 'auto', connectors, hasRealDocuments: async () => false, clock })
    expect(await provenance()).toBe('demo')
    reachable = true
    expect(await provenance()).toBe('demo')
    clock.set('2026-11-21T08:10:00Z')
    expect(await provenance()).toBe('real')
  })

  test('does not wait for a source whose probe fails', async () => {
    const connectors = [{ key: 'gdelt', probe: () => Promise.reject(new Error('no route')) }]
    const provenance = createProvenance({
      mode: 'auto',
      connectors,
      hasRealDocuments: async () => false,
      clock: createFixedClock('2026-11-21T08:00:00Z'),
    })
    expect(await provenance()).toBe('demo')
  })
})
