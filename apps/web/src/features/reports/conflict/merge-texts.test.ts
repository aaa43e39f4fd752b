import { describe, expect, test } from 'vitest'
import { mergeTexts } from './report-conflict-dialog.tsx'

const base = 'One.\n\nTwo.\n\nThree.'

describe('three versions of a text', () => {
  test.each([
    ['what I changed is kept', 'One!\n\nTwo.\n\nThree.', base, 'One!\n\nTwo.\n\nThree.', 0],
    ['what they changed is taken', base, 'One.\n\nTwo.\n\nThree!', 'One.\n\nTwo.\n\nThree!', 0],
    [
      'changes of different places are joined',
      'One!\n\nTwo.\n\nThree.',
      'One.\n\nTwo.\n\nThree!',
      'One!\n\nTwo.\n\nThree!',
      0,
    ],
    ['the same change is made once', 'One.\n\n2.\n\nThree.', 'One.\n\n2.\n\nThree.', 'One.\n\n2.\n\nThree.', 0],
    [
      'what was added and what was deleted are joined',
      'Zero.\n\nOne.\n\nTwo.\n\nThree.',
      'One.\n\nThree.',
      'Zero.\n\nOne.\n\nThree.',
      0,
    ],
    [
      'both stay where both changed the same',
      'One.\n\nMine.\n\nThree.',
      'One.\n\nTheirs.\n\nThree.',
      'One.\n\nTheirs.\n\nMine.\n\nThree.',
      1,
    ],
    [
      'what I changed stays when they deleted it',
      'One.\n\nMine.\n\nThree.',
      'One.\n\nThree.',
      'One.\n\nMine.\n\nThree.',
      1,
    ],
    ['both ends stay when both wrote on', `${base}\n\nMine.`, `${base}\n\nTheirs.`, `${base}\n\nTheirs.\n\nMine.`, 1],
    ['both texts stay where there was none', 'Mine.', 'Theirs.', 'Theirs.\n\nMine.', 1, ''],
  ])('%s', (_, mine, theirs, text, conflicts, old = base) => {
    expect(mergeTexts({ base: old, mine, theirs })).toEqual({ text, conflicts })
  })

  test('of any kind lose no line that somebody wrote', () => {
    for (let seed = 0; seed < 200; seed += 1) {
      const old = Array.from({ length: 12 }, (_, n) => `Line ${n}`)
      const change = (name: string, step: number) =>
        old.flatMap((line, n) =>
          (n * step + seed) % 5 === 0 ? [] : (n + seed) % step === 0 ? [line, `${name} ${seed}.${n}`] : [line],
        )
      const [mine, theirs] = [change('mine', 3), change('theirs', 4)]
      const merged = mergeTexts({ base: old.join('\n'), mine: mine.join('\n'), theirs: theirs.join('\n') }).text.split(
        '\n',
      )
      const written = [...mine, ...theirs].filter((line) => !line.startsWith('Line'))
      expect(written.filter((line) => !merged.includes(line))).toEqual([])
    }
  })

  test('of two long texts with nothing in common are there at once', () => {
    const long = (name: string) => Array.from({ length: 5_000 }, (_, n) => `${name} ${n}`).join('\n')
    const began = performance.now()
    expect(mergeTexts({ base: long('base'), mine: long('mine'), theirs: long('theirs') }).conflicts).toBe(1)
    expect(performance.now() - began).toBeLessThan(1000)
  })
})
