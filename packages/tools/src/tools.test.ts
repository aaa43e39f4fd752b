import { createClient, NetworkError, UnauthenticatedError } from '@auspex/sdk'
import { SectionName } from '@auspex/sdk/values'
import { describe, expect, test } from 'vitest'
import { toCompactCounts, trim } from './compact.ts'
import { describeError, tools } from './index.ts'
import { getReportSectionTool } from './tools/report.tools.ts'
import { addToPortfolioTool } from './tools/portfolio.tools.ts'
import { addCommentTool, createMonitorTool, saveReportTool, sendToColleagueTool } from './tools/sharing.tools.ts'

describe('the catalogue', () => {
  test('contains each tool once, and marks those that write', () => {
    expect(new Set(tools.map(({ name }) => name)).size).toBe(tools.length)
    expect(tools.filter(({ writes }) => writes).map(({ name }) => name)).toEqual([
      'save_recent_search',
      'add_to_portfolio',
      'export_signal',
      'save_report',
      'send_to_colleague',
      'add_comment',
      'create_monitor',
    ])
  })
})

describe('a failure', () => {
  test.each([UnauthenticatedError, NetworkError])('is worded for people who run no server: %o', (Failure) => {
    const call = { operation: 'getTone', productMessage: null }
    const words = describeError(new Failure('refused', call))
    expect(words).toMatch(/^Auspex (refused|could not be reached)/)
    expect(words).not.toContain('AUSPEX_')
  })
})

describe('the counts of a report', () => {
  const counts = {
    documents: 412,
    storyClusters: 371,
    outlets: 96,
    authors: 12,
    sampled: false,
    sampleFraction: 1,
    documentsLow: 412,
    documentsHigh: 412,
    shards: null,
  }

  test('state how many shards of the library answered when some did not', () => {
    const shards = { answered: 1, total: 2 }
    expect(toCompactCounts({ ...counts, sampled: true, documentsLow: 370, documentsHigh: 458, shards })).toMatchObject({
      sampled: true,
      low: 370,
      shards,
    })
    expect(Object.keys(toCompactCounts(counts))).toEqual(['documents', 'storyClusters', 'outlets', 'authors'])
  })
})

describe('a section of a report', () => {
  test('may be any of the contract, including trials and papers', () => {
    const { section } = getReportSectionTool.input.shape
    expect(section.options).toEqual(Object.values(SectionName))
    expect(section.options).toContain('medicine')
  })

  test('keeps the newest months of a series, and the strongest items otherwise', () => {
    const months = ['01', '02', '03'].map((month) => ({ firstDay: `2026-${month}-01`, lastDay: `2026-${month}-28` }))
    const voices = [
      { name: 'a', firstDay: '2026-03-01', lastDay: '2026-03-28' },
      { name: 'b', firstDay: '2026-01-01', lastDay: '2026-03-28' },
    ]
    expect(trim({ points: months, voices }, 1)).toEqual({
      points: [months[2]],
      'points left out': 2,
      voices: [voices[0]],
      'voices left out': 1,
    })
  })
})

describe('a change is announced before it is made', () => {
  test.each([
    [saveReportTool, { title: 'Oat milk', contents: 'It grew.' }, ['Save the report “Oat milk”', 'It grew.']],
    [
      addToPortfolioTool,
      { portfolioId: 'pf_1', portfolio: 'Plant milks', signals: [{ signalId: 'sig_1', title: 'oat milk' }] },
      ['Add “oat milk” to the portfolio “Plant milks”', 'Signal: oat milk (sig_1)'],
    ],
    [
      sendToColleagueTool,
      { signalId: 'sig_1', to: ['usr_a', 'usr_b'], message: 'Look' },
      ['Send the signal to 2 colleagues', 'To: usr_b', 'Words: Look'],
    ],
    [
      addCommentTool,
      { signalId: 'sig_1', text: 'Why?', replyTo: 'cm_1' },
      ['Reply to a comment', 'Signal: sig_1', 'Reply to: cm_1', 'Why?'],
    ],
    [
      createMonitorTool,
      { topic: 'oat milk' },
      ['Watch “oat milk”', 'a week brings twice as many stories as usual, and at least 5'],
    ],
  ])('%#', (tool, input, words) => {
    const change = tool.change(input)
    const announcement = [change?.title, ...(change?.lines ?? [])].join('\n')
    for (const one of words) expect(announcement).toContain(one)
  })

  test('and an invalid one is refused at that point', async () => {
    const refused = { signalId: 'oat milk', to: [] }
    expect(() => sendToColleagueTool.change(refused)).toThrow('signalId')
    const context = { client: createClient({ baseUrl: 'http://127.0.0.1:1' }), signal: new AbortController().signal }
    await expect(async () => sendToColleagueTool.run(refused, context)).rejects.toThrow('signalId')
  })
})
