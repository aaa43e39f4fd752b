import { describe, expect, test } from 'vitest'
import { listEvents, type MeasuredSignal } from './dashboard-parts.ts'

/** A signal of an archive that ends on a day, with an event on each of some days. */
function signalOf(lastDay: string, days: readonly string[]): MeasuredSignal {
  const events = days.map((day, at) => ({ day, ratio: 9 - at, stories: 12 }))
  return {
    signalId: 'sig_1',
    title: 'salmon',
    portfolioId: 'pf_1',
    trendId: 'tr_1',
    reading: { level: { day: lastDay }, events },
  } as unknown as MeasuredSignal // no other field of a signal is read
}
const signals = [signalOf('2013-08-20', ['2013-08-02', '2013-06-30', '2012-12-24'])]
const daysOf = (since: string | null) => listEvents(signals, since).map(({ event }) => event?.day)

describe('the events of a dashboard', () => {
  test('are those since the requested day', () => {
    expect(daysOf('2012-01-01')).toEqual(['2013-08-02', '2013-06-30', '2012-12-24'])
    expect(daysOf('2013-06-30')).toEqual(['2013-08-02', '2013-06-30'])
    expect(daysOf('2013-08-03')).toEqual([])
  })

  test('are those of the last 90 covered days when no day is requested', () => {
    expect(daysOf(null)).toEqual(['2013-08-02', '2013-06-30'])
  })
})
