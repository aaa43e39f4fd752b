import { describe, expect, test } from 'vitest'
import { addSignal, readSignals, sixthReason, writeSignals } from './compared-signals.ts'

const five = ['sig_a', 'sig_b', 'sig_c', 'sig_d', 'sig_e']

describe('the signals of a link', () => {
  test('are read in their order, each once, and what is none is left out', () => {
    expect(readSignals('sig_b,sig_a,sig_b,doc_1,,sig_')).toEqual(['sig_b', 'sig_a'])
    expect(readSignals(undefined)).toEqual([])
    expect(writeSignals(readSignals('sig_b,sig_a'))).toBe('sig_b,sig_a')
    expect(writeSignals([])).toBeUndefined()
  })

  test('grow to five; a sixth, and one that is there, are refused with a reason', () => {
    expect(addSignal(five.slice(0, 4), { id: 'sig_e', title: 'e' })).toEqual({ ids: five })
    expect(addSignal(five, { id: 'sig_f', title: 'f' })).toEqual({ refusal: sixthReason })
    expect(addSignal(five, { id: 'sig_a', title: 'tea' })).toEqual({ refusal: 'tea is already in the comparison.' })
  })
})
