import {
  busiestPeriodStatement,
  compileClaims,
  countriesStatement,
  dominantOutletStatement,
  type StatementDraft,
  storyStatements,
  toneComparisonStatement,
  voicesStatements,
} from '@auspex/analytics'
import { describe, expect, test } from 'vitest'
import { toFindings } from '../answer/sentence.ts'
import { sampleReport } from '../testing/canned-tools.ts'
import { findingKind } from './choose-findings.ts'

describe('a finding of a report', () => {
  const document = { id: 'doc_1', title: 'Oat milk prices rise', body: null, outlet: 'a.example', publishedAt: '' }
  const outlets = [
    { name: 'a.example', group: 'news', stories: 9, documents: 30, pointer: '/voices/outlets/0/stories' },
  ] as const
  const tones = { positive: 90, neutral: 10, negative: 0, unknown: 0 }
  const groups = { documents: tones, chatter: { ...tones, negative: 300 } }
  const countries = [{ country: 'NO', documents: 30 }]

  test.each<[kind: string, draft: StatementDraft | null | undefined]>([
    ['voices', voicesStatements(outlets)[0]],
    ['stories', storyStatements([{ storyCluster: 's', documents: 4, outlets: 3, document }])[0]],
    ['match-share', dominantOutletStatement([...outlets, { name: 'b.example', documents: 10 }], 40)],
    [
      'places',
      countriesStatement({
        countries,
        documentsWithCountry: 40,
        documents: 40,
        sampleFraction: 1,
        nameCountry: () => 'Norway',
      }),
    ],
    [
      'intervals-tone',
      toneComparisonStatement({ counts: tones, stories: tones, mean: null, sampleFraction: 1, groups }),
    ],
    [
      'busiest',
      busiestPeriodStatement({
        interval: 'day',
        from: '2026-11-02',
        to: '2026-11-02',
        documents: 40,
        noun: 'posts',
        stories: 3,
        headline: null,
        mostNoticed: null,
        copies: null,
        terms: [],
        pointer: '/volume/points/1',
      }),
    ],
  ])('is recognized by its claims: %s', (kind, draft) => {
    const { statements, claims } = compileClaims(
      [draft].flatMap((one) => one ?? []),
      new Map([[document.id, document]]),
    )
    const findings = toFindings('sig_oat', { ...sampleReport().summary, statements, claims })
    expect(findings.map(findingKind)).toEqual([kind])
  })
})
